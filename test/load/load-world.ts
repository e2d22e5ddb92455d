import { createCarrierDouble } from '../../infra/local/carrier/double.ts'
import { talkOverSockets } from '../../infra/local/carrier/relay.ts'
import { createTable } from '../../infra/local/create-table.ts'
import { loadEntries } from '../../infra/local/entries.ts'
import { createModelDouble } from '../../infra/local/model/double.ts'
import { wokenFunctions } from '../../infra/stack/grants.ts'
import { operations } from '../../shared/operations/index.ts'
import { queueSetting } from '../../shared/providers/aws/queue.ts'
import { invocationPath, talkFunctionsSetting } from '../../shared/providers/aws/talk-functions.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import { openTable } from '../../shared/table/table.ts'
import { type Fields, type Level, logTo } from '../../shared/words/log.ts'
import { type LoadDeployment, socketRoutes } from './deployment.ts'
import { openDice } from './dice.ts'
import { openDoor } from './door.ts'
import { openEnvironment } from './environment.ts'
import { openBucket, openFigures } from './figures.ts'
import { openFunctions } from './functions.ts'
import { headsUrl, openOutside } from './outside.ts'
import { openOwners } from './owners.ts'
import { openPeople } from './people.ts'
import { openLoadQueues } from './queues.ts'
import { type Quotas, quotas as usualQuotas, wordMs, wordsAtATime } from './quotas.ts'
import { openLoadSockets } from './sockets.ts'
import { openLoadTable } from './table.ts'
import { openTime } from './time.ts'

export interface LoadOptions {
  deployment: LoadDeployment
  seed: string
  quotas?: Partial<Quotas>
  environment?: Record<string, string>
}

export const origin = 'http://product.test'
const carrierOrigin = 'http://carrier.test'
const accountSid = 'AC00000000000000000000000000000001'
const authToken = 'test-auth-token'
const measuredOf = 20
const startAt = Date.UTC(2026, 10, 25, 10)

/**
 * Runs the product under AWS's limits in virtual time: Lambda instances, an in-process table, and
 * simulated vendors that are as slow as real ones.
 */
export const openLoadWorld = async ({ deployment, seed, ...options }: LoadOptions) => {
  const quotas = { ...usualQuotas, ...options.quotas }
  const time = openTime(startAt)
  const dice = openDice(seed)
  const figures = openFigures(time.now)
  const shared = { time, dice, figures, quotas }
  const logged = new Map<string, number>()
  let lines = 0
  const log = logTo((level: Level, message: string, fields: Fields) => {
    // Measures only one log line in twenty, because formatting all takes too long.
    if (lines++ % measuredOf === 0) figures.rate('log bytes', measuredOf * JSON.stringify(fields).length)
    if (level === 'info') return
    const { operation = '', cause } = fields
    const reason = cause instanceof Error ? cause.message : JSON.stringify(cause ?? '')
    const line = `${level} ${operation}: ${message} ${reason}`
    logged.set(line, (logged.get(line) ?? 0) + 1)
  })
  const requests = openBucket(time.now, quotas.requestsPerSecond, quotas.requestsBurst)
  const hasRoom = () => {
    const has = requests.has(1)
    if (has) requests.take(1)
    else figures.count('throttled request of all')
    return has
  }

  const store = openLoadTable(shared)
  const name = 'load'
  await createTable(store.client, name)
  const clock = { now: time.now, sleep: time.sleep }
  const table = openTable({ name, client: store.client, clock, random: dice })
  const environment = {
    STAGE: 'local',
    TABLE_NAME: name,
    PUBLIC_URL: origin,
    CARRIER_URL: carrierOrigin,
    CARRIER_ACCOUNT_SID: accountSid,
    CARRIER_AUTH_TOKEN: authToken,
    MODEL_BASE_URL: 'http://model.test/v1',
    HEADS_URL: headsUrl,
    ...Object.fromEntries(deployment.queues.map(({ id }) => [settingOf(id), id])),
    [talkFunctionsSetting]: wokenFunctions.map((id) => `http://lambda.test${invocationPath(id)}`).join(','),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    ...options.environment,
  }
  const entries = await loadEntries(operations)
  // Loads the vendor's SDK before virtual time runs, because it loads in real time.
  await import('@ai-sdk/openai-compatible')
  const facts: { event?: string }[] = []

  const functions = openFunctions(
    shared,
    deployment.functions.map(({ id, ...settings }) => {
      const entry = entries.get(id)
      if (!entry) throw new Error(`No function file for ${id}`)
      const { uses } = entry.operation
      const loadsModel = uses.some((use) => use.startsWith('talkModel.'))
      const open = (own: Pick<Parts, 'table' | 'sqs' | 'fetch' | 'clock'>) =>
        openParts(environment, { ...own, random: dice, worldTime: time.now, log })
      const table = (client: typeof store.client, own: Parts['clock']) =>
        openTable({ name, client, clock: own, random: dice })
      return {
        id,
        ...settings,
        loadsModel,
        create: () =>
          openEnvironment({ entry, open, table, clock, store, outside, send: (...sent) => queues.send(...sent) }),
      }
    }),
  )
  const queues = openLoadQueues({ ...shared, functions }, deployment.queues)
  const sockets = openLoadSockets({
    ...shared,
    functions,
    routes: socketRoutes,
    throttle: deployment.sockets,
    hasRoom,
  })
  const door = openDoor({ ...shared, functions, routes: deployment.routes, hasRoom })

  const people = openPeople({ ...shared, seed })
  const relay = talkOverSockets({
    clock: time,
    authToken,
    log: (fact) => facts.push(fact),
    connect: (url, headers) => people.listen(sockets.connect(url, headers)),
    stepsOf: people.stepsOf,
  })
  const carrier = createCarrierDouble({
    clock: time,
    accountSid,
    authToken,
    converse: relay.converse,
    behaviourOf: people.behaviourOf,
    price: '-0.0140',
    inboundVoiceUrl: `${origin}/api/carrier/incoming-call`,
    inboundStatusUrl: `${origin}/api/carrier/incoming-status`,
    fetch: (url, init) => outside.callback(url, init),
    log: (fact) => facts.push(fact),
  })
  const model = createModelDouble({ clock: time, wordMs, wordsAtATime })
  const outside = openOutside({
    ...shared,
    invoke: functions.invoke,
    carrier,
    model,
    sockets,
    door,
    carrierOrigin,
    origin,
  })

  for (const { id, everyMinutes } of deployment.schedules) {
    const tick = () => {
      time.after(everyMinutes * 60_000, tick)
      return functions.invoke(id, { time: new Date(time.now()).toISOString() })
    }
    time.after(0, tick)
  }

  const api = async (token: string, method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', host: 'product.test' }
    const text = body === undefined ? '' : JSON.stringify(body)
    const { statusCode = 0, body: answer } = await door({ method, target: `/api${path}`, headers, body: text })
    // biome-ignore lint/suspicious/noExplicitAny: a scenario looks into answers of every shape
    return { status: statusCode, body: JSON.parse(String(answer)) as any }
  }
  const owners = openOwners(openParts(environment, { table, clock, random: dice, log }))

  return {
    time,
    dice,
    figures,
    quotas,
    carrier,
    people,
    facts,
    logged,
    queues,
    table,
    api,
    owners,
    outside,
    begin: () => {
      store.begin()
      functions.begin()
      outside.begin()
    },
    end: store.end,
    close: () => {
      time.close()
      store.client.destroy()
    },
  }
}

export type LoadWorld = Awaited<ReturnType<typeof openLoadWorld>>

const settingOf = (id: string): string => {
  const operation = operations.find((one) => one.id === id)
  if (operation?.kind !== 'worker') throw new Error(`${id} is no worker`)
  return queueSetting(operation.queue)
}

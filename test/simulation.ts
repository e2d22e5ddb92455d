import { randomUUID } from 'node:crypto'
import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyStructuredResultV2 as Result, SQSBatchResponse } from 'aws-lambda'
import { localCredentials, openBucket } from '../infra/local/bucket.ts'
import { letTimePass } from '../infra/local/carrier/conversation.ts'
import { createCarrierDouble } from '../infra/local/carrier/double.ts'
import type { Fault } from '../infra/local/carrier/parts.ts'
import { createTable } from '../infra/local/create-table.ts'
import { type AnyEntry, loadEntries } from '../infra/local/entries.ts'
import { toEvent } from '../infra/local/http-event.ts'
import { lambdaContext } from '../infra/local/lambda-context.ts'
import { type OnPermission, restricted } from '../infra/stack/permissions.ts'
import { hashToken, readToken, writeToken } from '../shared/domain/account/token.ts'
import { type Operation, routesOf, visibilitySecondsOf } from '../shared/operations/define.ts'
import {
  callbackOperations,
  httpOperations,
  operations,
  scheduleOperations,
  workerOperations,
} from '../shared/operations/index.ts'
import { queueSetting } from '../shared/providers/aws/queue.ts'
import type { WebhookClient } from '../shared/providers/web/webhook-client.ts'
import type { Parts } from '../shared/runtime/parts.ts'
import * as registry from '../shared/runtime/registry.ts'
import { openParts } from '../shared/runtime/wiring.ts'
import { openTable } from '../shared/table/table.ts'
import type { Clock, Random } from '../shared/words/clock.ts'
import { type Fields, type Level, logTo } from '../shared/words/log.ts'
import { must } from '../shared/words/must.ts'
import { watchDeadlines } from './deadline-watch.ts'
import { chosenTableClient } from './engine/chosen.ts'
import { type FaultKind, withFaults } from './faults.ts'
import { newIds } from './new-ids.ts'
import { keepPermission } from './permissions-seen.ts'
import { createTime, nothingDone } from './simulation-time.ts'
import { seededRandom } from './world.ts'

/**
 * Options of a simulation, which runs the product with random delays and failures of calls to AWS
 * and the network. The same seed gives the same run.
 */
export interface SimulationOptions {
  seed: string
  startAt: number
  environment?: Record<string, string>
  /** Maximum milliseconds of a call to AWS or the network. */
  latencyMsMax?: number
  faultAt?: (operation: Operation, call: string, user_id: number | undefined) => FaultKind | undefined
  messageFaults?: (queue: string) => 'lost' | 'doubled' | undefined
  carrierFaults?: (request: Request) => Fault | undefined
  /** Returns a receiver's answer and delay. Without this option, webhooks are not delivered. */
  receiver?: (webhook_id: string) => { afterMs: number; http_status: number }
  createsPerSecondMax?: number
  client?: DynamoDBDocumentClient
  onPermission?: OnPermission
}

/** `SEEDS=a,b,c npm test -- FILE` runs the tests with other seeds. */
export const seedsOr = (...usual: string[]): string[] => process.env.SEEDS?.split(',') ?? usual

const accountSid = 'AC00000000000000000000000000000001'
const authToken = 'test-auth-token'
const origin = 'http://product.test'
const carrierOrigin = 'http://carrier.test'
const headsUrl = 'http://s3.test/_heads'

/**
 * Workers that run in the simulation. A schedule starts those in `scheduled` each minute. Other
 * workers have their own tests.
 */
const carried = [
  'place-call',
  'pace-dials',
  'advance-call',
  'dispatch-campaign',
  'evaluate-call',
  'seal-history',
  'link-evidence',
]
const scheduled = ['redrive-due', 'sign-heads']

export const openSimulation = async (options: SimulationOptions) => {
  const random = thriftyRandom(options.seed)
  const time = createTime(options.startAt)
  const clock: Clock = { now: time.now, sleep: (delayMs) => new Promise((done) => time.after(delayMs, done)) }
  const logged: { level: Level; message: string; fields: Fields }[] = []

  const carrier = createCarrierDouble({
    clock: time,
    accountSid,
    authToken,
    converse: letTimePass(time),
    faults: options.carrierFaults,
    createsPerSecondMax: options.createsPerSecondMax,
    fetch: async (url, init) => receive(new Request(url, init)),
  })

  const heads = openBucket({ clock: time, name: '_heads', isLocked: true })
  const askHeads = async (url: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const asked = { method, url: new URL(url), headers: Object.fromEntries(new Headers(headers)) }
    const answered = await heads.answer({ ...asked, body: Buffer.from(String(body ?? '')) })
    return new Response(answered.body && new Uint8Array(Buffer.from(answered.body)), answered)
  }

  const dead: { queue: string; body: string }[] = []
  const send = async (command: unknown): Promise<object> => {
    if (command instanceof SendMessageCommand) {
      const { QueueUrl = '', MessageBody = '', DelaySeconds = 0 } = command.input
      const fault = options.messageFaults?.(QueueUrl)
      if (fault !== 'lost') deliver(QueueUrl, MessageBody, DelaySeconds * 1000, 1)
      if (fault === 'doubled') deliver(QueueUrl, MessageBody, DelaySeconds * 1000, 1)
    }
    if (command instanceof SendMessageBatchCommand)
      for (const { MessageBody = '', DelaySeconds = 0 } of command.input.Entries ?? [])
        deliver(command.input.QueueUrl ?? '', MessageBody, DelaySeconds * 1000, 1)
    return {}
  }

  const name = `simulation-${randomUUID()}`
  const client = options.client ?? chosenTableClient()
  await createTable(client, name)
  const { table, hasNothingDue } = watchDeadlines(openTable({ name, client, clock, random }))
  const basics = openParts(
    {
      STAGE: 'local',
      TABLE_NAME: name,
      PUBLIC_URL: origin,
      CARRIER_URL: carrierOrigin,
      CARRIER_ACCOUNT_SID: accountSid,
      CARRIER_AUTH_TOKEN: authToken,
      HEADS_URL: headsUrl,
      AWS_REGION: localCredentials.region,
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
      RATE_LIMIT_PER_MINUTE: '1000000000',
      ...Object.fromEntries(workerOperations.map(({ id, queue }) => [queueSetting(queue), id])),
      ...options.environment,
    },
    {
      clock,
      random,
      table,
      sqs: { send } as unknown as SQSClient,
      fetch: async (url, init) =>
        String(url).startsWith(headsUrl) ? askHeads(String(url), init) : carrier.handle(new Request(String(url), init)),
      log: logTo((level, message, fields) => logged.push({ level, message, fields })),
    },
  )

  /** Returns services whose requests take time and may fail. `die` crashes the invocation. */
  const partsFor = (operation: Operation, user_id: number | undefined, die: () => void): Parts => {
    let isDead = false
    const never = <T>() => new Promise<T>(() => undefined)
    const slowly = <T>(call: string, perform: () => Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        time.after(Math.floor(random.number() ** 3 * (options.latencyMsMax ?? 0)), () => {
          const done = perform().then(resolve, reject)
          if (call !== 'fetch') time.busy(done)
        })
      })
    return withFaults(basics, async (call, perform) => {
      if (isDead) return never()
      const kind = options.faultAt?.(operation, call, user_id)
      if (kind === undefined) return slowly(call, perform)
      if (kind === 'fails without effect') throw new Error(`${call} failed`)
      if (kind !== 'dies before it') await slowly(call, perform)
      if (kind === 'times out with effect') throw new Error(`${call} timed out`)
      isDead = true
      die()
      return never()
    })
  }

  const { receiver } = options
  const webhookClient = (): WebhookClient => ({
    ask: async (_url, { webhook_id }, limitMs) => {
      const { afterMs, http_status } = must(receiver, 'receiver')(webhook_id)
      const isLate = afterMs > limitMs
      await clock.sleep(Math.min(afterMs, limitMs))
      const answer = { text: '', is_cut: false, is_binary: false, duration_ms: Math.min(afterMs, limitMs) }
      return { ...answer, http_status: isLate ? null : http_status }
    },
  })
  const known = receiver ? { ...registry, webhookClient } : registry
  const isCarried = (queue: string) => carried.includes(queue) || (receiver && queue === 'deliver-webhook')

  const entries = await loadEntries(operations)
  const invoke = (operation: Operation, event: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const entry = entries.get(operation.id) as AnyEntry
      const parts = partsFor(operation, userOf(event), () => reject(new Error('The process died')))
      const context = lambdaContext({ functionName: operation.id, requestId: randomUUID(), timeoutMs: 30_000 })
      entry
        .open(restricted(operation, parts, options.onPermission ?? keepPermission), known)(event, context)
        .then(resolve, reject)
    })

  const deliver = (queue: string, body: string, delayMs: number, receiveCount: number): void => {
    const worker = workerOperations.find(({ id }) => id === queue)
    if (!worker || !isCarried(queue)) return
    time.after(delayMs, async () => {
      const attributes = { ApproximateReceiveCount: String(receiveCount) }
      const record = { messageId: randomUUID(), receiptHandle: '', body, attributes, messageAttributes: {} }
      const answer = await invoke(worker, { Records: [record] }).then(
        (given) => (given as SQSBatchResponse).batchItemFailures.length === 0,
        () => false,
      )
      if (answer) return
      const againMs = visibilitySecondsOf(worker) * 1000
      if (receiveCount < worker.attemptsMax) deliver(queue, body, againMs, receiveCount + 1)
      else dead.push({ queue, body })
    })
  }

  for (const schedule of scheduleOperations) {
    if (!scheduled.includes(schedule.id)) continue
    const run = () => {
      invoke(schedule, { time: '' }).catch(() => undefined)
    }
    const tick = () => {
      time.after(schedule.everyMinutes * 60_000, tick)
      const isPassedOver = schedule.id === 'redrive-due' && hasNothingDue(time.now())
      if (isPassedOver === true) return nothingDone
      if (isPassedOver) time.busy(isPassedOver.then((isQuiet) => (isQuiet ? undefined : run())))
      else run()
    }
    tick()
  }

  const receive = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const route = callbackOperations.find(({ path }) => matches(path, pathname))
    if (!route) return new Response('', { status: 404 })
    const answered = await arrive(route, request.method, pathname + search, request.headers, await request.text())
    return new Response(answered.statusCode === 204 ? null : answered.body, {
      status: answered.statusCode,
      headers: answered.headers as Record<string, string>,
    })
  }

  const arrive = async (
    operation: { method: string; path: string } & Operation,
    method: string,
    target: string,
    headers: Headers,
    body: string,
  ): Promise<Result> => {
    const reception = { route: { method, path: `/api${operation.path}` }, requestId: randomUUID(), now: time.now() }
    const event = toEvent({ method, target, headers: Object.fromEntries(headers), body }, reception)
    return invoke(operation, event).catch(() => ({ statusCode: 500, body: '{}' })) as Promise<Result>
  }

  const api = async (token: string, method: string, path: string, body?: unknown) => {
    const target = `/api${path}`
    const [pathname = ''] = target.split('?')
    const operation = httpOperations
      .toSorted((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))
      .find((one) => one.method === method && routesOf(one).some(({ path }) => matches(path, pathname)))
    if (!operation) throw new Error(`No operation for ${method} ${path}`)
    const headers = new Headers({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
    const text = body === undefined ? '' : JSON.stringify(body)
    const { statusCode, body: answer } = await time.until(arrive(operation, method, target, headers, text))
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
    return { status: statusCode ?? 0, body: JSON.parse(String(answer)) as any }
  }

  const newId = newIds(time.now, random)
  const user = async () => {
    const id = newId()
    const token = writeToken(id, random.bytes(32))
    await registry.users(basics).create({ id, name: 'Ada', email: 'ada@example.com', created_at: time.now() })
    await registry
      .tokens(basics)
      .create({ hash: hashToken(token), user_id: id, ending: token.slice(-6), created_at: time.now() })
    const owned = { user_id: id, country_code: 'US', type_label: 'Normal' as const, can_send_sms: true }
    await registry.numbers(basics).create({ ...owned, id: newId(), phone_number: newPhone() })
    return { id, token }
  }
  let numbersMade = 0
  const newPhone = () => `+1202556${String(1000 + numbersMade++)}`

  return {
    now: time.now,
    random,
    carrier,
    table,
    parts: basics,
    logged,
    dead,
    headKeys: heads.keys,
    user,
    api,
    run: (seconds: number) => time.advance(Math.round(seconds * 1000)),
    close: () => client.destroy(),
  }
}

export type RunningSimulation = Awaited<ReturnType<typeof openSimulation>>

const userOf = (event: unknown): number | undefined => {
  const text = JSON.stringify(event)
  const told = /"user_id\\":(\d+)|\/carrier\/[^"]*?\/(\d+)-\d+/.exec(text)
  if (told) return Number(told[1] ?? told[2])
  return readToken(/"Bearer ([^"]+)"/.exec(text)?.[1] ?? '')?.user_id
}

const matches = (path: string, pathname: string): boolean => {
  const pattern = `/api${path}`.split('/')
  const parts = pathname.split('/')
  return (
    parts.length === pattern.length && pattern.every((part, index) => part.startsWith('{') || part === parts[index])
  )
}

const thriftyRandom = (seed: string): Random => {
  const numbers = seededRandom(`${seed}/numbers`)
  let block = Buffer.alloc(0)
  let at = 0
  return {
    number: () => {
      if (at === block.length) {
        block = Buffer.from(numbers.bytes(32))
        at = 0
      }
      at += 4
      return block.readUInt32BE(at - 4) / 2 ** 32
    },
    bytes: seededRandom(seed).bytes,
  }
}

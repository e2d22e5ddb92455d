import { writeFile } from 'node:fs/promises'
import { type CostUnits, type UnitUse, unitsFile } from '../../infra/cost/units.ts'
import type { Opener } from '../../infra/local/stack.ts'
import type { Operation } from '../../shared/operations/define.ts'
import { httpOperations, operations } from '../../shared/operations/index.ts'
import { metricsOf } from '../../shared/runtime/metrics.ts'
import { assistantFor } from '../fixtures.ts'
import { openReceiver } from '../receiver.ts'
import type { World } from '../world.ts'
import type { BenchRow, Measure } from './measure.ts'
import { type Invocation, openRecordedWorld, roundTripsInSequence, unitsOf } from './recorder.ts'
import { ask } from './requests.ts'

/** The simulated person with this number answers, talks and hangs up. */
const talkativeNumber = '+12025550100'
const lifeSeconds = 1_200
const idleMinutes = 30

/**
 * Assumed milliseconds of our own code per invocation, because its time on AWS cannot be measured
 * on this machine.
 */
const ownMs = 10
const tableMs = 8
const queueMs = 10
const outsideMs = 300
const modelMs = 1_200
const platformBytes = 500

export const cost: Measure = {
  topic: 'cost',
  title: 'What is used of AWS, for docs/cost.md',
  run: async ({ dynamodb }) => {
    const watch = watchNetwork()
    const { world, invocations } = await openRecordedWorld(dynamodb, (operation, parts) => ({
      ...parts,
      ...watch.around(operation, parts),
    }))
    const receiver = await openReceiver()
    const user = await world.user()
    await world.number(user)
    await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 100_000_000, description: 'Top-up' })
    const webhook = { webhook_url: `${receiver.url}/`, is_webhook_active: true }
    const assistant_id = await assistantFor(world, user, webhook)
    await world.run(1)

    const during = async (act: () => Promise<unknown>) => {
      const before = { ...watch.totals(), bytes: await storedBytes(world), lines: world.logged.length }
      const first = invocations.length
      await act()
      const lines = world.logged.slice(before.lines)
      const bytes = (await storedBytes(world)) - before.bytes
      const spent = { invocations: invocations.slice(first), lines, waits: watch.since(before) }
      return { spent, bytes }
    }

    const idle = await during(() => world.run(idleMinutes * 60))
    const call = await during(async () => {
      const request = { phone_number: talkativeNumber, assistant_id }
      await world.api(user.token, 'POST', '/user/make_call', request)
      await world.run(lifeSeconds)
    })
    const sms = await during(async () => {
      const from = (await world.services.numbers.list(user.id))[0]?.id
      await world.api(user.token, 'POST', '/user/sms', { from, to: '+12025550120', body: 'Hello' })
      await world.run(60)
    })
    const metrics = new Set(world.logged.flatMap(({ message, fields }) => metricNames(message, fields)))
    const requests = await during(async () => {
      for (const operation of httpOperations) await ask(world, operation, await world.user())
    })
    await world.close()
    await receiver.close()

    const turns = call.spent.waits.turns
    const isOf = (kind: Operation['kind']) => (id: string) =>
      operations.some((one) => one.id === id && one.kind === kind)
    const isRun = isOf('schedule')
    const isTalk = (id: string) => operations.some((one) => one.id === id && one.area === 'conversations')
    const isRequest = isOf('http')
    const requested = requests.spent.invocations.filter(({ operation }) => isRequest(operation)).length
    const units: CostUnits = {
      call: usageOf(call.spent, (id) => !isTalk(id) && !isRun(id), 1, call.bytes),
      turn: usageOf(call.spent, isTalk, turns),
      sms: usageOf(sms.spent, (id) => !isRun(id), 1, sms.bytes),
      request: usageOf(requests.spent, isRequest, requested),
      schedule_run: usageOf(idle.spent, isRun, idleMinutes),
      metrics: metrics.size,
    }
    await writeFile(new URL(`../../${unitsFile}`, import.meta.url), `${JSON.stringify(units, null, 2)}\n`)
    const { metrics: _, ...used } = units
    return Object.entries(used).map(([what, usage]): BenchRow => ({ what, ...usage }))
  },
}

interface Spent {
  invocations: Invocation[]
  lines: World['logged']
  waits: Waits
}

interface Waits {
  ms: Map<string, number>
  frames: number
  turns: number
}

const watchNetwork = () => {
  const seen: { operation: string; ms: number; isFrame: boolean; isTurn: boolean }[] = []
  const talks = (id: string) => operations.some((one) => one.id === id && one.kind === 'socket')
  return {
    around: (operation: string, { fetch }: Parameters<Opener>[1]) => ({
      fetch: (async (...request: Parameters<typeof fetch>) => {
        const url = String(request[0] instanceof Request ? request[0].url : request[0])
        const isSocket = url.includes('@connections')
        const isFrame = isSocket && request[1]?.method !== 'GET'
        const isModel = url.includes('/chat/completions') || url.includes('/responses')
        const ms = isSocket ? ownMs : isModel ? modelMs : outsideMs
        seen.push({ operation, ms, isFrame, isTurn: isModel && talks(operation) })
        return fetch(...request)
      }) satisfies typeof fetch,
    }),
    totals: () => ({ seen: seen.length }),
    since: ({ seen: first }: { seen: number }): Waits => {
      const later = seen.slice(first)
      const ms = new Map<string, number>()
      for (const one of later) ms.set(one.operation, (ms.get(one.operation) ?? 0) + one.ms)
      return {
        ms,
        frames: later.filter(({ isFrame }) => isFrame).length,
        turns: later.filter(({ isTurn }) => isTurn).length,
      }
    },
  }
}

const usageOf = (spent: Spent, isMeant: (id: string) => boolean, count: number, bytes = 0): UnitUse => {
  const invocations = spent.invocations.filter(({ operation }) => isMeant(operation))
  const declared = (id: string) => operations.find((one) => one.id === id)
  const kindIs = (...kinds: Operation['kind'][]) =>
    invocations.filter(({ operation }) => kinds.some((kind) => declared(operation)?.kind === kind)).length
  const units = invocations.map(unitsOf)
  const memory = (id: string) => (declared(id)?.memoryMegabytes ?? 0) / 1024
  const waited = [...spent.waits.ms].filter(([id]) => isMeant(id))
  const asksReceiver = invocations.filter(({ operation }) => operation === 'deliver-webhook')
  const gigabyteMs =
    sum(invocations.map((one) => memory(one.operation) * (ownMs + tableMs * roundTripsInSequence(one) + queueMs))) +
    sum(waited.map(([id, ms]) => memory(id) * ms)) +
    sum(asksReceiver.map(({ operation }) => memory(operation) * outsideMs))
  const lines = spent.lines.filter(({ fields }) => isMeant(String(fields.operation)))
  const share = (value: number) => Math.round((value / count) * 1000) / 1000
  return {
    read_units: share(sum(units.map(({ read }) => read))),
    write_units: share(sum(units.map(({ write }) => write))),
    invocations: share(invocations.length),
    gigabyte_seconds: share(gigabyteMs / 1000),
    // Each worker message costs three SQS requests: send, receive and delete.
    queue_requests: share(3 * kindIs('worker')),
    http_requests: share(kindIs('http', 'callback')),
    socket_messages: share(kindIs('socket') ? kindIs('socket') + spent.waits.frames : 0),
    log_bytes: Math.round(
      share(sum(lines.map((line) => JSON.stringify(line).length)) + invocations.length * platformBytes),
    ),
    stored_bytes: bytes,
  }
}

const sum = (values: number[]): number => values.reduce((whole, value) => whole + value, 0)

const storedBytes = async (world: World): Promise<number> =>
  sum((await world.items()).map((item) => JSON.stringify(item).length))

const metricNames = (message: string, fields: Parameters<typeof metricsOf>[2]): string[] => {
  const { _aws: counted, ...values } = metricsOf('bench', message, fields, 0)
  return counted ? Object.keys(values).map((name) => `${name} ${fields.to ?? fields.status ?? fields.kind ?? ''}`) : []
}

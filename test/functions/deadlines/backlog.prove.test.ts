import type { SQSClient } from '@aws-sdk/client-sqs'
import { expect, test } from 'vitest'
import { handler } from '../../../functions/deadlines/redrive-due.ts'
import { lambdaContext } from '../../../infra/local/lambda-context.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { openParts } from '../../../shared/runtime/wiring.ts'
import {
  callKey,
  campaignClearKey,
  campaignWakeKey,
  deliveryKey,
  dueKey,
  dueShards,
  type StoredKey,
  smsKey,
} from '../../../shared/table/keys.ts'
import type { Range } from '../../../shared/table/table.ts'
import { memoryTable } from '../../memory-table.ts'

interface Entry {
  MessageBody: string
  DelaySeconds: number
}

const keyOf: Record<string, (user: number, id: number) => StoredKey> = {
  'advance-call': callKey,
  'dispatch-campaign': campaignWakeKey,
  'clear-campaign': campaignClearKey,
  'settle-sms': smsKey,
  'deliver-webhook': deliveryKey,
}
const queues = Object.keys(keyOf)
const perMinute = 20_000
const queriesPerRun = 2 * dueShards
const user = 7
const startAt = Date.UTC(2026, 10, 25, 10)

const openSchedule = (isDone: (queue: string) => boolean = () => false) => {
  const table = memoryTable()
  let now = startAt
  const reads = { queries: 0, keys: 0 }
  let sent = new Map<string, number[]>()
  let requests = 0
  let delays: number[] = []
  const send = async ({ input }: { input: { QueueUrl: string; Entries: Entry[] } }) => {
    requests += 1
    delays.push(...input.Entries.map(({ DelaySeconds }) => DelaySeconds))
    expect(input.Entries.length).toBeLessThanOrEqual(10)
    const ids = input.Entries.map(({ MessageBody }) => Math.max(...Object.values<number>(JSON.parse(MessageBody))))
    sent.set(input.QueueUrl, [...(sent.get(input.QueueUrl) ?? []), ...ids])
    return {}
  }
  const query = async <T>(range: Range) => {
    const found = await table.query<T>(range)
    reads.queries += 1
    reads.keys += found.length
    return found
  }
  const parts = openParts(
    {
      TABLE_NAME: 'backlog',
      ...Object.fromEntries(queues.map((queue) => [`${queue.replace('-', '_').toUpperCase()}_QUEUE_URL`, queue])),
    },
    {
      table: { ...table, query },
      clock: { now: () => now, sleep: async () => {} },
      sqs: { send } as unknown as SQSClient,
      log: { with: () => parts.log, info: () => {}, warn: () => {}, error: () => {} },
    },
  )
  const run = handler.open(parts, registry)
  const write = (queue: string, id: number, due_at: number | undefined) =>
    table.write([
      { put: { ...keyOf[queue]?.(user, id), pk: '', sk: '', ...keyOf[queue]?.(user, id), ...dueKey(id, due_at) } },
    ])

  return {
    now: () => now,
    add: async (queue: string, ids: Iterable<number>, due_at: number) => {
      for (const id of ids) await write(queue, id, due_at)
    },
    minute: async () => {
      now += 60_000
      sent = new Map()
      requests = 0
      delays = []
      Object.assign(reads, { queries: 0, keys: 0 })
      await run({ time: '' }, lambdaContext({ functionName: 'redrive-due', requestId: 'r1', timeoutMs: 60_000 }))
      for (const [queue, ids] of sent) if (isDone(queue)) for (const id of ids) await write(queue, id, undefined)
      return { of: (queue: string) => sent.get(queue) ?? [], requests, delays, ...reads }
    },
  }
}

function* idsFrom(first: number, count: number) {
  for (let id = first; id < first + count; id++) yield id
}

test('20,000 things a minute are driven: a backlog of 100,000 is gone in five', async () => {
  const schedule = openSchedule(() => true)
  await schedule.add('advance-call', idsFrom(101, 100_000), startAt - 3_600_000)
  for (let minute = 1; minute <= 5; minute++) {
    const driven = await schedule.minute()
    expect(driven.of('advance-call')).toHaveLength(perMinute)
    expect(driven.requests).toBe(perMinute / 10)
    expect([driven.queries, driven.keys]).toEqual([queriesPerRun, 100_000 - (minute - 1) * perMinute])
  }
  const after = await schedule.minute()
  expect([after.requests, after.queries, after.keys]).toEqual([0, queriesPerRun, 0])
})

test('a failing backlog of one kind delays nothing else', async () => {
  const schedule = openSchedule((queue) => queue !== 'advance-call')
  const others = queues.filter((queue) => queue !== 'advance-call')
  for (let minute = 0; minute < 20; minute++)
    await schedule.add('advance-call', idsFrom(101 + minute * 5_000, 5_000), startAt - minute * 60_000)
  const stuck = new Set<number>()
  for (let minute = 1; minute <= 8; minute++) {
    const dueAt = schedule.now() + 30_000
    for (const [place, queue] of others.entries())
      await schedule.add(
        queue,
        idsFrom(1_000_000 * minute + 10_000 * place, 500),
        place % 2 ? dueAt : startAt - 600_000,
      )
    const driven = await schedule.minute()
    for (const queue of others) expect([queue, driven.of(queue).length]).toEqual([queue, 500])
    expect(driven.of('advance-call')).toHaveLength(perMinute - others.length * 500)
    for (const id of driven.of('advance-call')) stuck.add(id)
  }
  expect(stuck.size).toBe(100_000)
})

test('of several backlogs none starves another', async () => {
  const schedule = openSchedule()
  await schedule.add('advance-call', idsFrom(101, 50_000), startAt - 3_600_000)
  await schedule.add('deliver-webhook', idsFrom(200_001, 30_000), startAt - 60_000)
  await schedule.add('settle-sms', idsFrom(300_001, 2_000), startAt)
  const driven = await schedule.minute()
  const counts = queues.map((queue) => [queue, driven.of(queue).length])
  expect(Object.fromEntries(counts)).toEqual({
    'advance-call': 9_000,
    'deliver-webhook': 9_000,
    'settle-sms': 2_000,
    'dispatch-campaign': 0,
    'clear-campaign': 0,
  })
})

test('resends a minute’s items evenly before the next minute', async () => {
  const schedule = openSchedule(() => true)
  await schedule.add('advance-call', idsFrom(101, 1_350), startAt - 3_600_000)
  const { delays } = await schedule.minute()
  const perSecond = [...Map.groupBy(delays, (delay) => delay).values()].map(({ length }) => length)
  expect([Math.max(...delays), Math.max(...perSecond), Math.min(...perSecond)]).toEqual([44, 30, 30])

  await schedule.add('advance-call', idsFrom(101, 20), startAt - 3_600_000)
  expect(new Set((await schedule.minute()).delays)).toEqual(new Set([0]))
})

import type { SQSClient } from '@aws-sdk/client-sqs'
import { beforeEach, describe, expect, test } from 'vitest'
import { handler } from '../../../functions/deadlines/redrive-due.ts'
import { lambdaContext } from '../../../infra/local/lambda-context.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import {
  callKey,
  campaignWakeKey,
  dueKey,
  evidenceExportKey,
  type StoredKey,
  smsKey,
} from '../../../shared/table/keys.ts'
import { useWorld } from '../../use-world.ts'

const driven: [operation: string, message: object][] = []
const note = (operation: string, event: unknown) => {
  const { Records } = event as { Records: { body: string }[] }
  driven.push(...Records.map(({ body }): [string, object] => [operation, JSON.parse(body)]))
  return Promise.resolve({ batchItemFailures: [] })
}

const world = useWorld({
  open: ({ operation, open }, parts) =>
    operation.kind === 'worker' ? (event) => note(operation.id, event) : open(parts, registry),
})
beforeEach(() => {
  driven.length = 0
})

const put = (key: StoredKey, id: number, due_at: number) =>
  world.parts.table.write([{ put: { ...key, ...dueKey(id, due_at) } }])
const sorted = () => driven.map((one) => JSON.stringify(one)).toSorted()

test('sends an overdue export of evidence to its worker', async () => {
  const key = evidenceExportKey(6, 10)
  await put(key, 10, world.clock.now() - 1)
  await world.run(60)
  expect(driven).toEqual([['write-evidence', { user_id: 6, export_id: 10 }]])
  await world.parts.table.write([{ delete: key }])
})

test('resends overdue items to their workers every minute until handled', async () => {
  const now = world.clock.now()
  await put(callKey(7, 11), 11, now - 1)
  await put(callKey(8, 12), 12, now + 50_000)
  await put(smsKey(7, 13), 13, now - 60_000)
  await put(smsKey(7, 14), 14, now + 61_000)
  await world.run(60)
  const first = [
    ['advance-call', { user_id: 7, call_id: 11 }],
    ['advance-call', { user_id: 8, call_id: 12 }],
    ['settle-sms', { user_id: 7, sms_id: 13 }],
  ]
  expect(sorted()).toEqual(first.map((one) => JSON.stringify(one)))
  driven.length = 0
  await world.parts.table.write([{ delete: callKey(7, 11) }])
  await world.run(60)
  const second = [first[1], first[2], ['settle-sms', { user_id: 7, sms_id: 14 }]]
  expect(sorted()).toEqual(second.map((one) => JSON.stringify(one)))
})

test('a thing of a kind that nobody knows stands in nobody’s way', async () => {
  const now = world.clock.now()
  await put({ pk: '7#riddle', sk: '0000000000000001' }, 1, now - 1)
  await put(smsKey(9, 15), 15, now - 1)
  await world.run(60)
  expect(driven).toContainEqual(['settle-sms', { user_id: 9, sms_id: 15 }])
})

describe('a backlog of one kind', () => {
  const overdue = async (count: number, firstId: number, due_at: number) => {
    const ids = Array.from({ length: count }, (_, index) => firstId + index)
    for (let start = 0; start < count; start += 100)
      await world.parts.table.write(
        ids.slice(start, start + 100).map((id) => ({ put: { ...callKey(10, id), ...dueKey(id, due_at) } })),
      )
  }

  const runIn = async (minutes: number): Promise<Map<string, string[]>> => {
    const sent = new Map<string, string[]>()
    const send = async ({ input }: { input: { QueueUrl: string; Entries: { MessageBody: string }[] } }) => {
      const queue = input.QueueUrl.split('/').at(-1) ?? ''
      sent.set(queue, [...(sent.get(queue) ?? []), ...input.Entries.map(({ MessageBody }) => MessageBody)])
      return {}
    }
    const now = world.clock.now() + minutes * 60_000
    const clock = { ...world.parts.clock, now: () => now }
    const parts = { ...world.parts, clock, sqs: { send } as unknown as SQSClient }
    const context = lambdaContext({ functionName: 'redrive-due', requestId: 'r1', timeoutMs: 60_000 })
    await handler.open(parts, registry)({ time: '' }, context)
    return sent
  }

  test('keeps nothing of another kind waiting that falls due behind it', async () => {
    const now = world.clock.now()
    await overdue(2_100, 10_000, now - 3_600_000)
    const wakes = [20, 21, 22, 23].map((id) => ({ put: { ...campaignWakeKey(10, id), ...dueKey(id, now - 1) } }))
    await world.parts.table.write(wakes)
    const sent = await runIn(0)
    expect(sent.get('dispatch-campaign')).toHaveLength(4)
    expect(sent.get('advance-call')?.length).toBeGreaterThanOrEqual(2_100)
  })
})

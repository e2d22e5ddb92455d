import { expect, test } from 'vitest'
import { compactionStarter } from '../../shared/lists/compaction-starter.ts'
import { heads } from '../../shared/lists/store/head.ts'
import { userKey } from '../../shared/table/keys.ts'
import { memoryTable } from '../memory-table.ts'

const user = 7
const clock = { now: () => Date.UTC(2026, 6, 1), sleep: async () => {} }
const random = { number: () => 0.5, bytes: (length: number) => new Uint8Array(length) }
const open = async () => {
  const table = memoryTable()
  await table.write([{ put: { ...userKey(user), id: user } }])
  const warnings: string[] = []
  const sent: number[] = []
  const log = { warn: (text: string) => warnings.push(text) }
  const nudge = async (_: object, delaySeconds: number) => {
    sent.push(delaySeconds)
  }
  return { table, parts: { table, clock, random, log, nudge }, warnings, sent }
}

test('sets deadlines for one record in 16, messages for one in 256', async () => {
  const { table, parts, sent } = await open()
  const { start } = compactionStarter(parts)
  const { due_at } = await heads(table, { noun: 'lead' }).read(user)
  await start(user, ['lead'], 17)
  expect([due_at, sent]).toEqual([undefined, []])
  await start(user, ['lead'], 32)
  expect((await heads(table, { noun: 'lead' }).read(user)).due_at).toBe(clock.now() + 60_000)
  expect(sent).toEqual([])
  await start(user, ['lead'], 512)
  expect(sent).toEqual([0, 11])
})

test.each(['get', 'write'] as const)('does not fail when the table refuses a %s', async (method) => {
  const { table, parts, warnings } = await open()
  const broken = { ...table, [method]: () => Promise.reject(new Error('Throttled')) }
  await compactionStarter({ ...parts, table: broken }).start(user, ['lead', 'call'])
  expect(warnings).toHaveLength(2)
})

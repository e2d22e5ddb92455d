import { expect, test } from 'vitest'
import { callTallies } from '../../../shared/data/calls/call-tallies.ts'
import { tallyHeads } from '../../../shared/data/calls/tally-items.ts'
import { callKey, userKey } from '../../../shared/table/keys.ts'
import { sampleCalls } from '../../lists/store/sample-calls.ts'
import { memoryTable } from '../../memory-table.ts'
import { everyDeathIsRepaired, historiesAgree } from './tally-lives.ts'

test('counts calls as brute force does, after every step of a few histories', () => historiesAgree(4))

test('counts exactly after a run that dies before any of its requests', everyDeathIsRepaired)

test('makes a block as soon as enough calls are counted in several quarters', async () => {
  const [user_id, now, table] = [12, Date.UTC(2026, 6, 1, 12), memoryTable()]
  await table.write([{ put: { ...userKey(user_id), id: user_id } }])
  const { ids, callAt } = sampleCalls(40, now - 86_400_000, user_id)
  const calls = ids.map((id, place) => ({ ...callKey(user_id, id), ...callAt(place) }))
  for (const call of calls) await table.putMany([call])
  const clock = { now: () => now, sleep: async () => {} }
  const random = { number: () => 0.5, bytes: (length: number) => new Uint8Array(length) }
  await callTallies({ table, clock, random, tallyLimits: { blockCalls: 40 } }).fold(user_id)
  const { blocks, loose } = await tallyHeads(table).read(user_id)
  expect(blocks.map(({ calls }) => calls)).toEqual([40])
  expect(loose).toBe(0)
})

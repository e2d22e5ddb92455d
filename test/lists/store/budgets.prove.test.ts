import { expect, inject, test } from 'vitest'
import { callHistory } from '../../../shared/data/calls/call-history.ts'
import { calls } from '../../../shared/data/calls/calls.ts'
import { compactionStarter } from '../../../shared/lists/compaction-starter.ts'
import { historyCompactor } from '../../../shared/lists/store/compactor.ts'
import { nodeCache } from '../../../shared/lists/store/node-cache.ts'
import { callKey, userKey } from '../../../shared/table/keys.ts'
import { idAt } from '../../../shared/words/id.ts'
import { askForPage, overBudget } from './asked.ts'
import { inParts, now, openMetered, user } from './loaded.ts'
import { loadCalls, pagesOfCalls } from './loaded-calls.ts'
import { sampleCalls } from './sample-calls.ts'

test.each([1000, 100_000])(
  'of %i calls, every page keeps its budget, and is right',
  { timeout: 240_000 },
  async (size) => {
    const loaded = await loadCalls(inject('dynamodb'), size)
    for (const page of pagesOfCalls(loaded))
      expect([page.name, overBudget(await askForPage(loaded, page))]).toEqual([page.name, []])
  },
)

test('a call costs two write units at most for its history', async () => {
  const { parts, units } = await openMetered(inject('dynamodb'))
  const { table } = parts
  let at = now
  const clock = { now: () => at, sleep: async () => {} }
  const own = { ...parts, clock, nodes: nodeCache() }
  const store = calls(own)
  const nudge = async () => {}
  const sending = compactionStarter({ ...own, nudge, log: { warn: () => {} } })
  const compactor = historyCompactor(own, callHistory)
  await table.write([{ put: { ...userKey(user), id: user } }])
  const sample = sampleCalls(600, now, user)
  let written = 0
  for (let minute = 0; minute < 12; minute++) {
    const some = Array.from({ length: 40 }, (_, index) => sample.callAt(minute * 40 + index))
    const made = some.map((call, index) => ({ ...call, id: idAt(at + index * 1500, 0.5) }))
    await inParts(made, (call) => table.write([{ put: { ...callKey(user, call.id), ...call } }]))
    at += 60_000
    units.written = 0
    for (const { id } of made) {
      await store.register({ user_id: user, call_id: id })
      await sending.start(user, ['call'], id)
    }
    await compactor.compact(user)
    written += units.written
  }
  expect(written / (12 * 40)).toBeLessThanOrEqual(2)
})

import { beforeAll, describe, expect, inject, test } from 'vitest'
import { callHistory } from '../../../shared/data/call-history.ts'
import { callPages } from '../../../shared/data/call-pages.ts'
import { calls } from '../../../shared/data/calls.ts'
import { nodeCache } from '../../../shared/data/history/node-cache.ts'
import { historySealer } from '../../../shared/data/history/sealer.ts'
import { callKey, userKey } from '../../../shared/data/keys.ts'
import { sealing } from '../../../shared/data/sealing.ts'
import { idAt } from '../../../shared/domain/id.ts'
import { inParts, type LoadedCalls, loadCalls, now, openMetered, pagesOf, perPage, tailRows, user } from './loaded.ts'
import { sampleCalls } from './sample-calls.ts'
import { tripsOver } from './trips.ts'

describe.each([1000, 100_000])('of %i calls, a page', (size) => {
  let loaded: LoadedCalls
  beforeAll(async () => {
    loaded = await loadCalls(inject('dynamodb'), size)
  }, 120_000)

  test.each(pagesOf(size))('%s keeps its budget, and is right', async (_name, filterOf, first) => {
    const { parts, units, sample, keep } = loaded
    const filter = filterOf(sample)
    const matching = loaded.matching(filter)
    const shown = matching.slice(first, first + perPage)
    await keep(shown)

    const nodes = nodeCache()
    for (const isWarm of [false, true]) {
      const trips = tripsOver(parts.table)
      units.read = 0
      const page = await callPages({ ...parts, table: trips.table, nodes }).page(user, filter, first, perPage)
      expect(page.total).toBe(matching.length)
      expect(page.calls.map(({ id }) => id)).toEqual(shown.map((place) => sample.ids[place]))
      expect(page.details.every(Boolean)).toBe(true)
      expect(trips.inSequence()).toBeLessThanOrEqual(4)
      // The page's own rows: a header and a detail each.
      const beside = units.read - 2 * shown.length
      expect(beside).toBeLessThanOrEqual(isWarm ? 4 + 0.2 * tailRows : 600)
    }
  })
})

test('a call costs at most two write units for its history, with settling in and sealing', async () => {
  const { parts, units } = await openMetered(inject('dynamodb'))
  const { table } = parts
  let at = now
  const clock = { now: () => at, sleep: async () => {} }
  const own = { ...parts, clock, historyLimits: { beginMs: 0 }, nodes: nodeCache() }
  const store = calls(own)
  const sealer = historySealer(own, callHistory)
  await table.write([{ put: { ...userKey(user), id: user } }])
  const sample = sampleCalls(600, now, user)
  let written = 0
  for (let minute = 0; minute < 12; minute++) {
    const some = Array.from({ length: 40 }, (_, place) => sample.callAt(minute * 40 + place))
    const made = some.map((call, place) => ({ ...call, id: idAt(at + place * 1500, 0.5) }))
    await inParts(made, (call) => table.write([{ put: { ...callKey(user, call.id), ...call } }]))
    at += 60_000
    units.written = 0
    for (const { id } of made) {
      await store.settleIn({ user_id: user, call_id: id })
      await sealing(own).sendFor(user, ['call'], id)
    }
    await sealer.seal(user)
    written += units.written
  }
  expect(written / (12 * 40)).toBeLessThanOrEqual(2)
})

import { beforeEach, expect, test } from 'vitest'
import { type Pace, pace } from '../../shared/data/dial-rate.ts'
import { type FreshTable, freshTable } from './fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const big = { user_id: 1, campaign_id: 10 }
const small = { user_id: 2, campaign_id: 20 }

let store: FreshTable
let turns: Pace
const paceAt = (perSecond: string | undefined) => pace({ ...store, settings: { get: () => perSecond } })
beforeEach(async () => {
  store = await freshTable()
  turns = paceAt('2')
})

test('single calls follow each other at the pace of the account', async () => {
  const taken = [await turns.takeSingle(now), await turns.takeSingle(now), await turns.takeSingle(now + 5_000)]
  expect(taken).toEqual([now, now + 500, now + 5_000])
})

test('the pace is one call a second where nobody says otherwise', async () => {
  const usual = paceAt(undefined)
  expect([await usual.takeSingle(now), await usual.takeSingle(now)]).toEqual([now, now + 1000])
})

test.each(['0', '-1', 'fast', ''])('a pace of "%s" is an accident, and nobody gets a turn', async (perSecond) => {
  await expect(paceAt(perSecond).takeSingle(now)).rejects.toThrow('CARRIER_CALLS_PER_SECOND is not a positive number')
})

test('a single call goes before a campaign that wants more than there is', async () => {
  const { turns_at, again_at } = await turns.takeTurns(big, 100, now)
  expect(turns_at).toEqual([now, now + 500, now + 1000])
  expect(await turns.takeSingle(now)).toBe(now + 1500)
  expect(again_at).toBeGreaterThan(now)
})

test('many who ask at once each get turns of their own, though all of them write one item', async () => {
  const asked = await Promise.all([
    ...Array.from({ length: 10 }, () => turns.takeSingle(now)),
    turns.takeTurns(big, 3, now).then(({ turns_at }) => turns_at),
    turns.takeTurns(small, 3, now).then(({ turns_at }) => turns_at),
  ])
  const taken = asked.flat().toSorted((one, other) => one - other)
  expect(taken.length).toBeGreaterThanOrEqual(10)
  for (const [index, turn] of taken.slice(1).entries()) expect(turn - (taken[index] ?? 0)).toBe(500)
})

test('a turn that was granted but never heard of is lost, not given twice', async () => {
  let armed = true
  store.interfere(async (command, go) => {
    const answer = await go()
    if (armed && command.startsWith('Put')) {
      armed = false
      throw new Error('timed out')
    }
    return answer
  })
  await expect(turns.takeSingle(now)).rejects.toThrow('timed out')
  expect(await turns.takeSingle(now)).toBe(now + 500)
})

test('campaigns that keep asking share the turns alike, whatever each of them wants', async () => {
  const got = new Map([big, small].map((party) => [party.campaign_id, 0]))
  const again = new Map<number, number>()
  for (let at = now; at < now + 30_000; at += 100)
    for (const party of [big, small]) {
      if ((again.get(party.campaign_id) ?? 0) > at) continue
      const { turns_at, again_at } = await turns.takeTurns(party, party === big ? 100 : 3, at)
      got.set(party.campaign_id, (got.get(party.campaign_id) ?? 0) + turns_at.length)
      again.set(party.campaign_id, again_at ?? at + 1000)
    }
  const [ofBig = 0, ofSmall = 0] = got.values()
  expect(ofBig + ofSmall).toBeGreaterThan(50)
  expect(Math.abs(ofBig - ofSmall)).toBeLessThanOrEqual(6)
})

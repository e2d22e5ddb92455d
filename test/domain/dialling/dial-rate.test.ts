import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  aheadMs,
  noTurns,
  type Party,
  type Turns,
  takeSingle,
  takeTurns,
} from '../../../shared/domain/dialling/dial-rate.ts'

/**
 * Campaigns that always want turns, woken as late as `lateness` says; single calls in between. Every turn that anybody
 * got, in the order of asking.
 */
const simulate = (options: {
  parties: Party[]
  wanted: number
  intervalMs: number
  seconds: number
  lateness: () => number
  singles?: number[]
}) => {
  const { parties, wanted, intervalMs, seconds, lateness, singles = [] } = options
  let turns: Turns = noTurns
  const taken: { party: Party | 'single'; at: number; turn_at: number }[] = []
  let waking = parties.map((party) => ({ party, at: 0 }))
  const calls = [...singles]
  for (;;) {
    waking = waking.toSorted((one, other) => one.at - other.at)
    const [next, ...rest] = waking
    if (!next || next.at > seconds * 1000) return taken
    const single = calls[0]
    if (single !== undefined && single <= next.at) {
      calls.shift()
      const got = takeSingle(turns, single, intervalMs)
      turns = got.turns
      taken.push({ party: 'single', at: single, turn_at: got.turn_at })
      continue
    }
    const got = takeTurns(turns, next.party, wanted, next.at, intervalMs)
    turns = got.turns
    for (const turn_at of got.turns_at) taken.push({ party: next.party, at: next.at, turn_at })
    waking = [...rest, { party: next.party, at: (got.again_at ?? next.at + 1000) + lateness() }]
  }
}

const party = (user_id: number, campaign_id: number): Party => ({ user_id, campaign_id })
const count = (taken: { party: Party | 'single' }[], wanted: Party) =>
  taken.filter(({ party: one }) => one !== 'single' && one.campaign_id === wanted.campaign_id).length

const world = fc.record({
  users: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
  perSecond: fc.constantFrom(1, 2, 5, 30),
  wanted: fc.integer({ min: 1, max: 40 }),
  latenesses: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 50 }),
  singles: fc
    .array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 20 })
    .map((times) => times.toSorted((a, b) => a - b)),
})

/** Lateness without rhythm. */
const crowd = fc.record({
  users: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
  latenesses: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 97, maxLength: 97 }),
})

interface Asked {
  users: number[]
  perSecond: number
  wanted: number
  latenesses: number[]
  singles: number[]
}

const run = ({ users, perSecond, wanted, latenesses, singles }: Asked) => {
  const parties = users.flatMap((campaigns, user) =>
    Array.from({ length: campaigns }, (_, index) => party(user + 1, user * 100 + index)),
  )
  let step = 0
  const lateness = () => latenesses[step++ % latenesses.length] ?? 0
  const seconds = 120
  const intervalMs = 1000 / perSecond
  return { parties, seconds, intervalMs, taken: simulate({ parties, wanted, intervalMs, seconds, lateness, singles }) }
}

test('turns are never closer together than the rate allows, and never in the past', () => {
  fc.assert(
    fc.property(world, (asked) => {
      const { taken, intervalMs } = run(asked)
      const at = taken.map(({ turn_at }) => turn_at).toSorted((a, b) => a - b)
      const apart = at.every((turn, index) => index === 0 || turn - (at[index - 1] ?? 0) >= intervalMs - 1e-6)
      return apart && taken.every(({ at, turn_at }) => turn_at >= at)
    }),
    { numRuns: 200 },
  )
})

test('campaigns take no turn further ahead than a second, whatever they want', () => {
  fc.assert(
    fc.property(world, (asked) =>
      run(asked).taken.every(({ party, at, turn_at }) => party === 'single' || turn_at <= at + aheadMs),
    ),
    { numRuns: 200 },
  )
})

test.each([1, 30])('users get on equally fast, and so do the campaigns of each, at %i a second', (perSecond) => {
  fc.assert(
    fc.property(crowd, (asked) => {
      const { parties, taken, seconds, intervalMs } = run({ ...asked, perSecond, wanted: 40, singles: [] })
      const users = [...new Set(parties.map(({ user_id }) => user_id))]
      const own = (user: number) => parties.filter(({ user_id }) => user_id === user)
      const perUser = users.map((user) => own(user).reduce((sum, one) => sum + count(taken, one), 0))
      const fair = (seconds * 1000) / intervalMs / users.length
      const isFair = perUser.every((got) => got >= 0.6 * Math.min(fair, 40 * seconds) - 2)
      return isFair && parties.every((one) => count(taken, one) >= (0.4 * fair) / own(one.user_id).length - 2)
    }),
    { numRuns: 100 },
  )
})

test('nearly every turn is used while somebody wants one', () => {
  fc.assert(
    fc.property(world, (asked) => {
      const { taken, seconds, intervalMs } = run({ ...asked, wanted: 40, perSecond: Math.min(5, asked.perSecond) })
      return taken.length >= 0.75 * ((seconds * 1000) / intervalMs)
    }),
    { numRuns: 100 },
  )
})

describe('a campaign', () => {
  const big = party(1, 10)
  const small = party(2, 20)

  test('alone gets its first turn at once and the next a second later', () => {
    const { turns_at, again_at } = takeTurns(noTurns, big, 5, 10_000, 1000)
    expect(turns_at).toEqual([10_000, 11_000])
    expect(again_at).toBe(11_000)
  })

  test('that wants no more leaves the line', () => {
    const { turns, again_at } = takeTurns(noTurns, big, 1, 10_000, 1000)
    expect(again_at).toBeUndefined()
    expect(turns.line).toEqual([])
  })

  test('of one user with many does not keep another user waiting for all of them', () => {
    let turns = takeTurns(noTurns, big, 2, 0, 1000).turns
    for (let campaign = 11; campaign < 60; campaign++) turns = takeTurns(turns, party(1, campaign), 5, 0, 1000).turns
    const { again_at } = takeTurns(turns, small, 5, 0, 1000)
    expect(again_at).toBeLessThanOrEqual(2_000)
  })

  test('that did not come when its turn came loses its place', () => {
    const first = takeTurns(takeTurns(noTurns, big, 9, 0, 1000).turns, small, 9, 0, 1000)
    const { turns_at } = takeTurns(first.turns, party(3, 30), 1, 60_000, 1000)
    expect(turns_at).toEqual([60_000])
  })
})

test('a single call goes before every campaign in line', () => {
  let turns = noTurns
  for (let campaign = 0; campaign < 100; campaign++)
    turns = takeTurns(turns, party(campaign, campaign), 9, 0, 1000).turns
  expect(takeSingle(turns, 0, 1000).turn_at).toBeLessThanOrEqual(2_000)
})

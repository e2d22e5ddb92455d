import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterAsking,
  behindOf,
  isPresent,
  type WaitingCampaign,
} from '../../../shared/domain/dialling/campaign-queue.ts'
import { aheadMs, type DialRate, freeRate, takeDials } from '../../../shared/domain/dialling/dial-rate.ts'

interface Party {
  user_id: number
  campaign_id: number
}

/** The rate with the campaigns of each user, as the store keeps them. */
const openRate = (intervalMs: number, stored = freeRate) => {
  let rate: DialRate = stored
  const queues = new Map<number, { place: number | undefined; waiting: WaitingCampaign[] }>()
  const places = new Map<number, number | undefined>()
  return {
    forCampaign: ({ user_id, campaign_id }: Party, wanted: number, now: number) => {
      const { place, waiting: stored } = queues.get(user_id) ?? { place: undefined, waiting: [] }
      const waiting = stored.filter((one) => isPresent(one, now))
      const behind = behindOf(waiting, campaign_id)
      const others = waiting.filter((one) => one.campaign_id !== campaign_id)
      const request = { kind: 'campaign' as const, place, behind, wanted, othersWaiting: others.length }
      const taken = takeDials(rate, request, now, intervalMs)
      rate = taken.rate
      const turn = afterAsking({ campaign_id }, taken)
      const isKept = turn && behind < waiting.length && taken.dials_at.length === 0
      const after = turn ? others.toSpliced(isKept ? behind : others.length, 0, turn) : others
      queues.set(user_id, { place: taken.place, waiting: after })
      return taken
    },
    forSingle: (user_id: number, now: number) => {
      const place = places.get(user_id)
      const taken = takeDials(rate, { kind: 'single', place, behind: 0, wanted: 1, othersWaiting: 0 }, now, intervalMs)
      rate = taken.rate
      places.set(user_id, taken.place)
      return taken
    },
    rate: () => rate,
  }
}

interface Dialled {
  kind: 'single' | 'campaign'
  party: Party
  at: number
  dial_at: number
}

/**
 * Campaigns that always want dial times and come as late as `lateness` says; users with so many single calls in a row,
 * of which the first asks. All dial times, in the order of asking.
 */
const simulate = (options: {
  parties: Party[]
  callers?: { user_id: number; from: number; calls: number }[]
  wanted: number
  intervalMs: number
  seconds: number
  lateness: () => number
  stored?: DialRate
}): Dialled[] => {
  const { parties, callers = [], wanted, intervalMs, seconds, lateness, stored } = options
  const rate = openRate(intervalMs, stored)
  const dialled: Dialled[] = []
  let asking = [
    ...parties.map((party) => ({ kind: 'campaign' as const, party, at: 0, left: Infinity })),
    ...callers.map(({ user_id, from, calls }) => ({
      kind: 'single' as const,
      party: { user_id, campaign_id: 0 },
      at: from,
      left: calls,
    })),
  ]
  for (;;) {
    asking = asking.toSorted((one, other) => one.at - other.at)
    const [next, ...rest] = asking
    if (!next || next.at > seconds * 1000) return dialled
    const { kind, party, at } = next
    const got = kind === 'campaign' ? rate.forCampaign(party, wanted, at) : rate.forSingle(party.user_id, at)
    for (const dial_at of got.dials_at) dialled.push({ kind, party, at, dial_at })
    const left = next.left - got.dials_at.length
    const again_at = got.again_at ?? (kind === 'campaign' ? at + 1000 : at)
    // A single call waits for its last second by itself.
    const lateMs = kind === 'campaign' ? lateness() : Math.min(20, lateness())
    asking = left > 0 ? [...rest, { ...next, left, at: again_at + lateMs }] : rest
  }
}

const party = (user_id: number, campaign_id: number): Party => ({ user_id, campaign_id })
const count = (dialled: Dialled[], wanted: Party) =>
  dialled.filter(({ kind, party: one }) => kind === 'campaign' && one.campaign_id === wanted.campaign_id).length

const world = fc.record({
  users: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
  perSecond: fc.constantFrom(1, 2, 5, 30),
  wanted: fc.integer({ min: 1, max: 40 }),
  latenesses: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 50 }),
  callers: fc.array(
    fc.record({
      user_id: fc.integer({ min: 1, max: 9 }),
      from: fc.integer({ min: 0, max: 60_000 }),
      calls: fc.integer({ min: 1, max: 40 }),
    }),
    { maxLength: 5 },
  ),
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
  callers: { user_id: number; from: number; calls: number }[]
  stored?: DialRate
}

const run = ({ users, perSecond, wanted, latenesses, callers, stored }: Asked) => {
  const parties = users.flatMap((campaigns, user) =>
    Array.from({ length: campaigns }, (_, index) => party(user + 1, user * 100 + index)),
  )
  let step = 0
  const lateness = () => latenesses[step++ % latenesses.length] ?? 0
  const seconds = 120
  const intervalMs = 1000 / perSecond
  const each = callers.filter(({ user_id }, index) => callers.findIndex((one) => one.user_id === user_id) === index)
  const dialled = simulate({ parties, callers: each, wanted, intervalMs, seconds, lateness, stored })
  return { parties, seconds, intervalMs, dialled }
}

test('whoever asks is served before those in front come, as long as there are dial times for all of them', () => {
  const waitingOf = (count: number) => ({ given: count, served: 0, missed: 0 })
  const rate = (single: number, campaign: number): DialRate => ({
    free_at: 0,
    last: 'single',
    overtaken: freeRate.overtaken,
    single: waitingOf(single),
    campaign: waitingOf(campaign),
  })
  const ask = (rate: DialRate) =>
    takeDials(rate, { kind: 'single', place: undefined, behind: 0, wanted: 1, othersWaiting: 0 }, 0, 40).dials_at
  expect(ask(rate(10, 10))).toEqual([0])
  expect(ask(rate(12, 13))).toEqual([0])
  expect(ask(rate(13, 13))).toEqual([])
})

test('dial times are never closer together than the rate allows, and never in the past', () => {
  fc.assert(
    fc.property(world, (asked) => {
      const { dialled, intervalMs } = run(asked)
      const at = dialled.map(({ dial_at }) => dial_at).toSorted((a, b) => a - b)
      const apart = at.every((dial, index) => index === 0 || dial - (at[index - 1] ?? 0) >= intervalMs - 1e-6)
      return apart && dialled.every(({ at, dial_at }) => dial_at >= at)
    }),
    { numRuns: 200 },
  )
})

test('nothing is dialled further ahead than a second, whatever is wanted', () => {
  fc.assert(
    fc.property(world, (asked) => run(asked).dialled.every(({ at, dial_at }) => dial_at <= at + aheadMs)),
    { numRuns: 200 },
  )
})

test.each([1, 30])('users get on equally fast, and so do the campaigns of each, at %i a second', (perSecond) => {
  fc.assert(
    fc.property(crowd, (asked) => {
      const { parties, dialled, seconds, intervalMs } = run({ ...asked, perSecond, wanted: 40, callers: [] })
      const users = [...new Set(parties.map(({ user_id }) => user_id))]
      const own = (user: number) => parties.filter(({ user_id }) => user_id === user)
      const perUser = users.map((user) => own(user).reduce((sum, one) => sum + count(dialled, one), 0))
      const fair = (seconds * 1000) / intervalMs / users.length
      const isFair = perUser.every((got) => got >= 0.6 * Math.min(fair, 40 * seconds) - 2)
      return isFair && parties.every((one) => count(dialled, one) >= (0.4 * fair) / own(one.user_id).length - 2)
    }),
    { numRuns: 100 },
  )
})

/** The share of all turns that were used, and how long the unused ones took, in milliseconds. */
const used = (asked: Asked) => {
  const { dialled, seconds, intervalMs } = run({ ...asked, wanted: 40 })
  const singles = dialled.filter(({ kind }) => kind === 'single').length
  return {
    share: (dialled.length * intervalMs) / (seconds * 1000),
    lostMs: seconds * 1000 - dialled.length * intervalMs,
    singles,
  }
}

test('nearly every turn is used while somebody wants one, if campaigns come 200 ms late at most', () => {
  fc.assert(
    fc.property(world, (asked) => {
      const latenesses = asked.latenesses.map((late) => late % 201)
      return used({ ...asked, latenesses }).share >= 0.95
    }),
    { numRuns: 100 },
  )
})

test('a campaign that comes later costs no more than its lateness for each single call that waits for its turn', () => {
  fc.assert(
    fc.property(world, (asked) => {
      const { lostMs, singles } = used(asked)
      return lostMs <= 0.25 * 120_000 + singles * Math.max(...asked.latenesses)
    }),
    { numRuns: 100 },
  )
})

test('a hundred calls of a user delay the only call of another by two turns at most, and campaigns get their half', () => {
  fc.assert(
    fc.property(crowd, fc.integer({ min: 5_000, max: 60_000 }), ({ users, latenesses }, askedAt) => {
      const callers = [
        { user_id: 101, from: 0, calls: 100 },
        { user_id: 102, from: askedAt, calls: 1 },
      ]
      const { dialled } = run({ users, latenesses, perSecond: 1, wanted: 40, callers })
      const only = dialled.find(({ party }) => party.user_id === 102)
      const between = dialled.filter(({ dial_at }) => dial_at > askedAt && dial_at < (only?.dial_at ?? Infinity))
      const before = between.filter(({ party }) => party.user_id === 101)
      const ofCampaigns = dialled.filter(({ kind }) => kind === 'campaign')
      return before.length <= 2 && between.length <= 4 && ofCampaigns.length >= 0.4 * dialled.length
    }),
    { numRuns: 100 },
  )
})

/** A rate with places whose holders never come: workers died between taking them and keeping them. */
const lost = fc.record({
  places: fc.integer({ min: 1, max: 8 }),
  perSecond: fc.constantFrom(1, 2, 5, 30),
  latenesses: fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 97, maxLength: 97 }),
})
const withLost = (kind: 'single' | 'campaign', places: number): DialRate => ({
  ...freeRate,
  [kind]: { given: places, served: 0, missed: 0 },
})

test('places that were lost hold up a single call by four seconds each at most, however many turns campaigns use', () => {
  fc.assert(
    fc.property(lost, fc.integer({ min: 1, max: 6 }), ({ places, ...asked }, campaigns) => {
      const callers = [{ user_id: 102, from: 2_000, calls: 1 }]
      const stored = withLost('single', places)
      const { dialled } = run({ ...asked, users: [campaigns], wanted: 40, callers, stored })
      const only = dialled.find(({ kind }) => kind === 'single')
      return (only?.dial_at ?? Infinity) <= 2_000 + 4_000 * (places + 1)
    }),
    { numRuns: 200 },
  )
})

test('places that were lost hold up a campaign by four seconds each at most, however many turns single calls use', () => {
  fc.assert(
    fc.property(lost, ({ places, ...asked }) => {
      const callers = [1, 2, 3].map((user) => ({ user_id: 100 + user, from: 0, calls: 4_000 }))
      const stored = withLost('campaign', places)
      const { dialled } = run({ ...asked, users: [1], wanted: 40, callers, stored })
      const only = dialled.find(({ kind }) => kind === 'campaign')
      return (only?.dial_at ?? Infinity) <= 4_000 * (places + 1)
    }),
    { numRuns: 200 },
  )
})

test.each(['single', 'campaign'] as const)(
  'places that were lost cost no turns any more after four seconds each (%s)',
  (kind) => {
    fc.assert(
      fc.property(lost, ({ places, ...asked }) => {
        const callers = kind === 'single' ? [{ user_id: 101, from: 0, calls: 4_000 }] : []
        const users = kind === 'single' ? [] : [1]
        const { dialled, seconds, intervalMs } = run({
          ...asked,
          users,
          wanted: 40,
          callers,
          stored: withLost(kind, places),
        })
        const from = 4_000 * (places + 1)
        const after = dialled.filter(({ dial_at }) => dial_at >= from)
        return after.length >= (0.85 * (seconds * 1000 - from)) / intervalMs
      }),
      { numRuns: 100 },
    )
  },
)

describe('a campaign', () => {
  const big = party(1, 10)
  const small = party(2, 20)

  test('alone gets its first dial time at once and the next a second later', () => {
    const { dials_at, again_at } = openRate(1000).forCampaign(big, 5, 10_000)
    expect(dials_at).toEqual([10_000, 11_000])
    expect(again_at).toBe(11_000)
  })

  test('that wants no more has no place', () => {
    const rate = openRate(1000)
    const { place, again_at } = rate.forCampaign(big, 1, 10_000)
    expect([place, again_at]).toEqual([undefined, undefined])
    expect(rate.rate().campaign).toEqual({ given: 0, served: 0, missed: 0 })
  })

  test('of one user with many does not keep another user waiting for all of them', () => {
    const rate = openRate(1000)
    for (let campaign = 10; campaign < 60; campaign++) rate.forCampaign(party(1, campaign), 5, 0)
    expect(rate.forCampaign(small, 5, 0).again_at).toBeLessThanOrEqual(2_000)
  })

  test('that did not come when its turn came is not waited for', () => {
    const rate = openRate(1000)
    rate.forCampaign(big, 9, 0)
    rate.forCampaign(small, 9, 0)
    expect(rate.forCampaign(party(3, 30), 1, 60_000).dials_at).toEqual([60_000])
  })

  test('that comes late has the first right to the next dial time', () => {
    const rate = openRate(1000)
    rate.forCampaign(big, 2, 0)
    expect(rate.forCampaign(small, 1, 0).dials_at).toEqual([])
    for (let user = 3; user < 9; user++) rate.forCampaign(party(user, user), 2, 5_000)
    expect(rate.forCampaign(small, 1, 6_000).dials_at).toEqual([7_000])
  })
})

test('a single call goes before every campaign but the one whose turn it is', () => {
  const rate = openRate(1000)
  for (let campaign = 0; campaign < 100; campaign++) rate.forCampaign(party(campaign, campaign), 9, 0)
  expect(rate.forSingle(7, 0).again_at).toBeLessThanOrEqual(2_000)
})

test('ignores a place that was never given', () => {
  const asked = { kind: 'single' as const, place: 1_000, behind: 0, wanted: 1, othersWaiting: 0 }
  expect(takeDials(freeRate, asked, 10_000, 1000).dials_at).toEqual([10_000])
})

test('a place that two ask with at once, where no dial time is free for the second, leaves the rate as it was', () => {
  const served = { ...freeRate, free_at: 20_000, campaign: { given: 2, served: 2, missed: 0 } }
  const asked = { kind: 'campaign' as const, place: 1, behind: 0, wanted: 3, othersWaiting: 0 }
  const { rate, dials_at, again_at } = takeDials(served, asked, 10_000, 1000)
  expect([rate, dials_at, again_at]).toEqual([served, [], 19_000])
})

test('however many wait, the rate is stored in a few numbers', () => {
  const rate = openRate(1000)
  for (let user = 0; user < 1_000; user++) {
    rate.forSingle(user, 0)
    for (let campaign = 0; campaign < 5; campaign++) rate.forCampaign(party(user, user * 10 + campaign), 9, 0)
  }
  expect(rate.rate().campaign.given - rate.rate().campaign.served).toBe(1_000)
  expect(JSON.stringify(rate.rate()).length).toBeLessThan(200)
})

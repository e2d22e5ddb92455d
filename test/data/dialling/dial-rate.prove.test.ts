import { beforeEach, describe, expect, test } from 'vitest'
import { type DialRates, dialRate } from '../../../shared/data/dialling/dial-rate.ts'
import { callToDialKey } from '../../../shared/table/keys.ts'
import { must } from '../../../shared/words/must.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const big = { user_id: 1, campaign_id: 10 }
const small = { user_id: 2, campaign_id: 20 }
const call = (user_id: number, call_id = user_id) => ({ user_id, call_id })

let store: FreshTable
let at = now
let rate: DialRates
const rateOf = (perSecond: string | undefined) =>
  dialRate({
    ...store,
    clock: { now: () => at, sleep: store.clock.sleep },
    settings: { get: () => perSecond },
  })
beforeEach(async () => {
  store = await freshTable()
  at = now
  rate = rateOf('2')
})

test('single calls follow each other at the rate of the account', async () => {
  for (const turn of [0, 1, 2]) expect(await rate.takeSingle(call(turn + 1))).toEqual({ dial_at: now + turn * 500 })
  expect(await rate.takeSingle(call(4))).toEqual({ again_at: now + 500 })
  at = now + 500
  expect(await rate.takeSingle(call(4))).toEqual({ dial_at: now + 1500, given: [] })
})

test('the rate is one call a second if no other is set', async () => {
  const usual = rateOf(undefined)
  expect([await usual.takeSingle(call(1)), await usual.takeSingle(call(2))]).toEqual([
    { dial_at: now },
    { dial_at: now + 1000 },
  ])
})

test.each(['0', '-1', 'fast', ''])('a rate of "%s" is an accident, and no call is dialled', async (perSecond) => {
  await expect(rateOf(perSecond).takeSingle(call(1))).rejects.toThrow(
    'CARRIER_CALLS_PER_SECOND is not a positive number',
  )
})

test('a call that need not wait is written nowhere but in the rate', async () => {
  await rate.takeSingle(call(1))
  expect(store.commands.filter((command) => command !== 'Query')).toEqual(['GetItem', 'GetItem', 'PutItem'])
})

describe('the calls of one user', () => {
  /** Those that wait, once all that can be dialled within a second are. */
  const [second, third, fourth] = [call(1, 12), call(1, 13), call(1, 14)]
  const fill = async () => {
    for (const other of [7, 8, 9]) await rate.takeSingle(call(other))
    expect(await rate.takeSingle(second)).toEqual({ again_at: now + 500 })
    expect(await rate.takeSingle(third)).toEqual({})
  }

  test('are dialled in their order: the first takes dial times for those behind it, and wakes the next at its time', async () => {
    await fill()
    at = now + 2_000
    const behind = [fourth, call(1, 15), call(1, 16)]
    for (const one of behind) expect(await rate.takeSingle(one)).toEqual({})
    const [, fifth, sixth] = behind
    const given = [
      { ...third, dial_at: at + 500 },
      { ...fourth, dial_at: at + 1000 },
    ]
    expect(await rate.takeSingle(second)).toEqual({ dial_at: at, given, wakes: fifth, wakes_at: at + 500 })
    for (at of [at, at + 500]) expect(await rate.takeSingle(call(1, 16))).toEqual({})
    expect(await rate.takeSingle(call(1, 15))).toEqual({
      dial_at: at + 1000,
      given: [],
      wakes: sixth,
      wakes_at: at + 500,
    })
  })

  test('that are many share with another user’s, whose call comes after no more of them than there were turns', async () => {
    rate = rateOf('10')
    for (let one = 11; one < 60; one++) await rate.takeSingle(call(1, one))
    at = now + 1_500
    const { dial_at, given = [], wakes, wakes_at } = await rate.takeSingle(call(1, 22))
    expect(given).toHaveLength(10)
    const other = await rate.takeSingle(call(2))
    expect(other).toEqual({ again_at: expect.any(Number) })
    at = must(other.again_at, 'time to ask again')
    const mine = await rate.takeSingle(call(2))
    expect(mine.dial_at).toBeLessThanOrEqual(must(dial_at, 'dial time') + 1_300)
    expect(wakes).toEqual(call(1, 33))
    expect(must(wakes_at, 'time of the next')).toBeLessThanOrEqual(at)
  })

  test('get no dial time twice, where the worker of the first died once it had taken them: the next one asks anew', async () => {
    await fill()
    at = now + 2_000
    await rate.takeSingle(second)
    const again = await rate.takeSingle(third)
    expect(again).toEqual({ dial_at: at + 1000 })
  })

  test('wake the first of them if they come again and it has not, because its message was lost', async () => {
    await fill()
    at = now + 500 + 3_001
    expect(await rate.takeSingle(third)).toEqual({ wakes: second })
  })

  test('wake the first of them as they join once it is half a minute late, because its worker left it there', async () => {
    await fill()
    at = now + 500 + 30_000
    expect(await rate.takeSingle(fourth)).toEqual({})
    at += 1
    expect(await rate.takeSingle(call(1, 15))).toEqual({ wakes: second })
  })

  test('leave the first of them alone that asks by its own message, however often they come', async () => {
    await fill()
    for (at of [now, now + 500, now + 3_000]) expect(await rate.takeSingle(third)).toEqual({})
  })

  test('wake one that has become the first and has never asked, because its worker died', async () => {
    await fill()
    expect(await rate.takeSingle(fourth)).toEqual({})
    expect(await rate.leave(second)).toEqual(third)
    at = now + 3_001
    expect(await rate.takeSingle(fourth)).toEqual({ wakes: third })
  })

  test('hold up no other once they have left', async () => {
    await fill()
    expect(await rate.leave(third)).toBeUndefined()
    expect(await rate.leave(second)).toEqual(third)
    expect(await rate.leave(second)).toBeUndefined()
    at = now + 2_000
    expect(await rate.takeSingle(third)).toEqual({ dial_at: at, given: [] })
    expect(await store.table.query({ pk: callToDialKey(1, 0).pk })).toEqual([])
  })

  test('ask once, however many messages come for one of them', async () => {
    rate = rateOf('0.1')
    await rate.takeSingle(call(7))
    expect(await rate.takeSingle(second)).toEqual({ again_at: now + 9_000 })
    expect(await rate.takeSingle(second)).toEqual({})
    at = now + 9_000
    expect(await rate.takeSingle(second)).toEqual({ dial_at: now + 10_000, given: [] })
  })
})

test('a single call goes before a campaign that wants more than there is', async () => {
  const { dials_at, again_at } = await rate.takeForCampaign(big, 100)
  expect(dials_at).toEqual([now, now + 500, now + 1000])
  expect(again_at).toBeGreaterThan(now)
  expect(await rate.takeSingle(call(1))).toEqual({ again_at: now + 500 })
  at = now + 500
  expect((await rate.takeForCampaign(big, 100)).dials_at).toEqual([])
  expect(await rate.takeSingle(call(1))).toEqual({ dial_at: now + 1500, given: [] })
})

test('three hundred takers at once get dial times of their own or are told when to come again, and none fails', async () => {
  const fast = rateOf('1000')
  const taken = await Promise.all([
    ...Array.from({ length: 150 }, (_, user) => fast.takeSingle(call(user + 1))),
    ...Array.from({ length: 150 }, (_, user) => fast.takeForCampaign({ user_id: user + 1, campaign_id: 1 }, 1)),
  ])
  const times = taken.flatMap((one) => ('dials_at' in one ? one.dials_at : (one.dial_at ?? [])))
  expect(new Set(times).size).toBe(times.length)
  expect(times.length).toBeGreaterThan(0)
  for (const one of taken) {
    const isServed = 'dials_at' in one ? one.dials_at.length > 0 : one.dial_at !== undefined
    if (!isServed) expect(one.again_at).toBeGreaterThanOrEqual(now)
  }
})

test('a dial time that was granted but never heard of is lost, not given twice', async () => {
  let armed = true
  store.interfere(async (command, go) => {
    const answer = await go()
    if (armed && command.startsWith('Put')) {
      armed = false
      throw new Error('timed out')
    }
    return answer
  })
  await expect(rate.takeSingle(call(1))).rejects.toThrow('timed out')
  expect(await rate.takeSingle(call(1))).toEqual({ dial_at: now + 500 })
})

test('campaigns that keep asking share the dial times alike, whatever each of them wants', async () => {
  const got = new Map([big, small].map((party) => [party.campaign_id, 0]))
  const again = new Map<number, number>()
  for (at = now; at < now + 30_000; at += 100)
    for (const party of [big, small]) {
      if ((again.get(party.campaign_id) ?? 0) > at) continue
      const { dials_at, again_at } = await rate.takeForCampaign(party, party === big ? 100 : 3)
      got.set(party.campaign_id, (got.get(party.campaign_id) ?? 0) + dials_at.length)
      again.set(party.campaign_id, again_at ?? at + 1000)
    }
  const [ofBig = 0, ofSmall = 0] = got.values()
  expect(ofBig + ofSmall).toBeGreaterThan(50)
  expect(Math.abs(ofBig - ofSmall)).toBeLessThanOrEqual(6)
})

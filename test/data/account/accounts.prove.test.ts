import { beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '../../../shared/data/account/accounts.ts'
import { ledger } from '../../../shared/data/account/ledger.ts'
import { users } from '../../../shared/data/account/users.ts'
import { calls } from '../../../shared/data/calls/calls.ts'
import { type Account, liveCallIds } from '../../../shared/domain/account/account.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { payableLeg } from '../../../shared/domain/calls/call-hold.ts'
import { newLeg } from '../../../shared/domain/calls/new-leg.ts'
import { newlyWaiting } from '../../../shared/domain/calls/placement.ts'
import { balanceKey, callKey, holdKey } from '../../../shared/table/keys.ts'
import { must } from '../../../shared/words/must.ts'
import { readPhone } from '../../../shared/words/phone.ts'
import { type PartialCall, ringingCall } from '../../fixtures.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

const minutePrice = 60_000
const now = Date.UTC(2026, 0, 1)

let store: FreshTable
beforeAll(async () => {
  store = await freshTable()
})

const under = (chosen: Record<string, string> = {}) =>
  accounts({ ...store, settings: { get: (name: string) => chosen[name] } })
const book = () => ledger(store)

let made = 0
const payer = async (micros: number): Promise<number> => {
  const user_id = ++made
  await users(store).create({ id: user_id, name: 'Ada', email: 'ada@example.com', created_at: now })
  if (micros) await book().move({ user_id, type: 'top_up', amount: micros, description: '' })
  return user_id
}
const answered = { phase: 'answered', asked_at: now, answered_at: now } as const
const callOf = (user_id: number, id: number, more: PartialCall = {}): Call => ({
  ...ringingCall({ id, user_id, assistant_id: 1, status: 'initiated', placement: newlyWaiting() }, now),
  ...{ carrier_minute: 10_000, platform_minute: 50_000 },
  ...more,
})
const accountOf = (user_id: number) => store.table.get<Account>(balanceKey(user_id))
const expectNothingHeld = async (user_id: number) => {
  const account = await accountOf(user_id)
  expect(account).toMatchObject({ reserved: 0, live_calls: 0 })
  expect(account && liveCallIds(account)).toEqual([])
}

test('holds of calls beyond the first 200 are found, counted, listed and released', async () => {
  const user_id = await payer(minutePrice * 1_000)
  const many = under({ LIVE_CALLS_PER_USER: '1000' })
  const ids = Array.from({ length: 203 }, (_, index) => index + 1)
  for (const id of ids) expect(await many.hold(callOf(user_id, id))).toEqual({ minutes: 3 })
  expect(liveCallIds(must(await accountOf(user_id), 'account'))).toHaveLength(200)
  const held = { reserved: 203 * 3 * minutePrice, live_calls: 203 }
  expect(await accountOf(user_id)).toMatchObject(held)

  expect(await many.hold(callOf(user_id, 203))).toEqual({ minutes: 3 })
  const own = callOf(user_id, 202, { placement: answered, covered_seconds: 180 })
  expect(await Promise.all([many.hold(own), many.hold(own)])).toEqual([{ minutes: 6 }, { minutes: 6 }])
  expect(await accountOf(user_id)).toMatchObject({ ...held, reserved: held.reserved + 3 * minutePrice })
  expect((await many.means(user_id, 202)).account).toMatchObject({ apart_202: 6 * minutePrice })
  const suspended = must(await many.suspend(user_id, now), 'account')
  expect(liveCallIds(suspended).toSorted((one, other) => one - other)).toEqual(ids)

  await store.table.write([{ put: { ...callKey(user_id, 201), ...callOf(user_id, 201) } }])
  await calls(store).charge({ ...callOf(user_id, 201), closed_at: now, total_cost: minutePrice }, now)
  await Promise.all(ids.map((call_id) => many.release({ user_id, call_id })))
  await expectNothingHeld(user_id)
  expect(await store.table.query({ pk: holdKey(user_id, 0).pk })).toEqual([])
  expect(await accountOf(user_id)).toMatchObject({ micros: minutePrice * 999 })
})

describe('what is held for a call', () => {
  test('is the price of three minutes, less with little money or a shorter limit', async () => {
    expect(await under().hold(callOf(await payer(minutePrice * 10), 1))).toEqual({ minutes: 3 })
    expect(await under().hold(callOf(await payer(minutePrice * 2.5), 1))).toEqual({ minutes: 2 })
    const short = callOf(await payer(minutePrice * 10), 1, { max_duration_seconds: 61 })
    expect(await under().hold(short)).toEqual({ minutes: 2 })
  })

  test('is made for one of fifty concurrent calls with money for one minute', async () => {
    const user_id = await payer(minutePrice)
    const ids = Array.from({ length: 50 }, (_, index) => index + 1)
    const covered = await Promise.all(ids.map((id) => under().hold(callOf(user_id, id))))
    expect(covered.filter(({ minutes }) => minutes === 1)).toHaveLength(1)
    expect(covered.filter(({ minutes }) => minutes === undefined)).toHaveLength(49)
    expect(await accountOf(user_id)).toMatchObject({ micros: minutePrice, reserved: minutePrice, live_calls: 1 })
  })

  test('is found again by who died after it', async () => {
    const user_id = await payer(minutePrice * 3)
    const covers = [1, 2, 3].map(() => under().hold(callOf(user_id, 7)))
    expect(await Promise.all(covers)).toEqual([{ minutes: 3 }, { minutes: 3 }, { minutes: 3 }])
    expect(await accountOf(user_id)).toMatchObject({ reserved: minutePrice * 3, live_calls: 1 })
  })

  test('grows before it runs out, once for each time that the call knows of', async () => {
    const user_id = await payer(minutePrice * 5)
    const own = callOf(user_id, 1, { placement: answered, covered_seconds: 180 })
    await under().hold(callOf(user_id, 1))
    expect(await under().hold(own)).toEqual({ minutes: 5 })
    expect(await under().hold(own)).toEqual({ minutes: 5 })
    expect(await under().hold({ ...own, covered_seconds: 300 })).toEqual({ minutes: undefined, obstacle: 'balance' })
    expect(await accountOf(user_id)).toMatchObject({ reserved: minutePrice * 5, live_calls: 1 })
  })

  test('is not made for a call that was charged a moment ago', async () => {
    const user_id = await payer(minutePrice * 10)
    const own = callOf(user_id, 1, { placement: answered, covered_seconds: 180 })
    await under().hold(callOf(user_id, 1))
    const over = { ...own, closed_at: now, total_cost: minutePrice }
    await store.table.write([{ put: { ...callKey(user_id, 1), ...over } }])
    await calls(store).charge(over, now)
    expect(await under().hold(own)).toEqual({ minutes: 0 })
    await expectNothingHeld(user_id)
  })

  test('of a leg is not made again after the leg’s charge', async () => {
    const user_id = await payer(minutePrice * 100)
    const phone = must(readPhone('+12025550101'), 'phone')
    const legOf = (id: number) => newLeg({ to: phone, is_warm: false, by: 'assistant' }, id, now, now)
    const failed = { ...legOf(11), stage: { phase: 'undialled', outcome: 'failed', over_at: now } as const }
    const own = callOf(user_id, 1, { placement: answered, legs: [failed] })
    await store.table.write([{ put: { ...callKey(user_id, 1), ...own } }])
    expect(await under().hold(payableLeg(own, legOf(11), 1, 120))).toEqual({ minutes: 2 })
    await calls(store).chargeLeg({ user_id, call_id: 1, place: 1 }, now)
    await expectNothingHeld(user_id)
    expect(await under().hold(payableLeg(own, legOf(11), 1, 120))).toEqual({ minutes: 0 })
    await expectNothingHeld(user_id)
    expect(await under().hold(payableLeg(own, legOf(12), 2, 120))).toEqual({ minutes: 2 })
    expect(await accountOf(user_id)).toMatchObject({ live_calls: 1 })
  })

  test('is released once with the charge, in one entry, or without one', async () => {
    const user_id = await payer(minutePrice * 10)
    for (const [id, total_cost] of [
      [1, minutePrice],
      [2, 0],
    ] as const) {
      const own = { ...callOf(user_id, id, { total_cost }), closed_at: now }
      await under().hold(callOf(user_id, id))
      await store.table.write([{ put: { ...callKey(user_id, id), ...own } }])
      await Promise.all([calls(store).charge(own, now), calls(store).charge(own, now)])
    }
    await expectNothingHeld(user_id)
    expect(await book().balance(user_id)).toBe(minutePrice * 9)
    const { entries } = await book().page(user_id, 0, 100)
    expect(entries.filter(({ type }) => type === 'call')).toMatchObject([{ amount: -minutePrice, call_id: 1 }])
  })

  test('of a call that was never made is free again, once', async () => {
    const user_id = await payer(minutePrice * 10)
    await under().hold(callOf(user_id, 1))
    const ref = { user_id, call_id: 1 }
    await Promise.all([under().release(ref), under().release(ref)])
    await under().release(ref)
    await expectNothingHeld(user_id)
  })

  test('cannot be spent on texts', async () => {
    const user_id = await payer(minutePrice)
    await under().hold(callOf(user_id, 1))
    const hold = { user_id, type: 'hold', amount: -1, description: '' } as const
    expect(await book().move(hold, { floor: 0 })).toEqual({ moved: false, why: 'insufficient' })
    await under().release({ user_id, call_id: 1 })
    expect(await book().move(hold, { floor: 0 })).toEqual({ moved: true })
  })
})

describe('the floor', () => {
  test('is zero for who has paid in, and nowhere for who never has', async () => {
    const prepaid = await payer(minutePrice)
    await book().move({ user_id: prepaid, type: 'call', amount: -minutePrice, description: '' })
    expect(await under().hold(callOf(prepaid, 1))).toEqual({ minutes: undefined, obstacle: 'balance' })
    expect(await under().hold(callOf(await payer(0), 1))).toEqual({ minutes: 3 })
  })

  test('is the overdraft of the stage for everybody, once it is chosen', async () => {
    const stage = under({ OVERDRAFT: '0.12' })
    expect(await stage.hold(callOf(await payer(0), 1))).toEqual({ minutes: 2 })
    expect(await under({ OVERDRAFT: '0' }).hold(callOf(await payer(0), 1))).toMatchObject({ obstacle: 'balance' })
  })
})

describe('the cap of live calls', () => {
  test('holds for concurrent calls, and leaves one in ten to single calls', async () => {
    const user_id = await payer(0)
    const stage = { LIVE_CALLS_PER_USER: '10' }
    const begin = async (from: number, more: PartialCall) => {
      const asked = Array.from({ length: 20 }, (_, index) => callOf(user_id, from + index, more))
      await store.table.putMany(asked.map((call) => ({ ...callKey(user_id, call.id), ...call })))
      return Promise.all(asked.map((call) => under(stage).hold(call)))
    }
    const ofCampaign = await begin(100, { campaign: { id: 5, name: 'Spring', lead_id: 6, main_lead_id: 6, slot: 0 } })
    expect(ofCampaign.filter(({ minutes }) => minutes)).toHaveLength(9)
    const single = await begin(200, {})
    expect(single.filter(({ minutes }) => minutes)).toHaveLength(1)
    expect(single.find(({ minutes }) => !minutes)).toMatchObject({ obstacle: 'busy' })
  })

  test('counts incoming calls and refuses none, nor for money, but for suspension', async () => {
    const user_id = await payer(1)
    const stage = under({ LIVE_CALLS_PER_USER: '1' })
    const ringing = { type: 'inbound', placement: { phase: 'received', asked_at: now } } as const
    expect(await stage.hold(callOf(user_id, 1, ringing))).toEqual({ minutes: 1 })
    expect(await stage.hold(callOf(user_id, 2, ringing))).toEqual({ minutes: 1 })
    expect(await accountOf(user_id)).toMatchObject({ live_calls: 2 })
    await stage.suspend(user_id, now)
    expect(await stage.hold(callOf(user_id, 3, ringing))).toMatchObject({ obstacle: 'suspended' })
  })
})

test('a suspended account begins and prolongs nothing; those that are live are told', async () => {
  const user_id = await payer(minutePrice * 10)
  await under().hold(callOf(user_id, 5))
  const account = await under().suspend(user_id, now)
  expect(account && liveCallIds(account)).toEqual([5])
  expect(await under().hold(callOf(user_id, 6))).toMatchObject({ obstacle: 'suspended' })
  const own = callOf(user_id, 5, { placement: answered, covered_seconds: 180 })
  expect(await under().hold(own)).toMatchObject({ obstacle: 'suspended' })
  expect(await under().resume(user_id)).toBe(true)
  expect(await under().hold(callOf(user_id, 6))).toEqual({ minutes: 3 })
})

test('lets each of a hundred calls beside a suspension be reported or refused', async () => {
  const user_id = await payer(0)
  const ids = Array.from({ length: 100 }, (_, index) => index + 1)
  const begun = ids.map((id) => under().hold(callOf(user_id, id)))
  const account = await under().suspend(user_id, now)
  const covered = await Promise.all(begun)
  const live = ids.filter((_, index) => covered[index]?.minutes !== undefined)
  expect(account && liveCallIds(account).toSorted((a, b) => a - b)).toEqual(live)
})

test('countries are those of the user, else those of the stage, else all', async () => {
  const user_id = await payer(0)
  const stage = under({ CALL_COUNTRIES: 'DE,US' })
  expect((await stage.means(user_id)).limits.countries).toEqual(['DE', 'US'])
  expect(await stage.allowCountries(user_id, ['FR'])).toBe(true)
  expect((await stage.means(user_id)).account.countries).toEqual(['FR'])
  expect(await stage.allowCountries(user_id, undefined)).toBe(true)
  expect((await stage.means(user_id)).account.countries).toBeUndefined()
  expect(await stage.allowCountries(999_999, ['FR'])).toBe(false)
})

import { describe, expect, test } from 'vitest'
import type { OwnedNumber } from '../../../shared/domain/account/number.ts'
import type { CallerIdStrategy } from '../../../shared/domain/campaigns/caller-id-strategy.ts'
import { chooseNumber } from '../../../shared/domain/dialling/choose-number.ts'
import {
  dayOf,
  firstRatedDay,
  mayCallFrom,
  type NumberDay,
  numbersView,
  poolBlocker,
  poolOf,
  poolReasons,
  poolRoom,
  weakNumbers,
  withCall,
} from '../../../shared/domain/dialling/number-pool.ts'
import { must } from '../../../shared/words/must.ts'

const now = Date.UTC(2026, 10, 25, 10)
const hourMs = 60 * 60_000
const today = '2026-11-25'

const numberOf = (id: number, phone_number: string, more: Partial<OwnedNumber> = {}): OwnedNumber => ({
  ...{ id, user_id: 1, phone_number, country_code: 'US', type_label: 'Normal', can_send_sms: true },
  ...more,
})
const three = [numberOf(1, '+12025560001'), numberOf(2, '+12065560002'), numberOf(3, '+493090182003')]

interface Scene {
  owned?: OwnedNumber[]
  days?: NumberDay[]
  strategy?: CallerIdStrategy
  max?: number
  ids?: number[]
  at?: number
}
const scene = ({ owned = three, days = [], strategy = 'rotate', max = 200, ids = [1, 2, 3], at = now }: Scene = {}) =>
  must(
    poolOf(
      { phone_number_ids: ids, caller_id_daily_max: max, caller_id_strategy: strategy, timezone: 'America/New_York' },
      owned,
      days,
      at,
    ),
    'pool',
  )
const called = (number_id: number, calls: number, more: Partial<NumberDay> = {}): NumberDay => ({
  ...{ day: today, number_id, calls },
  ...more,
})
const callee = { lead: {}, contact: { phone_number: '+12025550100' } }
const chosenFor = (pool: ReturnType<typeof scene>, phone_number = '+12025550100', more: object = {}) =>
  chooseNumber(pool, now, { lead: more, contact: { phone_number, ...more } })?.number.id

describe('rotate', () => {
  test('spreads a thousand calls within one call of even', () => {
    let pool = scene({ max: 1000 })
    for (let call = 0; call < 1000; call++) pool = withCall(pool, must(chooseNumber(pool, now, callee), 'number'))
    expect(pool.numbers.map(({ calls_today }) => calls_today).toSorted()).toEqual([333, 333, 334])
  })

  test('takes the number with the fewest calls today, whatever it did before', () => {
    const days = [called(1, 2), called(2, 1), called(3, 3), called(2, 900, { day: '2026-11-24' })]
    expect(chosenFor(scene({ days }))).toBe(2)
  })

  test('passes over numbers that have left, are suspended, paused or have made their calls', () => {
    const pause = { until: now + hourMs, day: today }
    const subscription = { price: 1, bought_at: 0, months: 1, suspension: { since: 0, charge_at: 0 } }
    const owned = [
      numberOf(1, '+12025560001', { leaves_at: now + hourMs }),
      numberOf(2, '+12025560002', { pause }),
      numberOf(4, '+12025560004', { subscription }),
      numberOf(5, '+12025560005'),
      numberOf(6, '+12025560006'),
    ]
    expect(chosenFor(scene({ owned, ids: [1, 2, 3, 4, 5, 6], days: [called(5, 200), called(6, 199)] }))).toBe(6)
  })
})

describe('local', () => {
  const owned = [
    numberOf(1, '+12025560001'),
    numberOf(2, '+12065560002'),
    numberOf(3, '+493090182003', { country_code: 'DE' }),
    numberOf(4, '+14255560004'),
  ]
  const local = (days: NumberDay[] = []) => scene({ owned, ids: [1, 2, 3, 4], strategy: 'local', days })

  test.each([
    ['the same area code', '+12025550100', [], 1],
    ['the same area code, though another number has fewer calls', '+12065550100', [called(2, 50)], 2],
    ['the same state', '+15095550100', [called(2, 1)], 4],
    ['the same country', '+493512345678', [called(3, 9)], 3],
    ['the fewest calls, where no number is near', '+33612345678', [called(1, 1)], 2],
    ['the same state, when the number of the area code has made its calls', '+12065550100', [called(2, 200)], 4],
  ])('takes a number with %s', (_, callee, days, expected) => {
    expect(chosenFor(local(days), callee)).toBe(expected)
  })

  const poolOfPhones = (phones: string[], days: NumberDay[]) =>
    scene({
      owned: phones.map((phone, index) => numberOf(index + 1, phone)),
      ids: phones.map((_, index) => index + 1),
      strategy: 'local',
      days,
    })

  test.each([
    ['of one of the provinces that share the area code', '+19025550100', ['+15065560001', '+17825560002']],
    ['of the stated province', '+12125550100', ['+14165560001', '+19025560002'], 'CA-PE'],
    ['of the stated country, if none has the state', '+13055550100', ['+14255560001', '+16045560002'], 'CA-ON'],
    ['of Canada for a Canadian, though all begin with +1', '+14165550100', ['+12125560001', '+16045560002']],
    ['of the United States for Puerto Rico', '+17875550100', ['+493090182001', '+12125560002']],
    ['of the German city', '+498912345678', ['+493090182001', '+498990182002']],
    ['of the Spanish city', '+34912345678', ['+34932345678', '+34912345679']],
    ['of the British city', '+442079460958', ['+441619460001', '+442079460002']],
    ['of Germany for a German mobile phone', '+4915112345678', ['+12125560001', '+493090182002']],
    ['of the country, not of an area code with the same digits', '+33142345678', ['+14255560001', '+33491234567']],
  ])('takes the number %s', (_, callee, phones, region?: string) => {
    expect(chosenFor(poolOfPhones(phones, [called(2, 50)]), callee, region ? { region } : {})).toBe(2)
  })

  test.each([
    ['is paused', { pause: { until: now + hourMs, day: today } }],
    ['is about to leave', { leaves_at: now + hourMs }],
    ['is suspended', { subscription: { price: 1, bought_at: 0, months: 1, suspension: { since: 0, charge_at: 0 } } }],
  ])('takes one of the same state when that of the area code %s', (_, more) => {
    const without = [numberOf(1, '+12065560001', more), numberOf(2, '+14255560002'), numberOf(3, '+12125560003')]
    const pool = scene({ owned: without, ids: [1, 2, 3], strategy: 'local', days: [called(2, 50)] })
    expect(chosenFor(pool, '+12065550100')).toBe(2)
  })

  test('spreads calls within one call of even among numbers of the same area code', () => {
    let pool = poolOfPhones(['+12065560001', '+12065560002', '+12065560003', '+12125560004'], [])
    const local = { lead: {}, contact: { phone_number: '+12065550100' } }
    for (let call = 0; call < 100; call++) pool = withCall(pool, must(chooseNumber(pool, now, local), 'number'))
    expect(pool.numbers.map(({ calls_today }) => calls_today)).toEqual([34, 33, 33, 0])
  })

  test('takes the state that the user has stated', () => {
    expect(chosenFor(local([called(2, 1)]), '+13055550100', { region: 'US-WA' })).toBe(4)
  })
})

describe('sticky', () => {
  const sticky = (days: NumberDay[] = [], owned = three) => scene({ strategy: 'sticky', days, owned })

  test('keeps the number that called the lead before', () => {
    expect(chosenFor(sticky([called(3, 150)]), '+12025550100', { caller_number_id: 3 })).toBe(3)
  })

  test.each([
    ['has made its calls', sticky([called(3, 200), called(1, 1)])],
    ['has left', sticky([called(1, 1)], three.slice(0, 2))],
  ])('takes another when that number %s', (_, pool) => {
    expect(chosenFor(pool, '+12025550100', { caller_number_id: 3 })).toBe(2)
  })
})

describe('a pool without a free number', () => {
  test('waits for the next day by the clock of the campaign', () => {
    const pool = scene({ max: 1, days: [called(1, 1), called(2, 1), called(3, 1)] })
    const next_at = Date.UTC(2026, 10, 26, 5)
    expect(poolBlocker(pool, now)).toEqual({ reason: poolReasons.full, next_at })
    expect(poolRoom(pool, now)).toBe(0)
  })

  test('waits for the end of the first pause', () => {
    const owned = [1, 2].map((id) =>
      numberOf(id, `+1202556000${id}`, { pause: { until: now + id * hourMs, day: today } }),
    )
    expect(poolBlocker(scene({ owned }), now)).toEqual({ reason: poolReasons.paused, next_at: now + hourMs })
  })

  test('has nothing to wait for when its user has none of its numbers', () => {
    expect(poolBlocker(scene({ owned: [] }), now)?.next_at).toBe(undefined)
  })
})

describe('the answer rate', () => {
  const days = (answered: number, ended = 100) => [
    called(1, 0, { ended, answered }),
    called(2, 0, { ended: 300, answered: 150 }),
  ]

  test.each([
    ['below half of the rate of the pool', 19, 100, [1]],
    ['at half of the rate of the pool', 25, 100, []],
    ['over fewer than a hundred calls', 0, 99, []],
  ])('%s', (_, answered, ended, weak) => {
    expect(weakNumbers(scene({ days: days(answered, ended) }), now).map(({ number }) => number.id)).toEqual(weak)
  })

  test('counts from the day after the last pause', () => {
    const owned = [numberOf(1, '+12025560001', { pause: { until: now - 1, day: today } }), ...three.slice(1)]
    expect(weakNumbers(scene({ days: days(0), owned }), now)).toEqual([])
    const tomorrow = days(0).map((one) => ({ ...one, day: '2026-11-26' }))
    expect(weakNumbers(scene({ days: tomorrow, owned }), now)).toHaveLength(1)
  })

  test('is shown over seven days, with the calls of today', () => {
    const counted = [...days(10), called(1, 40, { day: '2026-11-20', ended: 100, answered: 30 })]
    expect(numbersView(scene({ days: counted }), now)).toEqual([
      { id: 1, calls_today: 0, answer_rate_7d: 0.2, paused_until: null, pause_reason: null },
      { id: 2, calls_today: 0, answer_rate_7d: 0.5, paused_until: null, pause_reason: null },
      { id: 3, calls_today: 0, answer_rate_7d: null, paused_until: null, pause_reason: null },
    ])
  })
})

test('a day is the date by the clock of the campaign', () => {
  const late = Date.UTC(2026, 10, 26, 3)
  expect([dayOf('America/New_York', late), dayOf('UTC', late)]).toEqual(['2026-11-25', '2026-11-26'])
  expect(firstRatedDay('America/New_York', late)).toBe('2026-11-19')
})

test('does not make a reserved call whose number left the user or pool', () => {
  const from = numberOf(1, '+12025560001')
  const may = (
    phone_number_ids: number[] | null,
    counted: number | undefined,
    number: OwnedNumber | undefined = from,
  ) => mayCallFrom({ phone_number_ids }, { counted, from: number }, now)
  expect(may([1, 2], 1)).toBe(true)
  expect(may(null, undefined)).toBe(true)
  expect(may([2], 1)).toBe(false)
  expect(may(null, 1)).toBe(false)
  expect(may([1], undefined)).toBe(false)
  expect(may([1], 1, { ...from, leaves_at: now + hourMs })).toBe(false)
  const refused = { day: '2026-11-25', refusal: 'Not verified (21210).' }
  expect(may([1], 1, { ...from, pause: { until: now + hourMs, ...refused } })).toBe(false)
  expect(may([1], 1, { ...from, pause: { until: now, ...refused } })).toBe(true)
})

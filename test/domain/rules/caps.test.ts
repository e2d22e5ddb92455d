import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ruleFacts } from '../../../shared/domain/evidence/rule-facts.ts'
import { placeOf } from '../../../shared/domain/places/place.ts'
import { capFindings, nextAllowed } from '../../../shared/domain/rules/caps.ts'
import { dialsKept, noDials, withDial, withoutDial } from '../../../shared/domain/rules/dial-count.ts'
import { standingAt } from '../../../shared/domain/rules/legal-hours.ts'
import { type RuleOverride, type RuleSet, shippedRules } from '../../../shared/domain/rules/rule-set.ts'

const ruleSet: RuleSet = { rules: shippedRules, overrides: [] }
const hourMs = 60 * 60_000
/** A Wednesday, 12:00 in Florida. */
const noon = Date.UTC(2026, 10, 25, 17)
const florida = placeOf('+13055550100')
const berlin = placeOf('+493012345678')
const own = (region: string, calls: number, hours: number): RuleOverride => ({
  user_id: 1,
  region,
  caps: [{ calls, hours }],
  keeps_closed_days: true,
  updated_at: noon,
  revision: 1,
})
const withOwn = (...overrides: RuleOverride[]): RuleSet => ({ ...ruleSet, overrides })
const codes = (at: number, dials: number[] | undefined, place = florida, by = ruleSet) =>
  capFindings(place, by, dials, at).map(({ code }) => code)

describe('three calls in 24 hours', () => {
  const dials = [noon - 23 * hourMs, noon - 2 * hourMs, noon - hourMs]

  test('allow the third and hold the fourth until the first is 24 hours old', () => {
    expect(codes(noon, dials.slice(1))).toEqual([])
    expect(codes(noon, dials)).toEqual(['called_enough'])
    expect(codes(noon + hourMs - 1, dials)).toEqual(['called_enough'])
    expect(codes(noon + hourMs, dials)).toEqual([])
    expect(nextAllowed(florida, { ruleSet, dials }, noon)).toBe(noon + hourMs)
  })

  test('say whose rule it is, and whether it is verified or the user’s own', () => {
    expect(capFindings(florida, ruleSet, dials, noon)).toEqual([
      {
        code: 'called_enough',
        words: 'The number was called as often as it may be: 3 times in 24 hours (Florida).',
        region: 'US-FL',
        rule: 'US-FL@2020-01-01',
      },
    ])
    const stricter = withOwn(own('US', 1, 1), own('US-FL', 3, 7 * 24))
    expect(capFindings(florida, stricter, [noon - 1], noon).map(({ words }) => words)).toEqual([
      'The number was called as often as it may be: once in an hour (United States). The limit is your own.',
    ])
    expect(capFindings(florida, stricter, [...dials, noon - 1], noon)).toHaveLength(3)
  })

  test('are counted at a clock that is behind the one that dialled, too', () => {
    expect(codes(noon, [noon + 1, noon + 2, noon + 3])).toEqual(['called_enough'])
  })
})

test('with a cap, unknown dials allow none; without one they do not matter', () => {
  expect(codes(noon, undefined)).toEqual(['dials_unknown'])
  expect(nextAllowed(florida, { ruleSet, dials: undefined }, noon)).toBeUndefined()
  expect(codes(noon, undefined, placeOf('+12025550100'))).toEqual([])
  expect(nextAllowed(placeOf('+12025550100'), { ruleSet, dials: undefined }, noon)).toBe(noon)
})

test('the next call begins when both cap and place allow it', () => {
  const evening = noon + 7.5 * hourMs
  const dials = [noon - hourMs, noon, evening - hourMs]
  expect(nextAllowed(florida, { ruleSet, dials }, evening)).toBe(noon + 23 * hourMs)
  const saturday = Date.UTC(2026, 10, 28, 18)
  expect(nextAllowed(berlin, { ruleSet, dials: [saturday - 24 * hourMs, saturday, saturday] }, saturday)).toBe(
    Date.UTC(2026, 10, 30, 7),
  )
})

test('finds the first allowed instant, and stricter caps never allow more', () => {
  const arbitrary = fc.array(fc.integer({ min: -40 * 24 * 60, max: 0 }), { maxLength: dialsKept })
  fc.assert(
    fc.property(
      arbitrary,
      fc.constantFrom('+13055550100', '+493012345678', '+33123456789', '+12075550100', '+12025550100'),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 30 * 24 }),
      fc.integer({ min: 0, max: 14 * 24 * 60 }),
      (minutes, number, calls, hours, later) => {
        const at = noon + later * 60_000
        const dials = minutes.map((minute) => at + minute * 60_000)
        const place = placeOf(number)
        const stricter = withOwn(own(place.regions[0] ?? '', calls, hours))
        const isFree = (by: RuleSet, time: number) =>
          standingAt(place, by, time).isOpen && capFindings(place, by, dials, time).length === 0
        if (isFree(stricter, at)) expect(isFree(ruleSet, at)).toBe(true)
        const next = nextAllowed(place, { ruleSet: stricter, dials }, at)
        if (next === undefined) throw new Error('never')
        expect(isFree(stricter, next)).toBe(true)
        expect(next).toBeGreaterThanOrEqual(nextAllowed(place, { ruleSet, dials }, at) ?? 0)
        for (let time = at; time < next; time += Math.max(60_000, Math.floor((next - at) / 50)))
          expect(isFree(stricter, time)).toBe(false)
        if (next > at) expect(isFree(stricter, next - 1)).toBe(false)
      },
    ),
    { numRuns: 300 },
  )
})

test('evidence names each binding cap and the earlier calls', () => {
  const dials = [noon - 30 * hourMs, noon - hourMs]
  expect(ruleFacts({ mode: 'enforce', place: florida, ruleSet, dials }, noon)).toMatchObject({
    allowed: true,
    caps: [{ region: 'US-FL', calls: 3, hours: 24, counted: 1 }],
  })
  const enough = [...dials, noon - 2, noon - 1]
  expect(
    ruleFacts({ mode: 'observe', place: florida, ruleSet: withOwn(own('US-FL', 1, 1)), dials: enough }, noon),
  ).toMatchObject({
    allowed: false,
    caps: [{ counted: 3 }, { region: 'US-FL', calls: 1, hours: 1, counted: 2, own: true }],
    words: [
      expect.stringContaining('3 times in 24 hours'),
      expect.stringContaining('your own'),
      expect.stringContaining('only observed'),
    ],
  })
  expect(
    ruleFacts({ mode: 'enforce', place: placeOf('+12025550100'), ruleSet, dials: enough }, noon),
  ).not.toHaveProperty('caps')
})

describe('a count', () => {
  test('has each call once, the newest, and loses one that was not made', () => {
    let count = noDials
    for (let call = 1; call <= dialsKept + 5; call++) count = withDial(count, call, noon + call)
    expect(count.calls).toEqual(Array.from({ length: dialsKept }, (_, index) => index + 6))
    const again = withDial(count, 10, noon + 100)
    expect(again.calls).toHaveLength(dialsKept)
    expect([again.calls.at(-1), again.times.at(-1)]).toEqual([10, noon + 100])
    expect(withoutDial(again, 10).times).not.toContain(noon + 100)
    expect(withoutDial(noDials, 1)).toEqual(noDials)
  })
})

test('weekly caps without hours do not open a closed place', () => {
  const capped = withOwn(own('DE', 1, 24))
  const sunday = Date.UTC(2026, 10, 29, 11)
  expect(standingAt(berlin, capped, sunday)).toEqual(standingAt(berlin, ruleSet, sunday))
})

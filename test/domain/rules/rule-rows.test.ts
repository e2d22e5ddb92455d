import { describe, expect, test } from 'vitest'
import { weekdays } from '../../../shared/domain/campaigns/calling-window.ts'
import { isRegion } from '../../../shared/domain/places/place.ts'
import {
  closedDayOn,
  federalHolidays,
  nationalHolidays,
  stateHolidays,
} from '../../../shared/domain/rules/closed-days.ts'
import { daily, intersect, isWithin, rangesOf, readHours } from '../../../shared/domain/rules/rule.ts'
import { isLooser, listedRules, shippedRules } from '../../../shared/domain/rules/rule-set.ts'

describe.each(shippedRules.map((row) => [row.id, row] as const))('%s', (_id, row) => {
  test('names its source, day, grade and next review', () => {
    expect(row.source.length).toBeGreaterThan(3)
    expect(['A', 'B', 'C']).toContain(row.grade)
    for (const day of [row.as_of, row.valid_from, row.review_by])
      expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day)
    expect(Date.parse(row.review_by) - Date.parse(row.as_of)).toBeLessThanOrEqual(366 * 86_400_000)
    expect(isRegion(row.region)).toBe(true)
  })

  test('is not verified by one source, by memory or by the product', () => {
    if (row.grade === 'C' || row.is_house_rule) expect(row.verified).toBe(false)
  })

  test('has hours that can be read, in their order', () => {
    for (const day of weekdays) {
      const ranges = rangesOf(row.hours[day])
      expect(ranges.every(([from], index) => from >= (ranges[index - 1]?.[1] ?? 0))).toBe(true)
    }
  })
})

test('regions have one row per day, and no state is laxer than its country', () => {
  expect(new Set(shippedRules.map(({ id }) => id)).size).toBe(shippedRules.length)
  const federal = shippedRules.find(({ region }) => region === 'US')
  for (const row of shippedRules.filter(({ region }) => region.startsWith('US-')))
    for (const day of weekdays)
      expect(isWithin(rangesOf(row.hours[day]), rangesOf(federal?.hours[day] ?? []))).toBe(true)
})

test.each(['08:00-20:60', '8-20', '20:00-08:00', '08:00-24:01', '08:00-08:00', ''])('%j are no hours', (text) => {
  expect(readHours(text)).toBeUndefined()
})

test('ranges meet where both hold', () => {
  expect(intersect(rangesOf(['08:00-13:00', '14:00-20:00']), rangesOf(['12:00-15:00']))).toEqual(
    rangesOf(['12:00-13:00', '14:00-15:00']),
  )
  expect(isWithin(rangesOf(['09:00-12:00', '12:00-13:00']), rangesOf(['09:00-13:00']))).toBe(true)
  expect(isWithin(rangesOf(['08:59-13:00']), rangesOf(['09:00-13:00']))).toBe(false)
})

describe('closed days', () => {
  const named = (days: Parameters<typeof closedDayOn>[0], date: string) =>
    closedDayOn(days, Date.parse(`${date}T00:00:00Z`))

  test.each([
    ['2026-01-19', 'Martin Luther King Day'],
    ['2026-02-16', "Presidents' Day"],
    ['2026-05-25', 'Memorial Day'],
    ['2026-07-03', 'Independence Day'],
    ['2026-07-04', 'Independence Day'],
    ['2026-09-07', 'Labor Day'],
    ['2026-10-12', 'Columbus Day'],
    ['2026-11-26', 'Thanksgiving'],
    ['2021-12-31', "New Year's Day"],
    ['2026-11-25', undefined],
  ])('%s is %s in the United States', (date, name) => {
    expect(named(federalHolidays, date)).toBe(name)
  })

  test('move with Easter and with elections', () => {
    expect(named(stateHolidays.LA, '2026-04-03')).toBe('Good Friday')
    expect(named(stateHolidays.LA, '2027-02-09')).toBe('Mardi Gras')
    expect(named(stateHolidays.PA, '2026-11-03')).toBe('Election Day')
    expect(named(stateHolidays.PA, '2022-11-08')).toBe('Election Day')
    expect(named(nationalHolidays.DE, '2027-03-29')).toBe('Easter Monday')
    expect(named(nationalHolidays.DE, '2025-06-09')).toBe('Whit Monday')
  })
})

test('a user’s hours are looser when they allow more than the rule', () => {
  const now = Date.UTC(2026, 10, 22)
  const looser = (region: string, hours: string, keeps_closed_days = true) =>
    isLooser({ region, hours: daily(hours ? [hours] : []), keeps_closed_days }, shippedRules, now)
  expect(looser('US-FL', '08:00-20:00')).toBe(false)
  expect(looser('US-FL', '08:00-20:01')).toBe(true)
  expect(looser('US-LA', '')).toBe(false)
  expect(looser('US-LA', '', false)).toBe(true)
  expect(looser('US-WA', '10:00-11:00')).toBe(true)
  expect(looser('US-CA', '00:00-24:00')).toBe(false)
  expect(looser('JP', '10:00-11:00')).toBe(true)
})

test('lists current and future rows, without replaced ones', () => {
  const ids = (now: number) => listedRules(shippedRules, now).map(({ id }) => id)
  expect(ids(Date.UTC(2026, 10, 22)).filter((id) => id.startsWith('US-PA'))).toEqual(['US-PA@2026-10-18'])
  expect(ids(Date.UTC(2026, 8, 1)).filter((id) => id.startsWith('US-PA'))).toHaveLength(2)
})

import { expect, test } from 'vitest'
import {
  britishColumbiaHolidays,
  type ClosedDay,
  closedDayOn,
  federalHolidays,
  nationalHolidays,
} from '../../../shared/domain/rules/closed-days.ts'
// Public holidays as month and day by year, computed by date-holidays 3.37.0.
import publicHolidays from './public-holidays.json' with { type: 'json' }

const tables: Record<keyof typeof publicHolidays, readonly ClosedDay[]> = {
  ...nationalHolidays,
  US: federalHolidays,
  'CA-BC': britishColumbiaHolidays,
}

const on = (days: readonly ClosedDay[], day: string) => closedDayOn(days, Date.parse(`${day}T00:00:00Z`))

test.each(Object.keys(publicHolidays) as (keyof typeof publicHolidays)[])(
  'closes on every public holiday of %s from 2025 to 2032',
  (code) => {
    const open = Object.entries(publicHolidays[code]).flatMap(([year, days]) =>
      days
        .split(' ')
        .map((day) => `${year}-${day}`)
        .filter((day) => on(tables[code], day) === undefined),
    )
    expect(open).toEqual([])
  },
)

test('closes in Italy on 4 October from 2026 on', () => {
  expect(on(nationalHolidays.IT, '2025-10-04')).toBeUndefined()
  expect(on(nationalHolidays.IT, '2026-10-04')).toBe('Saint Francis')
})

test("keeps King's Day on the Saturday when 27 April is a Sunday", () => {
  expect(on(nationalHolidays.NL, '2025-04-26')).toBe("King's Day")
  expect(on(nationalHolidays.NL, '2025-04-27')).toBeUndefined()
  expect(on(nationalHolidays.NL, '2026-04-27')).toBe("King's Day")
})

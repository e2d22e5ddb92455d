/**
 * A holiday: a date, the nth weekday of a month (0 is Sunday, -1 the last), or days from Easter.
 * `notSunday`: a holiday on a Sunday moves to the Saturday before. `from`: first year.
 */
export type ClosedDay = { name: string } & (
  | { month: number; day: number; observed?: boolean; notSunday?: boolean; from?: number }
  | { month: number; weekday: number; nth: number; plus?: number }
  | { easter: number }
)

const fixed = (name: string, month: number, day: number): ClosedDay => ({ name, month, day })
/** Makes a holiday that moves to Friday or Monday when it falls on a weekend. */
const observed = (name: string, month: number, day: number): ClosedDay => ({ name, month, day, observed: true })
const nth = (name: string, month: number, weekday: number, place: number) => ({
  name,
  month,
  weekday,
  nth: place,
})
const easter = (name: string, days: number): ClosedDay => ({ name, easter: days })

/** US holidays (5 U.S.C. 6103). Some states add days. */
export const federalHolidays: readonly ClosedDay[] = [
  observed("New Year's Day", 1, 1),
  nth('Martin Luther King Day', 1, 1, 3),
  nth("Presidents' Day", 2, 1, 3),
  nth('Memorial Day', 5, 1, -1),
  observed('Juneteenth', 6, 19),
  observed('Independence Day', 7, 4),
  nth('Labor Day', 9, 1, 1),
  nth('Columbus Day', 10, 1, 2),
  observed('Veterans Day', 11, 11),
  nth('Thanksgiving', 11, 4, 4),
  observed('Christmas Day', 12, 25),
]

const goodFriday = easter('Good Friday', -2)
const mardiGras = easter('Mardi Gras', -47)
const afterThanksgiving: ClosedDay = { ...nth('the day after Thanksgiving', 11, 4, 4), plus: 1 }
const electionDay: ClosedDay = { ...nth('Election Day', 11, 1, 1), plus: 1 }

export const stateHolidays = {
  AL: [...federalHolidays, mardiGras, nth('Confederate Memorial Day', 4, 1, 4), nth('Jefferson Davis Day', 6, 1, 1)],
  LA: [...federalHolidays, mardiGras, goodFriday, electionDay, afterThanksgiving],
  MS: [...federalHolidays, nth('Confederate Memorial Day', 4, 1, -1)],
  PA: [...federalHolidays, goodFriday, observed('Flag Day', 6, 14), electionDay, afterThanksgiving],
  RI: [...federalHolidays, nth('Victory Day', 8, 1, 2), electionDay],
  UT: [...federalHolidays, observed('Pioneer Day', 7, 24)],
} satisfies Record<string, readonly ClosedDay[]>

const newYear = fixed("New Year's Day", 1, 1)
const christmas = fixed('Christmas Day', 12, 25)
const secondChristmasDay = fixed('the second day of Christmas', 12, 26)
const easterSunday = easter('Easter Sunday', 0)
const easterMonday = easter('Easter Monday', 1)
const ascension = easter('Ascension Day', 39)
const whitSunday = easter('Whit Sunday', 49)
const whitMonday = easter('Whit Monday', 50)
const assumption = fixed('Assumption Day', 8, 15)
const allSaints = fixed("All Saints' Day", 11, 1)
const epiphany = fixed('Epiphany', 1, 6)
const mayDay = fixed('May Day', 5, 1)

/** Regional holidays are not included. */
export const nationalHolidays = {
  AT: [
    newYear,
    epiphany,
    easterMonday,
    mayDay,
    ascension,
    whitMonday,
    easter('Corpus Christi', 60),
    assumption,
    fixed('the national day', 10, 26),
    allSaints,
    fixed('the Immaculate Conception', 12, 8),
    christmas,
    secondChristmasDay,
  ],
  AU: [
    observed("New Year's Day", 1, 1),
    observed('Australia Day', 1, 26),
    goodFriday,
    easter('Easter Saturday', -1),
    easterSunday,
    easterMonday,
    observed('Anzac Day', 4, 25),
    observed('Christmas Day', 12, 25),
    observed('Boxing Day', 12, 26),
    fixed('the day after Boxing Day', 12, 27),
    fixed('the day after Boxing Day', 12, 28),
  ],
  DE: [
    newYear,
    goodFriday,
    easterMonday,
    mayDay,
    ascension,
    whitMonday,
    fixed('the Day of German Unity', 10, 3),
    christmas,
    secondChristmasDay,
  ],
  ES: [
    newYear,
    epiphany,
    goodFriday,
    mayDay,
    assumption,
    fixed('the national day', 10, 12),
    allSaints,
    fixed('Constitution Day', 12, 6),
    fixed('the Immaculate Conception', 12, 8),
    christmas,
  ],
  FR: [
    newYear,
    easterMonday,
    mayDay,
    fixed('Victory Day', 5, 8),
    ascension,
    whitMonday,
    fixed('Bastille Day', 7, 14),
    assumption,
    allSaints,
    fixed('Armistice Day', 11, 11),
    christmas,
  ],
  GB: [
    observed("New Year's Day", 1, 1),
    fixed('the bank holiday after New Year', 1, 2),
    goodFriday,
    easterMonday,
    nth('the early May bank holiday', 5, 1, 1),
    nth('the spring bank holiday', 5, 1, -1),
    nth('the summer bank holiday', 8, 1, 1),
    nth('the summer bank holiday', 8, 1, -1),
    observed('Christmas Day', 12, 25),
    observed('Boxing Day', 12, 26),
    fixed('the Christmas bank holidays', 12, 27),
    fixed('the Christmas bank holidays', 12, 28),
  ],
  IT: [
    newYear,
    epiphany,
    easterSunday,
    easterMonday,
    fixed('Liberation Day', 4, 25),
    mayDay,
    fixed('Republic Day', 6, 2),
    assumption,
    // A national holiday again from 2026 (law of October 2025).
    { name: 'Saint Francis', month: 10, day: 4, from: 2026 },
    allSaints,
    fixed('the Immaculate Conception', 12, 8),
    christmas,
    secondChristmasDay,
  ],
  NL: [
    newYear,
    goodFriday,
    easterSunday,
    easterMonday,
    { name: "King's Day", month: 4, day: 27, notSunday: true },
    fixed('Liberation Day', 5, 5),
    ascension,
    whitSunday,
    whitMonday,
    christmas,
    secondChristmasDay,
  ],
} satisfies Record<string, readonly ClosedDay[]>

export const britishColumbiaHolidays: readonly ClosedDay[] = [
  observed("New Year's Day", 1, 1),
  nth('Family Day', 2, 1, 3),
  goodFriday,
  // The Monday before 25 May is the third or the fourth, so calls stop on both.
  nth('Victoria Day', 5, 1, 3),
  nth('Victoria Day', 5, 1, 4),
  observed('Canada Day', 7, 1),
  nth('British Columbia Day', 8, 1, 1),
  nth('Labour Day', 9, 1, 1),
  observed('the Day for Truth and Reconciliation', 9, 30),
  nth('Thanksgiving', 10, 1, 2),
  observed('Remembrance Day', 11, 11),
  observed('Christmas Day', 12, 25),
]

const dayMs = 86_400_000

export const closedDayOn = (days: readonly ClosedDay[], midnight: number): string | undefined => {
  if (days.length === 0) return undefined
  const year = new Date(midnight).getUTCFullYear()
  return daysOf(days, year).get(midnight)
}

const known = new WeakMap<readonly ClosedDay[], Map<number, Map<number, string>>>()

/**
 * Returns the holidays of two years, because the next year's first holiday may move into this year.
 */
const daysOf = (days: readonly ClosedDay[], year: number): Map<number, string> => {
  const years = known.get(days) ?? new Map<number, Map<number, string>>()
  known.set(days, years)
  const made = years.get(year)
  if (made) return made
  const dates = new Map(
    [year, year + 1].flatMap((of) =>
      days.flatMap((day) => midnightsOf(day, of).map((at): [number, string] => [at, day.name])),
    ),
  )
  years.set(year, dates)
  return dates
}

const midnightsOf = (day: ClosedDay, year: number): number[] => {
  if ('easter' in day) return [easterSundayOf(year) + day.easter * dayMs]
  if ('nth' in day) return [nthWeekday(year, day.month, day.weekday, day.nth) + (day.plus ?? 0) * dayMs]
  const at = Date.UTC(year, day.month - 1, day.day)
  if (day.from !== undefined && year < day.from) return []
  const weekday = new Date(at).getUTCDay()
  if (day.notSunday && weekday === 0) return [at - dayMs]
  if (!day.observed) return [at]
  if (weekday === 6) return [at, at - dayMs, at + 2 * dayMs]
  return weekday === 0 ? [at, at + dayMs] : [at]
}

const nthWeekday = (year: number, month: number, weekday: number, place: number): number => {
  const first = Date.UTC(year, month - 1, 1)
  const last = Date.UTC(year, month, 0)
  if (place < 0) return last - ((new Date(last).getUTCDay() - weekday + 7) % 7) * dayMs
  return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + (place - 1) * 7) * dayMs
}

const easterSundayOf = (year: number): number => {
  const [golden, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const correction =
    (century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      19 * golden +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - correction - (rest % 4)) % 7
  const shift = Math.floor((golden + 11 * correction + 22 * weekday) / 451)
  const sum = correction + weekday - 7 * shift + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}

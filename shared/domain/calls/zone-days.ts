import { quarterAt, startOfQuarter } from './call-facts.ts'

const dayMs = 24 * 60 * 60_000
const hourMs = 60 * 60_000

/**
 * Converts days of a time zone to quarter-hours since 1970. Every zone differs from UTC by whole
 * quarter-hours.
 */
export interface ZoneDays {
  /** Returns the first quarter-hour of a day, `YYYY-MM-DD`. */
  quarterOf(day: string): number
  dayOf(quarter: number): string
  /** 0–23. */
  hourOf(quarter: number): number
}

export const zoneDays = (timezone: string): ZoneDays => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const exactOffset = (time: number): number => {
    const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute) - time
  }
  const known = new Map<number, number>()
  const atStart = (day: number): number => {
    const offset = known.get(day) ?? exactOffset(day * dayMs)
    known.set(day, offset)
    return offset
  }
  const offsetAt = (time: number): number => {
    const day = Math.floor(time / dayMs)
    return atStart(day) === atStart(day + 1) ? atStart(day) : exactOffset(time)
  }
  const local = (quarter: number): number => startOfQuarter(quarter) + offsetAt(startOfQuarter(quarter))
  const dayOf = (quarter: number) => new Date(local(quarter)).toISOString().slice(0, 10)

  return {
    dayOf,
    hourOf: (quarter) => Math.floor((local(quarter) % dayMs) / hourMs),
    quarterOf: (day) => {
      // Clocks may skip midnight, so the first quarter-hour of the day is searched.
      const guess = quarterAt(Date.parse(`${day}T00:00:00Z`) - offsetAt(Date.parse(`${day}T00:00:00Z`)))
      let quarter = guess - 8
      while (dayOf(quarter) < day) quarter++
      return quarter
    },
  }
}

export const daysBetween = (first: string, last: string): string[] => {
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  return Array.from({ length: count }, (_, at) => addDays(first, at))
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

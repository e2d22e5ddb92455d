import { type Weekday, weekdays } from '../campaigns/calling-window.ts'
import type { ClosedDay } from './closed-days.ts'

/** Sorted local ranges such as `08:00-20:00`; `24:00` ends the day. */
export type DayHours = readonly string[]
export type WeekHours = Readonly<Record<Weekday, DayHours>>

/** Milliseconds from midnight; ends are exclusive. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/**
 * Quality of the source. A: the law or its authority was read. B: a law firm, the press, or several
 * sources that agree. C: one table, memory or contradicting sources.
 */
export type Grade = 'A' | 'B' | 'C'

export const consents = ['none', 'express', 'express_written'] as const
export type ConsentNeeded = (typeof consents)[number]

export interface Cap {
  calls: number
  hours: number
}

/** A row is in force from `valid_from` until the region's next row. */
export interface Rule {
  id: string
  region: string
  hours: WeekHours
  /** Days with `closed_day_hours`; if these are absent, no call is allowed. */
  closed_days: readonly ClosedDay[]
  closed_day_hours?: DayHours
  ban?: string
  caps: readonly Cap[]
  consent: ConsentNeeded
  duties?: string
  source: string
  /** Date on which the rule was looked up: `YYYY-MM-DD`. */
  as_of: string
  valid_from: string
  review_by: string
  grade: Grade
  /**
   * False for a weak source, or for the stricter of several interpretations. No lawyer has read any
   * rule.
   */
  verified: boolean
  /** True for a rule of this product that no law demands. */
  is_house_rule: boolean
}

type RuleRow = Omit<
  Rule,
  'id' | 'closed_days' | 'caps' | 'consent' | 'valid_from' | 'review_by' | 'verified' | 'is_house_rule'
> &
  Partial<Pick<Rule, 'closed_days' | 'caps' | 'consent' | 'valid_from' | 'verified' | 'is_house_rule'>>

const longAgo = '2020-01-01'

/** Sets the next review 12 months later. Grade C and house rules count as unverified. */
export const rule = (row: RuleRow): Rule => {
  const { region, as_of, valid_from = longAgo, grade, is_house_rule = false } = row
  return {
    closed_days: [],
    caps: [],
    consent: 'express',
    verified: grade !== 'C' && !is_house_rule,
    ...row,
    id: `${region}@${valid_from}`,
    valid_from,
    review_by: `${Number(as_of.slice(0, 4)) + 1}${as_of.slice(4)}`,
    is_house_rule,
  }
}

export const week = (workday: DayHours, saturday: DayHours = [], sunday: DayHours = []): WeekHours => ({
  monday: workday,
  tuesday: workday,
  wednesday: workday,
  thursday: workday,
  friday: workday,
  saturday,
  sunday,
})

export const daily = (hours: DayHours): WeekHours => week(hours, hours, hours)

const minuteMs = 60_000
const hoursPattern = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/

export const readHours = (text: string): readonly [from: number, to: number] | undefined => {
  const [, ...parts] = hoursPattern.exec(text) ?? []
  const [fromHour = 24, fromMinute = 60, toHour = 24, toMinute = 60] = parts.map(Number)
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute]
  return fromMinute < 60 && toMinute < 60 && to <= 24 * 60 && from < to ? [from * minuteMs, to * minuteMs] : undefined
}

export const rangesOf = (hours: DayHours): Ranges =>
  hours.map((text) => {
    const range = readHours(text)
    if (!range) throw new Error(`${text} are no hours`)
    return range
  })

export const intersect = (some: Ranges, others: Ranges): Ranges =>
  some.flatMap(([from, to]) =>
    others.flatMap(([otherFrom, otherTo]): Ranges => {
      const both = [Math.max(from, otherFrom), Math.min(to, otherTo)] as const
      return both[0] < both[1] ? [both] : []
    }),
  )

export const isWithin = (inner: Ranges, outer: Ranges): boolean =>
  length(intersect(inner, outer)) === length(joined(inner))

const length = (ranges: Ranges): number => joined(ranges).reduce((sum, [from, to]) => sum + to - from, 0)

const joined = (ranges: Ranges): Ranges => {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Returns the weekday; `midnight` is local. 1 January 1970 was a Thursday. */
export const weekdayOf = (midnight: number): Weekday => {
  const place = (((midnight / 86_400_000 + 3) % 7) + 7) % 7
  return weekdays[place] ?? 'monday'
}

export const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

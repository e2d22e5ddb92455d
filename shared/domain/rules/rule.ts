import { type Weekday, weekdays } from '../campaigns/calling-window.ts'
import type { ClosedDay } from './closed-days.ts'

/** `08:00-20:00` on a wall clock; `24:00` is the end of the day. Several in their order. */
export type DayHours = readonly string[]
export type WeekHours = Readonly<Record<Weekday, DayHours>>

/** Ranges of a wall clock's day, in milliseconds from its midnight; the ends are outside. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/**
 * Quality of a rule's source. A: the text of the law or a page of its authority was read. B: a law
 * firm, the press, or several that agree. C: one table, memory, or sources that contradict each
 * other; then the stricter reading is recorded.
 */
export type Grade = 'A' | 'B' | 'C'

/** The consent that a call by an AI voice needs. */
export const consents = ['none', 'express', 'express_written'] as const
export type ConsentNeeded = (typeof consents)[number]

/** Calls that one number may get. */
export interface Cap {
  calls: number
  hours: number
}

/** One row: what binds calls to a region from a day on, until a later row of the region does. */
export interface Rule {
  id: string
  region: string
  hours: WeekHours
  /** Days on which `closed_day_hours` count instead; none of them when it is absent. */
  closed_days: readonly ClosedDay[]
  closed_day_hours?: DayHours
  /** Why no call by an AI voice is allowed at all, whatever the hours. */
  ban?: string
  caps: readonly Cap[]
  consent: ConsentNeeded
  /** Other duties there, in words. */
  duties?: string
  source: string
  /**
   * Days of the calendar, `YYYY-MM-DD`: when it was looked up, from when it binds, and when to look
   * again.
   */
  as_of: string
  valid_from: string
  review_by: string
  grade: Grade
  /**
   * False: the stricter of several readings, or one source alone. No row has been read by counsel.
   */
  verified: boolean
  /** No law was found that says these hours: they are this product's own caution. */
  is_house_rule: boolean
}

type RuleRow = Omit<
  Rule,
  'id' | 'closed_days' | 'caps' | 'consent' | 'valid_from' | 'review_by' | 'verified' | 'is_house_rule'
> &
  Partial<Pick<Rule, 'closed_days' | 'caps' | 'consent' | 'valid_from' | 'verified' | 'is_house_rule'>>

/**
 * Since ever, as far as this product goes: for rules that were in force when they were looked up.
 */
const longAgo = '2020-01-01'

/**
 * A row with what follows from the rest: it is looked at again 12 months after it was looked up,
 * and grade C is never verified.
 */
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

/**
 * The same hours from Monday to Friday, others on Saturday and Sunday; none where none are given.
 */
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

/** Undefined when it is no range of a day. */
export const readHours = (text: string): readonly [from: number, to: number] | undefined => {
  const [, ...parts] = hoursPattern.exec(text) ?? []
  const [fromHour = 24, fromMinute = 60, toHour = 24, toMinute = 60] = parts.map(Number)
  const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute]
  return fromMinute < 60 && toMinute < 60 && to <= 24 * 60 && from < to ? [from * minuteMs, to * minuteMs] : undefined
}

/** Throws for hours that were not read before. */
export const rangesOf = (hours: DayHours): Ranges =>
  hours.map((text) => {
    const range = readHours(text)
    if (!range) throw new Error(`${text} are no hours`)
    return range
  })

/** The overlap of both. */
export const intersect = (some: Ranges, others: Ranges): Ranges =>
  some.flatMap(([from, to]) =>
    others.flatMap(([otherFrom, otherTo]): Ranges => {
      const both = [Math.max(from, otherFrom), Math.min(to, otherTo)] as const
      return both[0] < both[1] ? [both] : []
    }),
  )

/** True when `inner` lies within `outer`. */
export const isWithin = (inner: Ranges, outer: Ranges): boolean =>
  length(intersect(inner, outer)) === length(joined(inner))

const length = (ranges: Ranges): number => joined(ranges).reduce((sum, [from, to]) => sum + to - from, 0)

/** Without overlaps and seams. */
const joined = (ranges: Ranges): Ranges => {
  const merged: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/**
 * Weekday of the day that begins at this instant of a wall clock. The first of January 1970 was a
 * Thursday.
 */
export const weekdayOf = (midnight: number): Weekday => {
  const place = (((midnight / 86_400_000 + 3) % 7) + 7) % 7
  return weekdays[place] ?? 'monday'
}

/** `2026-11-26`, of an instant on a wall clock. */
export const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10)

import { weekdays } from '../campaigns/calling-window.ts'
import { countryOfRegion, regionName } from '../places/place.ts'
import { closedDayOn } from './closed-days.ts'
import { otherCountries } from './other-countries.ts'
import {
  type Cap,
  dateOf,
  intersect,
  isWithin,
  type Ranges,
  type Rule,
  rangesOf,
  type WeekHours,
  weekdayOf,
} from './rule.ts'
import { unitedStates } from './united-states.ts'

/** Every rule that the product comes with. None of them is legal advice. */
export const shippedRules: readonly Rule[] = [...unitedStates, ...otherCountries]

/** A user's own hours for a region, and how often a number may be called there. */
export interface RuleOverride {
  user_id: number
  region: string
  /** Absent where the user has only caps. */
  hours?: WeekHours
  /** Beside those of the rule: none is lifted. Absent of overrides of before, which have none. */
  caps?: readonly Cap[]
  /** True when the closed days of the rule stay closed. */
  keeps_closed_days: boolean
  /** Why they are looser than the rule; absent of hours that are not. */
  because?: string
  /** Epoch milliseconds. */
  updated_at: number
  /** Number of writes so far. */
  revision: number
}

/** The rules that bind one user's calls. */
export interface RuleBook {
  rules: readonly Rule[]
  overrides: readonly RuleOverride[]
}

/** The rules that bind calls to a region on one day of its calendar. */
export interface LawOfDay {
  /** Absent where only the user has hours for the region. */
  rule?: Rule
  override?: RuleOverride
  ranges: Ranges
  /** The name of the closed day that it is. */
  closed_day?: string
  ban?: string
}

/**
 * A region closes this long before its hours end: no call is to begin in the last moment, or at a
 * clock that is a little late.
 */
const closeMarginMs = 120_000

/** Each day of a region is worked out once: closed days are a calendar of their own. */
const lawsKnown = new WeakMap<RuleBook, Map<string, LawOfDay | undefined>>()
const lawsMax = 5_000

/**
 * The rules of the day that begins at this instant of a wall clock; undefined for a region without
 * rules.
 */
export const lawOn = (book: RuleBook, region: string, midnight: number): LawOfDay | undefined => {
  const known = lawsKnown.get(book) ?? new Map<string, LawOfDay | undefined>()
  lawsKnown.set(book, known)
  const key = `${region} ${midnight}`
  if (known.has(key)) return known.get(key)
  if (known.size >= lawsMax) known.clear()
  const law = workOut(book, region, midnight)
  known.set(key, law)
  return law
}

const workOut = (book: RuleBook, region: string, midnight: number): LawOfDay | undefined => {
  const rule = ruleOn(book.rules, region, midnight)
  const override = book.overrides.find((one) => one.region === region)
  const closed_day = rule && closedDayOn(rule.closed_days, midnight)
  const own = override?.hours && rangesOf(override.hours[weekdayOf(midnight)])
  const closedHours = rule && closed_day !== undefined ? rangesOf(rule.closed_day_hours ?? []) : undefined
  const lawful = rule && (rule.ban === undefined ? (closedHours ?? rangesOf(rule.hours[weekdayOf(midnight)])) : [])
  if (!lawful) return own && override && { override, ranges: withMargin(own) }
  if (!own || !override) return { rule, ranges: withMargin(lawful), closed_day, ban: rule.ban }
  if (!counts(override, rule)) {
    return { rule, override, ranges: withMargin(intersect(own, lawful)), closed_day, ban: rule.ban }
  }
  const ranges = override.keeps_closed_days && closedHours ? intersect(own, closedHours) : own
  return { rule, override, ranges: withMargin(ranges), closed_day: override.keeps_closed_days ? closed_day : undefined }
}

/**
 * Looser hours count in place of the rule that stood when they were set. A later row was not
 * thought of then, and binds.
 */
const counts = ({ because, updated_at }: RuleOverride, rule: Rule): boolean =>
  because !== undefined && rule.valid_from <= dateOf(updated_at)

const withMargin = (ranges: Ranges): Ranges =>
  ranges.flatMap(([from, to]): Ranges => (to - closeMarginMs > from ? [[from, to - closeMarginMs]] : []))

/** The row that is in force on the day. */
export const ruleOn = (rules: readonly Rule[], region: string, midnight: number): Rule | undefined => {
  const date = dateOf(midnight)
  return rowsOf(rules, region).findLast(({ valid_from }) => valid_from <= date)
}

const indexes = new WeakMap<readonly Rule[], Map<string, Rule[]>>()

/** The rows of a region, in the order in which they come into force. */
const rowsOf = (rules: readonly Rule[], region: string): Rule[] => {
  const known = indexes.get(rules)
  if (known) return known.get(region) ?? []
  const sorted = rules.toSorted((one, other) => (one.valid_from < other.valid_from ? -1 : 1))
  indexes.set(
    rules,
    Map.groupBy(sorted, (row) => row.region),
  )
  return rowsOf(rules, region)
}

/** A country must have hours; a state that has none of its own is under those of its country. */
export const mustHaveLaw = (region: string): boolean => countryOfRegion(region) === region

/** True when hours of this kind would allow a call that the current rule forbids. */
export const isLooser = (
  { region, hours, keeps_closed_days }: Pick<RuleOverride, 'region' | 'keeps_closed_days'> & { hours: WeekHours },
  rules: readonly Rule[],
  now: number,
): boolean => {
  const rule = ruleOn(rules, region, now)
  // A state inherits from its country: its own hours only restrict further.
  if (!rule) return mustHaveLaw(region)
  if (rule.ban !== undefined) return weekdays.some((day) => hours[day].length > 0)
  if (!keeps_closed_days && rule.closed_days.length > 0) return true
  return !weekdays.every((day) => isWithin(rangesOf(hours[day]), rangesOf(rule.hours[day])))
}

/** A row of before its time is not listed; what is to come is. */
export const listedRules = (rules: readonly Rule[], now: number): Rule[] =>
  rules
    .filter((row) => row.valid_from > dateOf(now) || ruleOn(rules, row.region, now) === row)
    .toSorted((one, other) => regionName(one.region).localeCompare(regionName(other.region)))

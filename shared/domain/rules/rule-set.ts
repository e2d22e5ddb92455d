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

/** The product's rules are no legal advice. */
export const shippedRules: readonly Rule[] = [...unitedStates, ...otherCountries]

export interface RuleOverride {
  user_id: number
  region: string
  hours?: WeekHours
  /** Call limits in addition to those of the rule; absent in old overrides. */
  caps?: readonly Cap[]
  keeps_closed_days: boolean
  because?: string
  updated_at: number
  revision: number
}

export interface RuleSet {
  rules: readonly Rule[]
  overrides: readonly RuleOverride[]
}

export interface LawOfDay {
  rule?: Rule
  override?: RuleOverride
  ranges: Ranges
  closed_day?: string
  ban?: string
}

/**
 * Milliseconds before the end of the calling hours at which calls stop, because clocks may be late.
 */
const closeMarginMs = 120_000

const lawsKnown = new WeakMap<RuleSet, Map<string, LawOfDay | undefined>>()
const lawsMax = 5_000

/** Returns the rules of a day. `midnight` is local. Undefined for a region without rules. */
export const lawOn = (ruleSet: RuleSet, region: string, midnight: number): LawOfDay | undefined => {
  const known = lawsKnown.get(ruleSet) ?? new Map<string, LawOfDay | undefined>()
  lawsKnown.set(ruleSet, known)
  const key = `${region} ${midnight}`
  if (known.has(key)) return known.get(key)
  if (known.size >= lawsMax) known.clear()
  const law = workOut(ruleSet, region, midnight)
  known.set(key, law)
  return law
}

const workOut = (ruleSet: RuleSet, region: string, midnight: number): LawOfDay | undefined => {
  const rule = ruleOn(ruleSet.rules, region, midnight)
  const override = ruleSet.overrides.find((one) => one.region === region)
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
 * True when the override's hours replace the rule's hours: the user gave a reason, and the rule was
 * in force at that time. Otherwise both apply.
 */
const counts = ({ because, updated_at }: RuleOverride, rule: Rule): boolean =>
  because !== undefined && rule.valid_from <= dateOf(updated_at)

const withMargin = (ranges: Ranges): Ranges =>
  ranges.flatMap(([from, to]): Ranges => (to - closeMarginMs > from ? [[from, to - closeMarginMs]] : []))

export const ruleOn = (rules: readonly Rule[], region: string, midnight: number): Rule | undefined => {
  const date = dateOf(midnight)
  return rowsOf(rules, region).findLast(({ valid_from }) => valid_from <= date)
}

const indexes = new WeakMap<readonly Rule[], Map<string, Rule[]>>()

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

/** True for a country, which must have hours. A state without hours has its country's hours. */
export const mustHaveLaw = (region: string): boolean => countryOfRegion(region) === region

export const isLooser = (
  { region, hours, keeps_closed_days }: Pick<RuleOverride, 'region' | 'keeps_closed_days'> & { hours: WeekHours },
  rules: readonly Rule[],
  now: number,
): boolean => {
  const rule = ruleOn(rules, region, now)
  if (!rule) return mustHaveLaw(region)
  if (rule.ban !== undefined) return weekdays.some((day) => hours[day].length > 0)
  if (!keeps_closed_days && rule.closed_days.length > 0) return true
  return !weekdays.every((day) => isWithin(rangesOf(hours[day]), rangesOf(rule.hours[day])))
}

export const listedRules = (rules: readonly Rule[], now: number): Rule[] =>
  rules
    .filter((row) => row.valid_from > dateOf(now) || ruleOn(rules, row.region, now) === row)
    .toSorted((one, other) => regionName(one.region).localeCompare(regionName(other.region)))

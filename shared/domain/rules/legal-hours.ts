import { type CallingWindow, nextOpening } from '../campaigns/calling-window.ts'
import { dayMs, nextClockChange, wallTime } from '../campaigns/zone-time.ts'
import { type Place, placeKey, regionName } from '../places/place.ts'
import { intersect, type Ranges, type Rule, weekdayOf } from './rule.ts'
import { type LawOfDay, lawOn, mustHaveLaw, type RuleSet } from './rule-set.ts'

export type FindingCode =
  | 'outside_hours'
  | 'closed_day'
  | 'banned'
  | 'place_unknown'
  | 'no_rules'
  | 'rules_unknown'
  | 'zone_unknown'
  | 'called_enough'
  | 'dials_unknown'

export interface Finding {
  code: FindingCode
  words: string
  region?: string
  rule?: string
}

export interface Standing {
  isOpen: boolean
  findings: readonly Finding[]
}

const lawReasons = {
  placeUnknown: 'It is not known where the person is.',
  noRules: 'No calling rules are recorded for this country.',
  rulesUnknown: 'It is not known which calling rules bind.',
} as const

export type Somewhere = Pick<Place, 'regions' | 'zones'>

/**
 * Judges the calling hours. The rules of all regions must allow the call in every possible time
 * zone. An unknown fact forbids the call.
 */
export const standingAt = (place: Somewhere, ruleSet: RuleSet | undefined, at: number): Standing => {
  const unknown = unknownOf(place, ruleSet, at)
  if (unknown || !ruleSet) return { isOpen: false, findings: unknown ? [unknown] : [] }
  const rangesOn = dayRanges(place, ruleSet)
  const isOpen = place.zones.every((zone) => {
    const wall = wallTime(zone, at)
    return isIn(rangesOn(midnightOf(wall)), wall - midnightOf(wall))
  })
  const findings: Finding[] = []
  for (const zone of isOpen ? [] : place.zones)
    if (findings.length < findingsMax) findings.push(...findingsAt(place, zone, ruleSet, at))
  return { isOpen, findings }
}

const reasonsMax = 5

export const inWords = (findings: readonly Finding[]): string[] => {
  const all = [...new Set(findings.map(({ words }) => words))]
  const rest = all.length - reasonsMax
  return rest > 0 ? [...all.slice(0, reasonsMax), `${rest} more ${rest === 1 ? 'rule says' : 'rules say'} so.`] : all
}

/**
 * Limit of findings in an answer: a number with many states and zones has one finding per state and
 * zone.
 */
const findingsMax = 50

const unknownOf = ({ regions, zones }: Somewhere, ruleSet: RuleSet | undefined, at: number): Finding | undefined => {
  if (!ruleSet) return { code: 'rules_unknown', words: lawReasons.rulesUnknown }
  if (regions.length === 0 || zones.length === 0) return { code: 'place_unknown', words: lawReasons.placeUnknown }
  const missing = regions.find((region) => mustHaveLaw(region) && !lawOn(ruleSet, region, midnightOf(at)))
  if (missing) return { code: 'no_rules', words: lawReasons.noRules, region: missing }
  const zone = zones.find((name) => !isZone(name))
  return zone === undefined
    ? undefined
    : { code: 'zone_unknown', words: `This system does not know the time zone ${zone}.` }
}

const isZone = (zone: string): boolean => {
  try {
    wallTime(zone, 0)
    return true
  } catch {
    return false
  }
}

const midnightOf = (wall: number): number => wall - (((wall % dayMs) + dayMs) % dayMs)

const findingsAt = ({ regions, zones }: Somewhere, zone: string, ruleSet: RuleSet, at: number): Finding[] => {
  const wall = wallTime(zone, at)
  const midnight = midnightOf(wall)
  return regions.flatMap((region): Finding[] => {
    const law = lawOn(ruleSet, region, midnight)
    if (!law) return mustHaveLaw(region) ? [{ code: 'no_rules', words: lawReasons.noRules, region }] : []
    if (isIn(law.ranges, wall - midnight)) return []
    const words = wordsOf(law, region, midnight, zones.length > 1 ? zone : undefined)
    return [{ ...words, region, rule: law.rule?.id }]
  })
}

const isIn = (ranges: Ranges, time: number): boolean => ranges.some(([from, to]) => from <= time && time < to)

const wordsOf = (
  law: LawOfDay,
  region: string,
  midnight: number,
  zone: string | undefined,
): Pick<Finding, 'code' | 'words'> => {
  const { rule, override, closed_day, ban } = law
  const own = override ? ' The hours are your own.' : ''
  const doubt = doubtOf(rule)
  if (ban !== undefined) return { code: 'banned', words: `${regionName(region)}: ${ban}${doubt}` }
  if (closed_day !== undefined && law.ranges.length === 0)
    return {
      code: 'closed_day',
      words: `It is a day without sales calls there (${regionName(region)}, ${closed_day}).${doubt}${own}`,
    }
  const weekday = weekdayOf(midnight)
  const hours = override?.hours
    ? override.hours[weekday]
    : closed_day === undefined
      ? rule?.hours[weekday]
      : rule?.closed_day_hours
  const said = hours?.length
    ? hours.map((range) => range.replace('-', '–')).join(' and ')
    : `none on ${capital(weekday)}s`
  const where = zone === undefined ? '' : ` by the clock of ${zone}`
  return {
    code: 'outside_hours',
    words: `It is outside the calling hours where the person is (${regionName(region)}, ${said}${where}).${doubt}${own}`,
  }
}

export const doubtOf = (rule: Rule | undefined): string => {
  if (rule?.is_house_rule) return " These hours are this product's own caution, not law."
  return rule?.verified === false ? ' This rule is not verified.' : ''
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Days to search for the next time at which calls are allowed. A ban by a rule is shorter or has no
 * end.
 */
const horizonDays = 35

/**
 * Returns the next time at which calls are allowed; undefined if there is none within 35 days, or a
 * fact is unknown.
 */
export const nextLegalOpening = (
  place: Somewhere,
  ruleSet: RuleSet | undefined,
  at: number,
  campaign?: CallingWindow,
): number | undefined => {
  if (!ruleSet || unknownOf(place, ruleSet, at)) return undefined
  const known = openings.get(ruleSet) ?? new Map<string, Opening>()
  openings.set(ruleSet, known)
  const key = `${placeKey(place)} ${campaign ? windowKey(campaign) : ''}`
  const found = known.get(key)
  if (found?.opening !== undefined && found.from <= at && at <= found.opening) return found.opening
  const opening = findOpening(place, ruleSet, at, campaign)
  if (known.size >= openingsMax) known.clear()
  known.set(key, { from: at, opening })
  return opening
}

interface Opening {
  from: number
  opening: number | undefined
}

const openings = new WeakMap<RuleSet, Map<string, Opening>>()
const openingsMax = 1000

const windowKey = (window: CallingWindow): string =>
  [window.timezone, window.allowed_hours_start_time, window.allowed_hours_end_time, ...window.allowed_days].join()

const findOpening = (
  place: Somewhere,
  ruleSet: RuleSet,
  at: number,
  campaign: CallingWindow | undefined,
): number | undefined => {
  const until = at + horizonDays * dayMs
  const rangesOn = dayRanges(place, ruleSet)
  for (let time = at; time <= until; ) {
    let opening: number | undefined = campaign ? nextOpening(campaign, time) : time
    for (const zone of place.zones) {
      if (opening === undefined) return undefined
      opening = nextInZone(rangesOn, zone, opening)
    }
    if (opening === undefined || opening === time) return opening
    time = opening
  }
  return undefined
}

/** Calling hours by regions and day, cached because a number may belong to fifty states. */
const daysKnown = new WeakMap<RuleSet, Map<string, Map<number, Ranges>>>()
const regionsMax = 1000
const daysMax = 100

const dayRanges = ({ regions }: Somewhere, ruleSet: RuleSet): ((midnight: number) => Ranges) => {
  const byRegions = daysKnown.get(ruleSet) ?? new Map<string, Map<number, Ranges>>()
  daysKnown.set(ruleSet, byRegions)
  if (byRegions.size >= regionsMax) byRegions.clear()
  const key = regions.join()
  const known = byRegions.get(key) ?? new Map<number, Ranges>()
  byRegions.set(key, known)
  return (midnight) => {
    if (known.size >= daysMax && !known.has(midnight)) known.clear()
    const made =
      known.get(midnight) ??
      regions.reduce<Ranges>(
        (ranges, region) => {
          const law = lawOn(ruleSet, region, midnight)
          if (law) return intersect(ranges, law.ranges)
          return mustHaveLaw(region) ? [] : ranges
        },
        [[0, dayMs]],
      )
    known.set(midnight, made)
    return made
  }
}

/** Limit of clock changes that the search passes. No zone has more within 35 days. */
const changesMax = 10

const nextInZone = (rangesOn: (midnight: number) => Ranges, zone: string, at: number): number | undefined => {
  let time = at
  for (let change = 0; change < changesMax; change++) {
    const wall = wallTime(zone, time)
    const start = nextStart(rangesOn, wall)
    if (start === undefined) return undefined
    if (start === wall) return time
    const opening = time + (start - wall)
    const clockChange = nextClockChange(zone, time, opening)
    if (clockChange === undefined) return opening
    time = clockChange
  }
  return undefined
}

const nextStart = (rangesOn: (midnight: number) => Ranges, wall: number): number | undefined => {
  const first = midnightOf(wall)
  for (let day = 0; day <= horizonDays; day++) {
    const midnight = first + day * dayMs
    const range = rangesOn(midnight).find(([, to]) => midnight + to > wall)
    if (range) return Math.max(wall, midnight + range[0])
  }
  return undefined
}

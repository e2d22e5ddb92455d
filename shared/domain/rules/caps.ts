import type { CallingWindow } from '../campaigns/calling-window.ts'
import { regionName } from '../places/place.ts'
import { doubtOf, type Finding, nextLegalOpening, type Somewhere } from './legal-hours.ts'
import type { Cap, Rule } from './rule.ts'
import { type RuleSet, ruleOn } from './rule-set.ts'

export interface BoundCap extends Cap {
  region: string
  rule?: Rule
}

/** Returns the call limits of all regions, which all apply. A rule begins at midnight UTC. */
export const capsAt = ({ regions }: Pick<Somewhere, 'regions'>, ruleSet: RuleSet, at: number): BoundCap[] =>
  regions.flatMap((region): BoundCap[] => {
    const rule = ruleOn(ruleSet.rules, region, at)
    const own = ruleSet.overrides.find((one) => one.region === region)?.caps ?? []
    return [
      ...(rule?.caps ?? []).map((cap) => ({ ...cap, region, rule })),
      ...own.map(({ calls, hours }) => ({ calls, hours, region })),
    ]
  })

const hourMs = 60 * 60_000

/**
 * Counts dials within the window of a call limit. Dials slightly after `at` count too, because
 * clocks differ.
 */
export const countedBy = ({ hours }: Cap, dials: readonly number[], at: number): number =>
  dials.filter((dial) => dial > at - hours * hourMs).length

/**
 * Returns the call limits that forbid the call. If a limit exists and the dials are unknown, the
 * call is forbidden.
 */
export const capFindings = (
  place: Somewhere,
  ruleSet: RuleSet,
  dials: readonly number[] | undefined,
  at: number,
): Finding[] => {
  const caps = capsAt(place, ruleSet, at)
  if (!dials) return caps.length > 0 ? [{ code: 'dials_unknown', words: dialsUnknown }] : []
  return caps
    .filter((cap) => countedBy(cap, dials, at) >= cap.calls)
    .map((cap) => ({ code: 'called_enough', words: wordsOf(cap), region: cap.region, rule: cap.rule?.id }))
}

const dialsUnknown = 'It is not known how often the number was called.'

const wordsOf = ({ calls, hours, region, rule }: BoundCap): string => {
  const often = calls === 1 ? 'once' : `${calls} times`
  const doubt = rule ? doubtOf(rule) : ' The limit is your own.'
  return `The number was called as often as it may be: ${often} in ${spanOf(hours)} (${regionName(region)}).${doubt}`
}

const spanOf = (hours: number): string => {
  if (hours % 24 === 0 && hours > 24) return `${hours / 24} days`
  return hours === 1 ? 'an hour' : `${hours} hours`
}

export const capsLetGoAt = (place: Somewhere, ruleSet: RuleSet, dials: readonly number[], at: number): number => {
  const newest = dials.toSorted((one, other) => other - one)
  return capsAt(place, ruleSet, at).reduce((free, { calls, hours }) => {
    const last = newest[calls - 1]
    return last === undefined ? free : Math.max(free, last + hours * hourMs)
  }, at)
}

interface Bounds {
  ruleSet: RuleSet | undefined
  dials: readonly number[] | undefined
  campaign?: CallingWindow
}

/**
 * Returns the next time at which the call is allowed. Undefined if no such time is near, or a fact
 * is unknown.
 */
export const nextAllowed = (place: Somewhere, { ruleSet, dials, campaign }: Bounds, at: number): number | undefined => {
  if (ruleSet && !dials && capsAt(place, ruleSet, at).length > 0) return undefined
  for (let time = at; ; ) {
    const free = ruleSet && dials ? capsLetGoAt(place, ruleSet, dials, time) : time
    const opening = nextLegalOpening(place, ruleSet, free, campaign)
    if (opening === undefined || opening === time) return opening
    time = opening
  }
}

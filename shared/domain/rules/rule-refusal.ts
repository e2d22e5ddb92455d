import { isoTime } from '../../words/time.ts'
import type { Place } from '../places/place.ts'
import { capFindings, nextAllowed } from './caps.ts'
import { inWords, standingAt } from './legal-hours.ts'
import type { RuleSet } from './rule-set.ts'

export const ruleRefusal = (
  place: Place,
  ruleSet: RuleSet,
  dials: readonly number[],
  at: number,
): string | undefined => {
  const findings = [...standingAt(place, ruleSet, at).findings, ...capFindings(place, ruleSet, dials, at)]
  if (findings.length === 0) return undefined
  const opening = nextAllowed(place, { ruleSet, dials }, at)
  const again = opening === undefined ? '' : ` It may be called from ${isoTime(opening)}.`
  return `${inWords(findings).join(' ')}${again}`
}

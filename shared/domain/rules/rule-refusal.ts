import { isoTime } from '../../words/time.ts'
import type { Place } from '../places/place.ts'
import { capFindings, nextAllowed } from './caps.ts'
import { inWords, standingAt } from './legal-hours.ts'
import type { RuleBook } from './rule-book.ts'

export const ruleRefusal = (place: Place, book: RuleBook, dials: readonly number[], at: number): string | undefined => {
  const findings = [...standingAt(place, book, at).findings, ...capFindings(place, book, dials, at)]
  if (findings.length === 0) return undefined
  const opening = nextAllowed(place, { book, dials }, at)
  const again = opening === undefined ? '' : ` It may be called from ${isoTime(opening)}.`
  return `${inWords(findings).join(' ')}${again}`
}

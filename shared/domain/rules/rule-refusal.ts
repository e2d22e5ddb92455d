import type { Place } from '../places/place.ts'
import { isoTime } from '../time.ts'
import { inWords, nextLegalOpening, standingAt } from './legal-hours.ts'
import type { RuleBook } from './rule-book.ts'

/** Why a single call may not be made at `at`, in a sentence; undefined when it may. */
export const ruleRefusal = (place: Place, book: RuleBook, at: number): string | undefined => {
  const { isOpen, findings } = standingAt(place, book, at)
  if (isOpen) return undefined
  const opening = nextLegalOpening(place, book, at)
  const again = opening === undefined ? '' : ` It may be called from ${isoTime(opening)}.`
  return `${inWords(findings).join(' ')}${again}`
}

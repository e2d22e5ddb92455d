import { type CallingMode, modeDefault } from '../campaigns/calling-mode.ts'
import type { Place } from '../places/place.ts'
import { inWords, standingAt } from '../rules/legal-hours.ts'
import { type RuleBook, ruleOn } from '../rules/rule-book.ts'
import { hashOf } from './evidence.ts'

/** What the rules said at the moment of a decision, as its evidence keeps it. */
export interface RuleFacts {
  mode: CallingMode
  /** Absent when they were not asked. */
  allowed?: boolean
  regions?: readonly string[]
  time_zones?: readonly string[]
  /** What the place was read from. */
  source?: Place['source']
  /** The ids of the rows that bound, and SHA-256 over those rows and the user's own hours: the same set gives the same decision. */
  rows?: string[]
  rows_hash?: string
  verified?: boolean
  words: string[]
}

/** `book` is undefined where they were not asked. */
export const ruleFacts = (
  mode: CallingMode | undefined = modeDefault,
  place: Place,
  book: RuleBook | undefined,
  at: number,
): RuleFacts => {
  if (mode === 'off' || !book) return { mode, words: ['The calling rules were not asked.'] }
  const { isOpen, findings } = standingAt(place, book, at)
  const rows = place.regions.flatMap((region) => ruleOn(book.rules, region, at) ?? [])
  const overrides = book.overrides.filter(({ region }) => place.regions.includes(region))
  return {
    mode,
    allowed: isOpen,
    regions: place.regions,
    time_zones: place.zones,
    source: place.source,
    rows: rows.map(({ id }) => id),
    rows_hash: hashOf({ rows, overrides }),
    verified: rows.length > 0 && rows.every(({ verified }) => verified),
    words: isOpen ? ['The calling rules of the place allowed the call.'] : [...inWords(findings), observed],
  }
}

const observed = 'The call was made all the same: the calling rules were only observed.'

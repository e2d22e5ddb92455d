import { hashOf } from '../../words/canonical.ts'
import { type CallingMode, modeDefault } from '../campaigns/calling-mode.ts'
import type { Place } from '../places/place.ts'
import { type BoundCap, capFindings, capsAt, countedBy } from '../rules/caps.ts'
import { inWords, standingAt } from '../rules/legal-hours.ts'
import type { Rule } from '../rules/rule.ts'
import { type RuleSet, ruleOn } from '../rules/rule-set.ts'

/** Facts about the calling rules. Short, because every dial stores them. */
export interface RuleFacts {
  mode: CallingMode
  allowed?: boolean
  regions?: readonly string[]
  time_zones?: readonly string[]
  source?: Place['source']
  /**
   * Ids of the first rules that applied. `rows_hash`: beginning of the SHA-256 of all rules that
   * applied and the user's overrides.
   */
  rows?: string[]
  rows_hash?: string
  more?: number
  /** `calls`: number of permitted calls. `counted`: calls made. Absent without a limit. */
  caps?: { region: string; calls: number; hours: number; counted: number; own?: true }[]
  unverified?: true
  words?: string[]
}

const namedMax = 10
const digitsOfHash = 16

interface Asked {
  mode: CallingMode | undefined
  place: Place
  ruleSet: RuleSet | undefined
  dials: readonly number[]
}

export const ruleFacts = ({ mode = modeDefault, place, ruleSet, dials }: Asked, at: number): RuleFacts => {
  if (mode === 'off' || !ruleSet) return { mode, words: ['The calling rules were not asked.'] }
  const standing = standingAt(place, ruleSet, at)
  const findings = [...standing.findings, ...capFindings(place, ruleSet, dials, at)]
  const isAllowed = standing.isOpen && findings.length === 0
  const caps = capsAt(place, ruleSet, at)
  const rows = place.regions.flatMap((region) => ruleOn(ruleSet.rules, region, at) ?? [])
  const overrides = ruleSet.overrides.filter(({ region }) => place.regions.includes(region))
  const more = place.regions.length - namedMax
  return {
    mode,
    allowed: isAllowed,
    regions: place.regions.slice(0, namedMax),
    time_zones: place.zones.slice(0, namedMax),
    source: place.source,
    rows: rows.slice(0, namedMax).map(({ id }) => id),
    rows_hash: hashOf({ rows: rows.map(hashOfRow), overrides }).slice(0, digitsOfHash),
    ...(more > 0 && { more }),
    ...(caps.length > 0 && { caps: caps.slice(0, namedMax).map((cap) => capFacts(cap, dials, at)) }),
    ...(rows.some(({ verified }) => !verified) && { unverified: true }),
    ...(!isAllowed && { words: [...inWords(findings), ...(mode === 'observe' ? [observed] : [])] }),
  }
}

const capFacts = (cap: BoundCap, dials: readonly number[], at: number) => ({
  region: cap.region,
  calls: cap.calls,
  hours: cap.hours,
  counted: countedBy(cap, dials, at),
  ...(!cap.rule && { own: true as const }),
})

const observed = 'The call was made all the same: the calling rules were only observed.'

const hashes = new WeakMap<Rule, string>()
const hashOfRow = (row: Rule): string => {
  const hash = hashes.get(row) ?? hashOf(row)
  hashes.set(row, hash)
  return hash
}

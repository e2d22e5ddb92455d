import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import { type CallingWindow, isOpen } from '../campaigns/calling-window.ts'
import type { Place } from '../places/place.ts'
import { notices } from '../reference/notice.ts'
import { capFindings, capsAt, countedBy, nextAllowed } from './caps.ts'
import { standingAt } from './legal-hours.ts'
import { noticesNeeded } from './notice-rules.ts'
import { lawOn, type RuleSet } from './rule-set.ts'
import { legalNotice, RuleItem, ruleItem } from './rule-view.ts'

export const Judgement = z.object({
  phone_number: z.string(),
  at: z.string(),
  decision: z.enum(['dial', 'wait', 'no']),
  reasons: z.array(z.string()),
  findings: z.array(z.object({ code: z.string(), words: z.string(), region: z.string().nullable() })),
  place: z.object({
    regions: z.array(z.string()).readonly(),
    time_zones: z.array(z.string()).readonly(),
    source: z.enum(['stated', 'area code', 'country', 'unknown']),
  }),
  rules: z.array(RuleItem),
  caps: z.array(
    z.object({ region: z.string(), calls: z.int(), hours: z.int(), counted: z.int(), is_own: z.boolean() }),
  ),
  notices: z.array(z.enum(notices)).readonly(),
  verified: z.boolean(),
  /** Time at which the call may begin; null if nothing changes within 35 days. */
  next_at: z.string().nullable(),
  notice: z.string(),
})

interface Case {
  phone_number: string
  place: Place
  at: number
  campaign: CallingWindow | undefined
  isBlacklisted: boolean
  dials: readonly number[]
}

const blacklisted = 'The phone number is on the blacklist.'
const closed = 'It is outside the calling hours of the campaign.'

export const judge = (
  { phone_number, place, at, campaign, isBlacklisted, dials }: Case,
  ruleSet: RuleSet,
): z.input<typeof Judgement> => {
  const findings = [...standingAt(place, ruleSet, at).findings, ...capFindings(place, ruleSet, dials, at)]
  const isCampaignOpen = !campaign || isOpen(campaign, at)
  const next_at = isBlacklisted ? undefined : nextAllowed(place, { ruleSet, dials, campaign }, at)
  const bound = rulesOf(place, ruleSet, at)
  return {
    phone_number,
    at: isoTime(at),
    decision: isBlacklisted ? 'no' : findings.length === 0 && isCampaignOpen ? 'dial' : 'wait',
    reasons: [
      ...(isBlacklisted ? [blacklisted] : []),
      ...new Set(findings.map(({ words }) => words)),
      ...(isCampaignOpen ? [] : [closed]),
    ],
    findings: findings.map(({ code, words, region = null }) => ({ code, words, region })),
    place: { regions: place.regions, time_zones: place.zones, source: place.source },
    rules: bound,
    caps: capsAt(place, ruleSet, at).map((cap) => ({
      region: cap.region,
      calls: cap.calls,
      hours: cap.hours,
      counted: countedBy(cap, dials, at),
      is_own: cap.rule === undefined,
    })),
    notices: noticesNeeded(place.regions, at).needed,
    verified: bound.length > 0 && bound.every(({ rule }) => rule?.verified === true),
    next_at: next_at === undefined ? null : isoTime(next_at),
    notice: legalNotice,
  }
}

const dayMs = 86_400_000

const rulesOf = ({ regions }: Place, ruleSet: RuleSet, at: number): RuleItem[] =>
  regions.flatMap((region) => {
    const law = lawOn(ruleSet, region, at - (at % dayMs))
    return law ? [ruleItem(region, law.rule, law.override, at)] : []
  })

import * as z from 'zod'
import { isoTime } from '../../words/time.ts'
import { regionName } from '../places/place.ts'
import { noticeRegions, noticeRuleOn } from './notice-rules.ts'
import { consents, type Rule } from './rule.ts'
import { listedRules, type RuleOverride, type RuleSet } from './rule-set.ts'

const Hours = z.array(z.string()).readonly()
const Week = z.object({
  monday: Hours,
  tuesday: Hours,
  wednesday: Hours,
  thursday: Hours,
  friday: Hours,
  saturday: Hours,
  sunday: Hours,
})

const Caps = z.array(z.object({ calls: z.int(), hours: z.int() })).readonly()

/** Notices that mode `enforce` speaks. A state adds its notices to those of the country. */
const Notices = z.object({
  ai: z.boolean(),
  recording: z.boolean(),
  duties: z.string().nullable(),
  source: z.string(),
  as_of: z.string(),
  valid_from: z.string(),
  grade: z.enum(['A', 'B', 'C']),
  verified: z.boolean(),
})

const Own = z.object({
  hours: Week.nullable(),
  caps: Caps,
  keep_closed_days: z.boolean(),
  because: z.string().nullable(),
  updated_at: z.string(),
})

export const RuleItem = z.object({
  region: z.string(),
  name: z.string(),
  rule: z
    .object({
      id: z.string(),
      hours: Week,
      closed_days: z.array(z.string()),
      closed_day_hours: z.array(z.string()).readonly(),
      ban: z.string().nullable(),
      caps: Caps,
      consent: z.enum(consents),
      duties: z.string().nullable(),
      source: z.string(),
      as_of: z.string(),
      valid_from: z.string(),
      review_by: z.string(),
      grade: z.enum(['A', 'B', 'C']),
      verified: z.boolean(),
      is_house_rule: z.boolean(),
      /** True when the rule is due for a review; it still applies. */
      is_overdue: z.boolean(),
    })
    .nullable(),
  notices: Notices.nullable(),
  own: Own.nullable(),
})
export type RuleItem = z.input<typeof RuleItem>

export const legalNotice =
  'None of this is legal advice. What is recorded was read from the sources that it names; have counsel read what you rely on.'

export const ruleItems = ({ rules, overrides }: RuleSet, now: number): RuleItem[] => {
  const listed = listedRules(rules, now)
  const ownOf = (region: string) => overrides.find((one) => one.region === region)
  const isListed = (region: string) => listed.some((rule) => rule.region === region)
  const alone = overrides.filter(({ region }) => !isListed(region))
  const others = noticeRegions.filter((region) => !isListed(region) && !ownOf(region))
  return [
    ...listed.map((rule) => ruleItem(rule.region, rule, ownOf(rule.region), now)),
    ...alone.map((own) => ruleItem(own.region, undefined, own, now)),
    ...others.map((region) => ruleItem(region, undefined, undefined, now)),
  ]
}

export const ruleItem = (
  region: string,
  rule: Rule | undefined,
  own: RuleOverride | undefined,
  now: number,
): RuleItem => ({
  region,
  name: regionName(region),
  rule: rule ? viewOf(rule, now) : null,
  notices: noticesOf(region, now),
  own: own
    ? {
        hours: own.hours ?? null,
        caps: own.caps ?? [],
        keep_closed_days: own.keeps_closed_days,
        because: own.because ?? null,
        updated_at: isoTime(own.updated_at),
      }
    : null,
})

const noticesOf = (region: string, now: number): RuleItem['notices'] => {
  const rule = noticeRuleOn(region, now)
  return rule ? { ...rule, duties: rule.duties ?? null } : null
}

const viewOf = (rule: Rule, now: number): NonNullable<RuleItem['rule']> => ({
  ...rule,
  closed_days: [...new Set(rule.closed_days.map(({ name }) => name))],
  closed_day_hours: rule.closed_day_hours ?? [],
  ban: rule.ban ?? null,
  duties: rule.duties ?? null,
  is_overdue: now > Date.parse(`${rule.review_by}T00:00:00Z`),
})

import { countryOf } from '../../words/phone.ts'
import { inWords as refusalInWords } from '../../words/refusal.ts'
import { mayReach, type Obstacle, obstacles, obstacleTo, ofLiveCall } from '../account/account.ts'
import type { OwnedNumber } from '../account/number.ts'
import { enforcesRules } from '../campaigns/calling-mode.ts'
import { isOpen, nextOpening } from '../campaigns/calling-window.ts'
import { type Campaign, wantsConsent } from '../campaigns/campaign.ts'
import { consentReasons } from '../consents/consent-verdict.ts'
import { type Contact, familyOf, hasMissedGoal, type Lead, pendingGoal, queuedContact } from '../leads/lead.ts'
import { withoutSpent } from '../leads/lead-life.ts'
import { placeOf } from '../places/place.ts'
import { platformFeePerMinute, priceFor } from '../reference/prices.ts'
import { capFindings, capsLetGoAt, nextAllowed } from '../rules/caps.ts'
import { type Finding, inWords, type Somewhere, standingAt } from '../rules/legal-hours.ts'
import type { RuleSet } from '../rules/rule-set.ts'
import type { CampaignCall } from './campaign-call.ts'
import { mayCallFrom, poolBlocker, withPool } from './number-pool.ts'
import type { DiallingCampaign, Law, Situation } from './situation.ts'

export const reasons = {
  completed: 'The lead is completed.',
  spent: 'All attempts have been used up.',
  dialling: 'The lead is being called now.',
  notDue: 'The next attempt is not due yet.',
  goalPending: 'Its last conversation is being evaluated.',
  goalMissed: 'Its last conversation did not reach the goal of the campaign.',
  blacklisted: 'The phone number is on the blacklist.',
  blacklistUnknown: 'It is not known whether the phone number is on the blacklist.',
  leadDeleted: 'The lead has been deleted.',
  draft: 'The campaign has not been started.',
  stopped: 'The campaign is stopped.',
  campaignCompleted: 'The campaign is completed; it has to be started again.',
  campaignDeleted: 'The campaign has been deleted.',
  closed: 'It is outside the calling hours of the campaign.',
  ruled: 'Calling rules do not allow the call now.',
  neverOpen: 'The campaign has no calling hours.',
  slotsTaken: 'The campaign makes as many calls at a time as it may.',
  inLine: 'It is due and waits for its turn.',
  othersFirst: 'Other numbers of the lead come first.',
  setAside: 'It was set aside when its number was on the blacklist; set its status to created to have it called.',
  inDoubt:
    'It may have been called in a time whose records were lost; set its status to created to have it called, or to completed.',
} as const

export type Eligibility =
  | { decision: 'dial'; contact: Contact; reasons: readonly []; next_at: number }
  /** `wait`: time or events change the decision. `no`: only a user changes it. */
  | {
      decision: 'wait' | 'no'
      reasons: readonly [string, ...string[]]
      next_at: number | undefined
      /** Obstacle such as a used-up balance or a country that is not allowed. */
      obstacle?: Obstacle
      closed?: Somewhere
      /** Time at which a limit on calls ends, regardless of the calling hours. */
      capped_until?: number
    }

export const eligible = (lead: Lead, situation: Situation): Eligibility => {
  const { campaign, now, refused, law } = situation
  const standing = withoutSpent(lead, campaign, now)
  const [contact, obstacle] = nextContact(standing, situation)
  const final = finalReason(standing, contact, situation)
  if (final) return { decision: 'no', reasons: [final, ...goalReasons(standing, now)], next_at: undefined }
  const bound = contact && enforcesRules(campaign) ? boundBy(contact, law) : undefined
  const shut = bound ? standingAt(bound.at, bound.ruleSet, now).findings : []
  const closed = shut.length > 0 ? bound?.at : undefined
  const capped = bound?.ruleSet ? capFindings(bound.at, bound.ruleSet, bound.dials, now) : []
  const passing = passingReasons(standing, situation, [...shut, ...capped])
  if (!refused && wantsConsent(campaign)) passing.push(consentReasons.unknown)
  if (obstacle) passing.push(contact?.barred_by ? refusalInWords(contact.barred_by) : obstacles[obstacle])
  const shutPool = situation.pool && poolBlocker(situation.pool, now)
  if (shutPool) passing.push(shutPool.reason)
  if (isAny(passing))
    return {
      decision: 'wait',
      reasons: passing,
      next_at: withPool(earliest(standing, situation, bound), situation.pool, now),
      obstacle,
      closed,
      ...(bound?.ruleSet &&
        bound.dials &&
        capped.length > 0 && {
          capped_until: capsLetGoAt(bound.at, bound.ruleSet, bound.dials, now),
        }),
    }
  if (!contact) return { decision: 'no', reasons: [reasons.spent], next_at: undefined }
  return { decision: 'dial', contact, reasons: [], next_at: now }
}

const nextContact = (
  lead: Lead,
  { transcription_minute = 0, blacklisted, means, refused }: Situation,
): [contact: Contact | undefined, obstacle: Obstacle | undefined] => {
  const callable = familyOf(lead).filter(
    ({ in_line, phone_number }) => in_line && !blacklisted?.has(phone_number) && !refused?.has(phone_number),
  )
  const permitted = callable.filter(({ barred_by }) => !barred_by)
  const reachable = permitted.find((member) => mayReach(means, countryOf(member.phone_number)))
  const contact = reachable ?? permitted[0] ?? callable[0]
  if (!contact) return [undefined, undefined]
  if (lead.barred || contact.barred_by) return [contact, 'country']
  const country = countryOf(contact.phone_number)
  const minutePrice = priceFor(country).call_minute + platformFeePerMinute + transcription_minute
  return [contact, obstacleTo(means, { country, minutePrice, isCampaign: true })]
}

/** Returns a reason that only a user's action changes, if any. */
const finalReason = (
  lead: Lead,
  contact: Contact | undefined,
  { blacklisted, refused }: Situation,
): string | undefined => {
  if (lead.deleted_at !== undefined) return reasons.leadDeleted
  if (lead.status === 'completed') return reasons.completed
  if (lead.status !== 'created') return reasons.spent
  if (lead.in_doubt) return reasons.inDoubt
  if (contact && lead.blocked && blacklisted) return reasons.setAside
  if (contact || !blacklisted) return undefined
  const inLine = familyOf(lead).filter(({ in_line }) => in_line)
  const lacking = inLine.find(({ phone_number }) => !blacklisted.has(phone_number) && refused?.has(phone_number))
  if (lacking) return refused?.get(lacking.phone_number)
  const barredBy = inLine.flatMap(({ phone_number }) => blacklisted.get?.(phone_number) ?? [])[0]
  return inLine.length > 0 ? (barredBy ?? reasons.blacklisted) : reasons.spent
}

interface Bound {
  at: Somewhere
  ruleSet: RuleSet | undefined
  dials: readonly number[] | undefined
}

const boundBy = (contact: Contact, law: Law | undefined): Bound => ({
  at: law?.place ?? placeOf(contact.phone_number, contact),
  ruleSet: law?.ruleSet,
  dials: law?.place ? [] : law?.recent?.get(contact.phone_number)?.times,
})

const isAny = (given: string[]): given is [string, ...string[]] => given.length > 0

const earliest = (lead: Lead, { campaign, now }: Situation, bound: Bound | undefined): number | undefined => {
  const isRunning = campaign.status === 'in-progress' && campaign.deleted_at === undefined
  if (!isRunning || lead.call_id !== undefined) return undefined
  return openingAt(campaign, Math.max(now, lead.next_attempt_at), bound)
}

export const stillWants = (
  call: CampaignCall,
  lead: Lead,
  situation: Situation<Campaign>,
  from: OwnedNumber | undefined,
): boolean => {
  const { campaign, means, now } = situation
  if (!mayCallFrom(campaign, { counted: call.campaign.number?.id, from }, now)) return false
  if (call.hang_up || lead.call_id !== call.id || lead.campaign_id !== call.campaign.id) return false
  if (campaign.assistant_id !== call.assistant_id || campaign.max_calls_in_parallel <= call.campaign.slot) return false
  const { transcription_minute } = call
  const verdict = eligible(
    { ...lead, call_id: undefined },
    { ...situation, transcription_minute, means: ofLiveCall(means) },
  )
  if (verdict.decision !== 'dial' || lead.set_by_hand) return false
  return verdict.contact.id === call.campaign.lead_id && verdict.contact.phone_number === call.client_phone_number
}

export const explain = (
  lead: Lead,
  member: Contact,
  verdict: Eligibility,
  slotsFree: boolean,
): { reasons: readonly string[]; next_at: number | undefined } => {
  if (lead.called_id === member.id) return { reasons: [], next_at: undefined }
  if (member.id !== lead.id && member.status !== 'created')
    return { reasons: [member.status === 'completed' ? reasons.completed : reasons.spent], next_at: undefined }
  const isNext = verdict.decision === 'dial' ? verdict.contact.id === member.id : queuedContact(lead)?.id === member.id
  const { next_at } = verdict
  if (member.id !== lead.id && lead.status === 'created' && !isNext)
    return { reasons: [reasons.othersFirst], next_at: undefined }
  if (verdict.decision === 'dial') return { reasons: [slotsFree ? reasons.inLine : reasons.slotsTaken], next_at }
  return { reasons: verdict.reasons, next_at }
}

const goalReasons = (lead: Lead, now: number): string[] => {
  if (lead.status === 'completed') return []
  if (pendingGoal(lead, now)) return [reasons.goalPending]
  return hasMissedGoal(lead, now) ? [reasons.goalMissed] : []
}

const passingReasons = (
  lead: Lead,
  { campaign, now, blacklisted }: Situation,
  findings: readonly Finding[],
): string[] => {
  const passing: string[] = []
  if (lead.call_id !== undefined) passing.push(reasons.dialling)
  // The reason of closed calling hours comes first, because it applies to all leads of the region.
  passing.push(...inWords(findings))
  if (lead.call_id === undefined && lead.status === 'created' && !(lead.next_attempt_at <= now))
    passing.push(reasons.notDue)
  if (passing.includes(reasons.notDue)) passing.push(...goalReasons(lead, now))
  if (!blacklisted) passing.push(reasons.blacklistUnknown)
  passing.push(...standstill(campaign))
  if (!isOpenFor(campaign, now)) passing.push(campaign.allowed_days.length ? reasons.closed : reasons.neverOpen)
  return passing
}

const standstill = ({ status, stop_reason, deleted_at }: DiallingCampaign): string[] => {
  if (deleted_at !== undefined) return [reasons.campaignDeleted]
  if (status === 'in-progress') return []
  if (status === 'draft') return [reasons.draft]
  if (status === 'completed') return [reasons.campaignCompleted]
  return stop_reason ? [reasons.stopped, stop_reason] : [reasons.stopped]
}

const isOpenFor = (campaign: DiallingCampaign, at: number): boolean => {
  try {
    return isOpen(campaign, at)
  } catch {
    return false
  }
}

const openingAt = (campaign: DiallingCampaign, at: number, bound: Bound | undefined): number | undefined => {
  try {
    return bound ? nextAllowed(bound.at, { ...bound, campaign }, at) : nextOpening(campaign, at)
  } catch {
    return undefined
  }
}

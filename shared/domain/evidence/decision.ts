import { versions } from 'node:process'
import { spellingsOf } from '../../words/phone-spellings.ts'
import type { Call } from '../calls/call.ts'
import type { CallingWindow } from '../campaigns/calling-window.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { wallTime } from '../campaigns/zone-time.ts'
import type { ConsentStanding } from '../consents/consent.ts'
import { consentVerdict } from '../consents/consent-verdict.ts'
import type { CampaignCall } from '../dialling/campaign-call.ts'
import { familyOf, type Lead } from '../leads/lead.ts'
import type { DecidedNotices } from '../rules/decide-notices.ts'
import type { Decision, WindowFacts } from './evidence.ts'
import type { RuleFacts } from './rule-facts.ts'

const singleCallsChain = 0

interface Judged {
  lead: Lead
  campaign: Campaign
  consented?: ConsentStanding | undefined
  rules?: RuleFacts | undefined
}

export const campaignDial = (
  call: CampaignCall,
  { lead, campaign, consented, rules }: Judged,
  now: number,
): Decision => {
  const contact = familyOf(lead).find(({ id }) => id === call.campaign.lead_id)
  return {
    ...ofCall(call),
    decision: 'dial',
    reasons: [],
    lead_id: lead.id,
    contact_id: call.campaign.lead_id,
    lead_revision: lead.revision,
    window: windowFacts(campaign, now),
    attempt: (contact?.dials ?? 0) + 1,
    max_retries: campaign.max_retries,
    suppression: notListed(call.client_phone_number),
    ...(rules && { rules: { ...rules } }),
    consent: consentFacts(campaign, consented, now),
  }
}

export const singleDial = (call: Call, said?: { rules: RuleFacts; notices: DecidedNotices }): Decision => ({
  ...ofCall(call),
  decision: 'dial',
  reasons: [],
  suppression: notListed(call.client_phone_number),
  ...(said && { rules: { ...said.rules }, disclosure: said.notices.facts }),
})

export const refusedCall = (call: Call): Decision => ({
  ...ofCall(call),
  decision: 'refused',
  reasons: call.failure_reason === undefined ? [] : [call.failure_reason],
})

export const refusedRequest = (phone_number: string, reason: string, listed: boolean): Decision => ({
  chain: singleCallsChain,
  decision: 'refused',
  phone_number,
  reasons: [reason],
  suppression: { ...notListed(phone_number), checked: 'with_the_request', listed },
  tzdata: versions.tz,
})

export const refusedLead = (
  lead: Lead,
  reasons: readonly string[],
  campaign: CallingWindow,
  now: number,
): Decision => ({
  chain: lead.campaign_id,
  decision: 'refused',
  phone_number: lead.phone_number,
  reasons: [...reasons],
  campaign_id: lead.campaign_id,
  lead_id: lead.id,
  lead_revision: lead.revision,
  window: windowFacts(campaign, now),
  tzdata: versions.tz,
})

const ofCall = ({ id, campaign, client_phone_number, revision }: Call) => ({
  chain: campaign?.id ?? singleCallsChain,
  phone_number: client_phone_number,
  call_id: id,
  call_revision: revision,
  campaign_id: campaign?.id,
  tzdata: versions.tz,
})

const notListed = (phone_number: string) => ({
  checked: 'with_the_claim' as const,
  spellings: spellingsOf(phone_number).length,
  listed: false,
})

const consentFacts = (campaign: Campaign, standing: ConsentStanding | undefined, now: number) => {
  const { require_consent: want = 'none', purpose = null } = campaign
  if (want === 'none') return { wanted: want }
  const verdict = consentVerdict(standing ?? null, { want, purpose }, now)
  const consent_id = verdict.allowed ? verdict.consent_id : undefined
  return { wanted: want, purpose, consent_id, version: standing?.version }
}

const windowFacts = (window: CallingWindow, at: number): WindowFacts | undefined => {
  const { timezone, allowed_days, allowed_hours_start_time, allowed_hours_end_time } = window
  return {
    timezone,
    days: [...allowed_days],
    start: allowed_hours_start_time,
    end: allowed_hours_end_time,
    local_time: localTime(timezone, at),
  }
}

/** Returns local time with its UTC offset, or UTC for an unknown zone. */
const localTime = (zone: string, at: number): string => {
  const wall = wallOr(zone, at)
  const minutes = Math.round((wall - at) / 60_000)
  const sign = minutes < 0 ? '-' : '+'
  const two = (count: number) => String(Math.trunc(Math.abs(count))).padStart(2, '0')
  return `${new Date(wall).toISOString().slice(0, -1)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}

const wallOr = (zone: string, at: number): number => {
  try {
    return wallTime(zone, at)
  } catch {
    return at
  }
}

import { calls } from '../../shared/data/calls/calls.ts'
import { campaigns } from '../../shared/data/campaigns/campaigns.ts'
import { dialCounts } from '../../shared/data/dialling/dial-counts.ts'
import { dials } from '../../shared/data/dialling/dials.ts'
import { leads } from '../../shared/data/leads/leads.ts'
import { callingRules } from '../../shared/data/rules/calling-rules.ts'
import { isWaiting, newlyWaiting } from '../../shared/domain/calls/placement.ts'
import type { CallingMode } from '../../shared/domain/campaigns/calling-mode.ts'
import type { Campaign } from '../../shared/domain/campaigns/campaign.ts'
import { campaignSettings } from '../../shared/domain/campaigns/campaign-settings.ts'
import { type CampaignCall, isCampaignCall, type ReservedCall } from '../../shared/domain/dialling/campaign-call.ts'
import { campaignDial } from '../../shared/domain/evidence/decision.ts'
import { ruleFacts } from '../../shared/domain/evidence/rule-facts.ts'
import { newLead } from '../../shared/domain/leads/lead-form.ts'
import { placeOf } from '../../shared/domain/places/place.ts'
import { idAt } from '../../shared/words/id.ts'
import { must } from '../../shared/words/must.ts'
import { localSecret } from '../data/local-secret.ts'
import { ringingCall } from '../fixtures.ts'
import type { CrowdedTable } from './crowded-table.ts'

const user_id = 7
export const campaignRef = { user_id, campaign_id: 100 }

/** Reserves `count` calls of a campaign, all at once or `perSecond`. */
export const reservedCalls = async (
  crowd: CrowdedTable,
  count: number,
  calling_rules: CallingMode = 'off',
  perSecond?: number,
): Promise<CampaignCall[]> => {
  const now = crowd.clock.now()
  const campaign: Campaign = {
    ...campaignSettings.defaults,
    id: campaignRef.campaign_id,
    user_id,
    name: 'Spring',
    status: 'in-progress',
    assistant_id: 1,
    timezone: 'UTC',
    allowed_hours_start_time: '00:00:00',
    allowed_hours_end_time: '23:59:59',
    allowed_days: ['monday'],
    max_calls_in_parallel: count,
    max_retries: 1,
    retry_interval: 60,
    retry_on_voicemail: false,
    mark_complete_when_no_leads: true,
    calling_rules,
    updated_at: now,
    revision: 1,
  }
  await campaigns(crowd).create(campaign)
  let ids = idAt(now, 0)
  const reserve = async (_: unknown, slot: number): Promise<ReservedCall> => {
    if (perSecond !== undefined) await crowd.clock.sleep((slot * 1000) / perSecond)
    const phone_number = `+4930123${String(slot).padStart(4, '0')}`
    const lead = newLead({ id: ++ids, user_id, campaign_id: campaign.id, phone_number, contacts: [] })
    const call: ReservedCall = {
      ...ringingCall({ id: ++ids, user_id, assistant_id: 1, client_phone_number: phone_number }, now),
      placement: newlyWaiting(),
      campaign: { id: campaign.id, name: campaign.name, lead_id: lead.id, main_lead_id: lead.id, slot },
    }
    await leads(crowd).create(lead, true)
    await dials(crowd).reserve(lead, call, { variables: {}, input_variables: {} })
    return call
  }
  return Promise.all(Array.from({ length: count }, reserve))
}

/** Claims a call as a dial worker does, after it has read call, campaign and lead. */
export const claimAsWorkers = async (
  crowd: CrowdedTable,
  { id, campaign: { main_lead_id } }: CampaignCall,
): Promise<boolean> => {
  const call = await calls(crowd).find({ user_id, call_id: id })
  const [campaign, lead] = await Promise.all([
    campaigns(crowd).find(user_id, campaignRef.campaign_id),
    leads(crowd).find(user_id, main_lead_id),
  ])
  if (!call || !isCampaignCall(call) || !isWaiting(call) || campaign?.status !== 'in-progress') return false
  if (campaign.max_calls_in_parallel <= call.campaign.slot) return false
  const [own, seen, now] = [call, must(lead, 'lead'), crowd.clock.now()]
  const mode = must(campaign, 'campaign').calling_rules
  const ruleSet =
    mode === 'off' ? undefined : await callingRules({ ...crowd, settings: { get: () => undefined } }).ruleSet(user_id)
  const phone = own.client_phone_number
  const count = must((await dialCounts({ ...crowd, ...localSecret }).of(user_id, [phone])).get(phone), 'count')
  const rules = ruleFacts({ mode, place: placeOf(phone), ruleSet, dials: count.times }, now)
  const decision = campaignDial(own, { lead: seen, campaign, rules }, now)
  const claimed = await dials(crowd).claim({ call: own, lead: seen, decision }, `worker ${id}`, now, { count })
  return claimed !== undefined
}

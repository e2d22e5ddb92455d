import type { ClosedCall } from '../../domain/calls/call.ts'
import { leadAfterCall } from '../../domain/leads/lead-life.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { leadNumberKey, slotKey } from '../../table/keys.ts'
import { type Write, when } from '../../table/table.ts'
import { findEvenDeletedCampaign } from '../campaigns/campaigns.ts'
import { findEvenDeletedLead } from './lead-finding.ts'
import { leadOverrides } from './lead-history.ts'
import { leadWrites } from './lead-items.ts'
import { countNumbers } from './lead-numbers.ts'

export const leadClosingWrites = async (parts: HistoryParts, call: ClosedCall): Promise<Write[]> => {
  const { table } = parts
  const { user_id } = call
  if (!call.campaign) return []
  const { id: campaign_id, main_lead_id, slot } = call.campaign
  const [lead, ownCampaign] = await Promise.all([
    findEvenDeletedLead(table, user_id, main_lead_id),
    findEvenDeletedCampaign(table, user_id, campaign_id),
  ])
  const mine = when('attribute_not_exists(#pk) OR #call_id = :call_id', { call_id: call.id })
  const freed: Write = { delete: slotKey(user_id, campaign_id, slot), when: mine }
  if (lead?.call_id !== call.id) return [freed]
  const moved = lead.campaign_id !== campaign_id
  const campaign = moved ? await findEvenDeletedCampaign(table, user_id, lead.campaign_id) : ownCampaign
  if (campaign && campaign.deleted_at === undefined && lead.deleted_at === undefined) {
    const after = leadAfterCall(lead, call, campaign, call.closed_at)
    return [freed, ...leadWrites(lead, after), ...leadOverrides(parts, lead, after)]
  }

  const numbers = lead.deleted_at === undefined ? [...countNumbers(lead).keys()] : []
  const guards = numbers.map((number): Write => ({ delete: leadNumberKey(user_id, lead.campaign_id, number) }))
  return [freed, ...leadWrites(lead, undefined), ...guards]
}

import type { Call } from '../calls/call.ts'
import type { CampaignRef } from '../campaigns/campaign.ts'

/** A call of a campaign: it belongs to a lead and holds a slot. */
export type CampaignCall = Call & Required<Pick<Call, 'campaign_id' | 'lead_id' | 'main_lead_id' | 'slot'>>

export const isCampaignCall = (call: Call): call is CampaignCall =>
  call.campaign_id !== undefined &&
  call.lead_id !== undefined &&
  call.main_lead_id !== undefined &&
  call.slot !== undefined

/** The campaign that has a free slot since this report closed its call. */
export const freedCampaign = ({ before, call }: { before: Call; call: Call }): CampaignRef | undefined =>
  call.closed_at !== undefined && before.closed_at === undefined && call.campaign_id !== undefined
    ? { user_id: call.user_id, campaign_id: call.campaign_id }
    : undefined

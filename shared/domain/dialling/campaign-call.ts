import type { Call } from '../calls/call.ts'

/** A call of a campaign: it belongs to a lead and holds a slot. */
export type CampaignCall = Call & Required<Pick<Call, 'campaign_id' | 'lead_id' | 'main_lead_id' | 'slot'>>

export const isCampaignCall = (call: Call): call is CampaignCall =>
  call.campaign_id !== undefined &&
  call.lead_id !== undefined &&
  call.main_lead_id !== undefined &&
  call.slot !== undefined

import type { Call, CallCampaign } from '../calls/call.ts'
import type { Waiting } from '../calls/placement.ts'

/** A call of a campaign: it belongs to a lead and holds a slot. */
export type CampaignCall = Call & { campaign: CallCampaign }

/** A call of a campaign that the carrier was not asked for yet. */
export type ReservedCall = CampaignCall & { placement: Waiting }

export const isCampaignCall = (call: Call): call is CampaignCall => call.campaign !== undefined

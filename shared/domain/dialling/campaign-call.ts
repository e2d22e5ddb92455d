import type { Call, CallCampaign } from '../calls/call.ts'
import type { Waiting } from '../calls/placement.ts'

/** A call with a lead and a slot. */
export type CampaignCall = Call & { campaign: CallCampaign }

/** A campaign's call not yet sent to the carrier. */
export type ReservedCall = CampaignCall & { placement: Waiting }

export const isCampaignCall = (call: Call): call is CampaignCall => call.campaign !== undefined

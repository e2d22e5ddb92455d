import type { Call, CallCampaign } from '../calls/call.ts'
import type { Waiting } from '../calls/placement.ts'

export type CampaignCall = Call & { campaign: CallCampaign }

/** Not yet sent to the carrier. */
export type ReservedCall = CampaignCall & { placement: Waiting }

export const isCampaignCall = (call: Call): call is CampaignCall => call.campaign !== undefined

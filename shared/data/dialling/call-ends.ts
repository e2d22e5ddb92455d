import type { ClosedCall } from '../../domain/calls/call.ts'
import { hasFailed } from '../../domain/calls/ended-reason.ts'
import type { EndedCall } from '../../domain/campaigns/failure-rate.ts'
import { campaignEndKey } from '../../table/keys.ts'
import type { Write } from '../../table/table.ts'

/** Seconds for which ended calls are stored: longer than the period of the failure rate. */
const keptSeconds = 60 * 60

export const callEndWrites = (call: ClosedCall): Write[] => {
  const { user_id, id, campaign, closed_at: ended_at } = call
  if (!campaign) return []
  const end: EndedCall = { call_id: id, ended_at, has_failed: hasFailed(call) }
  const expires_at_seconds = Math.floor(ended_at / 1000) + keptSeconds
  return [{ put: { ...campaignEndKey(user_id, campaign.id, ended_at, id), ...end, expires_at_seconds } }]
}

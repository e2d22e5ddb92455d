import type { Campaign } from '../../domain/campaigns/campaign.ts'
import { failureStop, judgedCalls, judgedSince } from '../../domain/campaigns/failure-rate.ts'
import type { Supplied } from '../../services.ts'
import type { Log } from '../../words/log.ts'

/**
 * Stops a campaign whose calls fail too often. False when it may dial. A campaign that changed
 * meanwhile is not stopped, and its dialler looks again.
 */
export const stopIfFailing = async (
  { campaigns, dials, clock }: Supplied<'campaigns.stop' | 'clock' | 'dials.ended'>,
  campaign: Campaign,
  log: Log,
): Promise<'stopped' | 'changed' | false> => {
  if (campaign.pause_on_failure_rate === null) return false
  const ref = { user_id: campaign.user_id, campaign_id: campaign.id }
  const now = clock.now()
  const why = failureStop(campaign, await dials.ended(ref, judgedSince(campaign, now), judgedCalls))
  if (!why) return false
  const { stopped } = await campaigns.stop(ref, why, now, campaign)
  if (!stopped) return 'changed'
  log.warn('a campaign stopped by itself', { ...ref, reason: why.reason })
  return 'stopped'
}

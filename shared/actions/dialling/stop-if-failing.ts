import type { Campaign } from '../../domain/campaigns/campaign.ts'
import { type EndedCall, failureStop, judgedCalls, judgedSince } from '../../domain/campaigns/failure-rate.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

export const readLastEnds = async (
  { dials }: Dependencies<'dials.ended'>,
  campaign: Campaign,
  now: number,
): Promise<EndedCall[]> =>
  campaign.pause_on_failure_rate === null
    ? []
    : dials.ended({ user_id: campaign.user_id, campaign_id: campaign.id }, judgedSince(campaign, now), judgedCalls)

export const stopIfFailing = async (
  { campaigns, clock }: Dependencies<'campaigns.stop' | 'clock'>,
  campaign: Campaign,
  last: readonly EndedCall[],
  log: Log,
): Promise<'stopped' | 'changed' | false> => {
  const ref = { user_id: campaign.user_id, campaign_id: campaign.id }
  const why = failureStop(campaign, last)
  if (!why) return false
  const { stopped } = await campaigns.stop(ref, why, clock.now(), campaign)
  if (!stopped) return 'changed'
  log.warn('a campaign stopped by itself', { ...ref, reason: why.reason })
  return 'stopped'
}

import type { Leg } from '../../domain/calls/leg.ts'
import type { CampaignCall } from '../../domain/dialling/campaign-call.ts'
import type { Supplied } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { inWords, type Refusal, stopReason, stopsCampaign } from '../../words/refusal.ts'

/** Logs codes, never numbers. */
export const logRefusal = (log: Log, { sort, code, meaning }: Refusal): void => {
  if (sort === 'account') log.error('the carrier refused the account', { code, meaning })
  if (sort === 'our_number') log.error('the carrier refused a number of ours', { code, meaning })
  if (sort === 'ours') log.error('the carrier refused an invalid request', { code, meaning })
}

/** Alarms once per failure. */
export const logLegFailure = (log: Log, { before, leg }: { before: Leg; leg: Leg }): void => {
  if (!leg.failure || before.failure) return
  const { sort, code } = leg.failure
  log.warn('a transfer was refused by the carrier', { sort, code })
  logRefusal(log, leg.failure)
}

/** Stops the campaign if the next call would be refused too. */
export const heedRefusal = async (
  { campaigns, clock }: Supplied<'campaigns.change' | 'campaigns.stop' | 'clock'>,
  { user_id, campaign: { id: campaign_id } }: CampaignCall,
  refusal: Refusal,
  log: Log,
): Promise<void> => {
  if (refusal.sort === 'country')
    await campaigns.change(user_id, campaign_id, (campaign) =>
      campaign.carrier_barred ? campaign : { ...campaign, carrier_barred: true },
    )
  if (!stopsCampaign(refusal)) return
  const why = { reason: stopReason(refusal), carrier_code: refusal.code }
  const { stopped } = await campaigns.stop({ user_id, campaign_id }, why, clock.now())
  if (stopped) log.warn('a campaign stopped by itself', { user_id, campaign_id, reason: inWords(refusal) })
}

import type { Leg } from '../../domain/calls/leg.ts'
import type { CampaignCall } from '../../domain/dialling/campaign-call.ts'
import { hasUsableNumber, isRefused } from '../../domain/dialling/number-pool.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { inWords, type Refusal, stopReason, stopsCampaign } from '../../words/refusal.ts'

export const logRefusal = (log: Log, { sort, code, meaning }: Refusal): void => {
  if (sort === 'account') log.error('the carrier refused the account', { code, meaning })
  if (sort === 'our_number') log.error('the carrier refused a number of ours', { code, meaning })
  if (sort === 'ours') log.error('the carrier refused an invalid request', { code, meaning })
}

export const logLegFailure = (log: Log, { before, leg }: { before: Leg; leg: Leg }): void => {
  if (!leg.failure || before.failure) return
  const { sort, code } = leg.failure
  log.warn('a transfer was refused by the carrier', { sort, code })
  logRefusal(log, leg.failure)
}

type Services = Dependencies<
  'campaigns.change' | 'campaigns.find' | 'campaigns.stop' | 'clock' | 'numberPauses.refuse' | 'numbers.list'
>

/**
 * Stops the campaign if the carrier would refuse the next call too. In a number pool, only the
 * refused number pauses.
 */
export const handleRefusal = async (
  services: Services,
  call: CampaignCall,
  refusal: Refusal,
  log: Log,
): Promise<void> => {
  const { campaigns, clock } = services
  const { user_id } = call
  const { id: campaign_id } = call.campaign
  if (refusal.sort === 'country')
    await campaigns.change(user_id, campaign_id, (campaign) =>
      campaign.carrier_barred ? campaign : { ...campaign, carrier_barred: true },
    )
  if (!stopsCampaign(refusal)) return
  if (refusal.sort === 'our_number' && (await continuesWithout(call, refusal, services, log))) return
  const why = { reason: stopReason(refusal), carrier_code: refusal.code }
  const { stopped } = await campaigns.stop({ user_id, campaign_id }, why, clock.now())
  if (stopped) log.warn('a campaign stopped by itself', { user_id, campaign_id, reason: inWords(refusal) })
}

/** Pauses the phone number that we called from. True when its pool has another usable number. */
const continuesWithout = async (
  { user_id, campaign: { id: campaign_id, number: counted } }: CampaignCall,
  refusal: Refusal,
  { campaigns, numberPauses, numbers, clock }: Services,
  log: Log,
): Promise<boolean> => {
  if (!counted) return false
  const now = clock.now()
  const number = (await numbers.list(user_id)).find(({ id }) => id === counted.id)
  const isNew = number !== undefined && !isRefused(number, now)
  if (isNew && (await numberPauses.refuse({ number, refusal }, { campaign_id, day: counted.day }, now)))
    log.warn('a number is paused: the carrier refuses calls from it', { user_id, number_id: number.id })
  const [campaign, owned] = await Promise.all([campaigns.find(user_id, campaign_id), numbers.list(user_id)])
  return campaign !== undefined && hasUsableNumber(campaign, owned, now)
}

import type { Campaign } from '../../domain/campaigns/campaign.ts'
import {
  firstRatedDay,
  type NumberDay,
  type NumberPool,
  poolOf,
  weakNumbers,
} from '../../domain/dialling/number-pool.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

export const readNumberDays = async (
  { numberDays }: Dependencies<'numberDays.since'>,
  { user_id, phone_number_ids, timezone }: Campaign,
  now: number,
): Promise<NumberDay[]> => (phone_number_ids === null ? [] : numberDays.since(user_id, firstRatedDay(timezone, now)))

export const readPool = async (
  services: Dependencies<'numberDays.since' | 'numbers.list'>,
  campaign: Campaign,
  now: number,
): Promise<NumberPool | undefined> => {
  if (campaign.phone_number_ids === null) return undefined
  const [owned, days] = await Promise.all([
    services.numbers.list(campaign.user_id),
    readNumberDays(services, campaign, now),
  ])
  return poolOf(campaign, owned, days, now)
}

export const pauseWeakNumbers = async (
  { numberPauses, clock }: Dependencies<'clock' | 'numberPauses.pause'>,
  { user_id, id: campaign_id }: Campaign,
  pool: NumberPool,
  log: Log,
): Promise<boolean> => {
  const now = clock.now()
  const weak = weakNumbers(pool, now)
  for (const one of weak) {
    const isPaused = await numberPauses.pause(one, { campaign_id, day: pool.day }, now)
    if (isPaused) log.warn('a number is paused: few of its calls are answered', { user_id, number_id: one.number.id })
  }
  return weak.length > 0
}

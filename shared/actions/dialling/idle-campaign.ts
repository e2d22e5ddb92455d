import type { Campaign } from '../../domain/campaigns/campaign.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { type QueueRules, readOutlook } from './next-call.ts'

type Services = Dependencies<
  'campaigns.change' | 'campaigns.start' | 'campaigns.sleep' | 'leads.outlook' | 'leads.anyWaiting' | 'clock'
>

/** Milliseconds until the next check, in case an event is lost. */
export const repairMs = 60_000
const idleMs = 5 * 60_000
/**
 * Milliseconds between two checks. The index may lag, so a campaign completes only when both checks
 * find no lead.
 */
const settledMs = 5_000

export const idleCampaign = async (
  campaign: Campaign,
  { running, queueRules }: { running: number; queueRules: QueueRules },
  services: Services,
  log: Log,
): Promise<number | undefined> => {
  const now = services.clock.now()
  const { next_call_at, isAnyWaiting, dialling, barred } = await readOutlook(services, campaign, queueRules, now)
  const isIdle = !isAnyWaiting && !dialling && !barred && running === 0
  if (isIdle && campaign.mark_complete_when_no_leads) return complete(campaign, services, log)
  await markIdle(campaign, undefined, services)
  return Math.min(next_call_at ?? Infinity, now + (running > 0 ? repairMs : idleMs))
}

export const markIdle = async (
  { user_id, id, idle_since: known }: Campaign,
  idle_since: number | undefined,
  { campaigns }: Pick<Services, 'campaigns'>,
): Promise<void> => {
  if (known === idle_since) return
  await campaigns.change(user_id, id, (current) =>
    current.status === 'in-progress' ? { ...current, idle_since } : current,
  )
}

const complete = async (campaign: Campaign, services: Services, log: Log): Promise<number | undefined> => {
  const { campaigns, leads, clock } = services
  const { user_id, id } = campaign
  const now = clock.now()
  const { idle_since = now } = campaign
  await markIdle(campaign, idle_since, services)
  if (now < idle_since + settledMs) return idle_since + settledMs
  const completed = await campaigns.change(user_id, id, (current) =>
    current.status === 'in-progress' && current.idle_since === idle_since
      ? { ...current, status: 'completed', idle_since: undefined, updated_at: now }
      : current,
  )
  if (completed?.status !== 'completed') return now
  if (await leads.anyWaiting(user_id, id)) {
    await campaigns.start(completed, now)
    return now
  }
  log.info('campaign completed', { user_id, campaign_id: id })
  await campaigns.sleep({ user_id, campaign_id: id })
  return undefined
}

import { dialCampaign } from '../../shared/actions/dialling/dial-campaign.ts'
import { pauseWeakNumbers, readNumberDays } from '../../shared/actions/dialling/read-pool.ts'
import { readLastEnds, stopIfFailing } from '../../shared/actions/dialling/stop-if-failing.ts'
import type { CampaignRef } from '../../shared/domain/campaigns/campaign.ts'
import { diallerOf } from '../../shared/domain/dialling/dialler.ts'
import { dispatchCampaign } from '../../shared/operations/campaigns.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import { delaySecondsMax, skewMsMax, startAgainAt } from '../../shared/words/delay.ts'

type Services = Dependencies<(typeof dispatchCampaign)['uses'][number]>

/**
 * Reserves calls that the campaign may dial now, and sets the time of its next check. Runs may be
 * repeated, late or concurrent.
 */
export const handler = worker(dispatchCampaign, async ({ wake_at, dials_at: given = [], ...ref }, services, log) => {
  const {
    accounts,
    campaigns,
    assistants,
    numbers,
    dialling,
    dials,
    clearCampaignQueue,
    dispatchCampaignQueue,
    clock,
  } = services
  // A message that arrives too early by this machine's clock is sent again, because no other
  // message follows.
  const earlyMs = wake_at === undefined ? 0 : wake_at - clock.now()
  if (earlyMs > 0 && earlyMs <= skewMsMax) return dispatchCampaignQueue.nudge({ ...ref, wake_at }, earlyMs / 1000)
  const [campaign, wakesAt] = await Promise.all([
    campaigns.findEvenDeleted(ref.user_id, ref.campaign_id),
    wake_at === undefined ? undefined : campaigns.wakesAt(ref),
  ])
  // Ignores a message for a wake-up time that was replaced, so that the campaign has only one
  // series of checks.
  if (wake_at !== wakesAt) return
  if (!campaign || campaign.deleted_at !== undefined) return clearCampaignQueue.nudge(ref)
  if (campaign.status !== 'in-progress') return campaigns.sleep(ref)

  const [assistant, owned, days, last, taken, means, { isStopped }] = await Promise.all([
    assistants.find(ref.user_id, campaign.assistant_id),
    numbers.list(ref.user_id),
    readNumberDays(services, campaign, clock.now()),
    readLastEnds(services, campaign, clock.now()),
    dials.taken(ref),
    accounts.means(ref.user_id),
    dialling.read({ stale: true }),
  ])
  // The check for overdue items queues the campaign when dialling starts again.
  if (isStopped) {
    await campaigns.wake(ref, startAgainAt, clock.now())
    return
  }
  const dialler = diallerOf(campaign, assistant, { owned, days }, clock.now())
  if ('obstacle' in dialler) {
    log.warn('a campaign stopped by itself', { ...ref, reason: dialler.obstacle })
    await campaigns.stop(ref, { reason: dialler.obstacle }, clock.now())
    return
  }
  log.info('campaign checked', { ...ref, calls_running: taken.length })
  const failing = await stopIfFailing(services, campaign, last, log)
  if (failing === 'stopped') return
  const { pool } = dialler.caller
  const hasChanged = failing === 'changed' || (pool && (await pauseWeakNumbers(services, campaign, pool, log)))
  const again_at = hasChanged ? clock.now() : await dialCampaign(dialler, { taken, given, means }, services, log)
  if (again_at !== undefined) await wake(ref, again_at, services)
})

/**
 * Longest delay of an SQS message, in milliseconds. For a longer delay, the check for overdue items
 * queues the campaign.
 */
const delayMsMax = delaySecondsMax * 1000
const beforeMs = 2 * 60_000

const wake = async (ref: CampaignRef, at: number, services: Services): Promise<void> => {
  const { campaigns, dispatchCampaignQueue, clock } = services
  const now = clock.now()
  const wake_at = at - now > delayMsMax ? at - beforeMs : at
  if (!(await campaigns.wake(ref, wake_at, now))) return
  if (wake_at - now <= delayMsMax) await dispatchCampaignQueue.nudge({ ...ref, wake_at }, (wake_at - now) / 1000)
}

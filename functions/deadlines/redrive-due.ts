import { historyNouns } from '../../shared/domain/history/history-ref.ts'
import { redriveDue } from '../../shared/operations/deadlines.ts'
import { schedule } from '../../shared/runtime/schedule.ts'

/** How many keys of one shard are read from either end, a megabyte each. */
const perShardMax = 10_000
/** How many things of one kind are driven in one run: what a worker gets through in a minute. */
const perNounMax = 3_000
const runMs = 60_000

/** Sends everything past its deadline to its worker again: what a lost message or a dead process left behind goes on. */
export const handler = schedule(redriveDue, async (services, log) => {
  const { advanceCallQueue, dispatchCampaignQueue, clearCampaignQueue, settleSmsQueue, deliverWebhookQueue } = services
  const { sealHistoryQueue, deadlines, clock } = services
  const now = clock.now()
  const due = Map.groupBy(await deadlines.past(now, perShardMax), ({ noun }) => noun)
  const share = (noun: string) => shareOf(due.get(noun) ?? [], now)
  await Promise.all([
    advanceCallQueue.send(share('call').map(({ user_id, id }) => ({ user_id, call_id: id }))),
    dispatchCampaignQueue.send(share('campaign-wake').map(({ user_id, id }) => ({ user_id, campaign_id: id }))),
    clearCampaignQueue.send(share('campaign-clear').map(({ user_id, id }) => ({ user_id, campaign_id: id }))),
    settleSmsQueue.send(share('sms').map(({ user_id, id }) => ({ user_id, sms_id: id }))),
    sealHistoryQueue.send(
      historyNouns.flatMap((noun) => share(`${noun}-history`).map(({ user_id }) => ({ user_id, noun }))),
    ),
    deliverWebhookQueue.send(share('delivery').map(({ user_id, id }) => ({ user_id, delivery_id: id }))),
  ])
  for (const [noun, { length }] of due)
    log.info('drove what was past its deadline', { noun, count: Math.min(length, perNounMax), waiting: length })
})

/** Of more than a run can drive, another part with each run, in turn: nothing that fails again and again stands before the rest. */
const shareOf = <Due>(due: Due[], now: number): Due[] => {
  if (due.length <= perNounMax) return due
  const first = (Math.floor(now / runMs) * perNounMax) % due.length
  return [...due.slice(first), ...due.slice(0, first)].slice(0, perNounMax)
}

import { redriveDue } from '../../shared/operations/deadlines.ts'
import { schedule } from '../../shared/runtime/schedule.ts'

/** More than this of one shard waits for the next minute. */
const perShardMax = 500

/** Sends everything past its deadline to its worker again: what a lost message or a dead process left behind goes on. */
export const handler = schedule(redriveDue, async (services, log) => {
  const { advanceCallQueue, dispatchCampaignQueue, clearCampaignQueue, settleSmsQueue, deliverWebhookQueue } = services
  const { deadlines, clock } = services
  const due = Map.groupBy(await deadlines.past(clock.now(), perShardMax), ({ noun }) => noun)
  const calls = due.get('call') ?? []
  const campaigns = due.get('campaign-wake') ?? []
  const deletedCampaigns = due.get('campaign-clear') ?? []
  const sms = due.get('sms') ?? []
  const deliveries = due.get('delivery') ?? []
  await Promise.all([
    advanceCallQueue.send(calls.map(({ user_id, id }) => ({ user_id, call_id: id }))),
    dispatchCampaignQueue.send(campaigns.map(({ user_id, id }) => ({ user_id, campaign_id: id }))),
    clearCampaignQueue.send(deletedCampaigns.map(({ user_id, id }) => ({ user_id, campaign_id: id }))),
    settleSmsQueue.send(sms.map(({ user_id, id }) => ({ user_id, sms_id: id }))),
    deliverWebhookQueue.send(deliveries.map(({ user_id, id }) => ({ user_id, delivery_id: id }))),
  ])
  for (const [noun, { length }] of due) log.info('drove what was past its deadline', { noun, count: length })
})

import { type Delivery, refOf, sendAgain } from '../../shared/domain/webhooks/delivery.ts'
import { resendWebhookDeliveries } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'
import { firstIdAt } from '../../shared/words/id.ts'

/** Maximum of deliveries per request; a further request queues the remaining deliveries. */
const deliveriesMax = 1_000
const atOnceMax = 50

/** Closes the receivers' circuit breakers, then sends deliveries again, oldest first. */
export const handler = http(resendWebhookDeliveries, async ({ user_id, body }, services) => {
  const { deliveries, webhookEndpoints, deliverWebhookQueue, clock } = services
  const { from, to, state = 'failed' } = await body()
  const now = clock.now()
  const wanted = { from_id: firstIdAt(from.from), until_id: firstIdAt(to.until), state }
  const newest = await deliveries.page(user_id, wanted, 0, deliveriesMax)
  const newer = newest.total - deliveriesMax
  const matching = newer > 0 ? await deliveries.page(user_id, wanted, newer, deliveriesMax) : newest
  const queued = matching.items.toReversed()

  await Promise.all([...new Set(queued.map(({ url }) => url))].map((url) => webhookEndpoints.resume({ user_id, url })))
  const send = async (delivery: Delivery) => {
    await deliveries.change(delivery, (fresh) => sendAgain(fresh, now))
    await deliverWebhookQueue.nudge(refOf(delivery))
  }
  for (let start = 0; start < queued.length; start += atOnceMax)
    await Promise.all(queued.slice(start, start + atOnceMax).map(send))
  return {
    message: 'Webhooks queued for delivery',
    data: { queued: queued.length, remaining: matching.total - queued.length },
  }
})

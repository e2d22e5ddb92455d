import { refOf, sendAgain } from '../../shared/domain/webhooks/delivery.ts'
import { resendWebhookDelivery } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(resendWebhookDelivery, async ({ user_id, id }, services) => {
  const { deliveries, webhookEndpoints, deliverWebhookQueue, clock } = services
  const now = clock.now()
  const delivery = found(await deliveries.find({ user_id, delivery_id: id }, now), 'delivery_not_found')
  await Promise.all([webhookEndpoints.resume(delivery), deliveries.change(delivery, (fresh) => sendAgain(fresh, now))])
  await deliverWebhookQueue.nudge(refOf(delivery))
  return { message: 'Webhook queued for delivery' }
})

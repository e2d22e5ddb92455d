import { newWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import { rotateWebhookSecret } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'

/** Receivers that know either secret accept what is sent in the next 24 hours. */
export const handler = http(rotateWebhookSecret, async ({ user_id }, { webhookSecrets, clock, random }) => {
  const secret = newWebhookSecret(random)
  await webhookSecrets.rotate(user_id, secret, clock.now())
  return { message: 'Webhook secret rotated successfully', secret }
})

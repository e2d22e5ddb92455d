import { newWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import { rotateWebhookSecret } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'

/** Creates a new secret. For 24 hours, webhooks are signed with the old secret too. */
export const handler = http(rotateWebhookSecret, async ({ user_id }, { webhookSecrets, clock, random }) => {
  const secret = newWebhookSecret(random)
  await webhookSecrets.rotate(user_id, secret, clock.now())
  return { message: 'Webhook secret rotated successfully', secret }
})

import { newWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import { getWebhookSecret } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(getWebhookSecret, async ({ user_id }, { webhookSecrets, clock, random }) => {
  const [secret] = await webhookSecrets.ensure(user_id, newWebhookSecret(random), clock.now())
  return { secret }
})

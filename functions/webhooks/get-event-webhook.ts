import { getEventWebhook } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'

/** All webhooks share one secret. */
export const handler = http(getEventWebhook, async ({ user_id }, { eventWebhooks }) => ({
  url: (await eventWebhooks.find(user_id)) ?? null,
}))

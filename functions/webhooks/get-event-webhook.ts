import { getEventWebhook } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(getEventWebhook, async ({ user_id }, { eventWebhooks }) => ({
  url: (await eventWebhooks.find(user_id)) ?? null,
}))

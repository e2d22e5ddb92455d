import { getEventWebhook } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'

/** The URL alone; the secret that signs what goes there is the one of all webhooks. */
export const handler = http(getEventWebhook, async ({ user_id }, { eventWebhooks }) => ({
  url: (await eventWebhooks.find(user_id)) ?? null,
}))

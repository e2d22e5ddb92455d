import { setEventWebhook } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'
import { sentences } from '../../shared/words/fields.ts'
import { finding } from '../../shared/words/form.ts'
import { webhookUrlMisfit } from '../../shared/words/webhook-url.ts'

/** Sets the URL for events, also for repeated attempts of earlier events. */
export const handler = http(setEventWebhook, async ({ user_id, body, bodyNames }, { eventWebhooks, stage }) => {
  const { webhook_url: url = null } = await body((asked) => webhookUrlMisfit(asked.webhook_url, stage))
  // Only null switches events off; leaving the field out is an error.
  const isNamed = bodyNames().some((name) => name === 'webhook_url' || name === 'url')
  if (!isNamed) await body(() => finding('webhook_url', sentences.required))
  await eventWebhooks.set(user_id, url)
  return { message: 'Event webhook saved successfully', data: { url } }
})

import * as z from 'zod'
import { DeliveryRef, deliveryStates, webhookKinds } from '../domain/webhooks/delivery.ts'
import { DeliveryItem } from '../domain/webhooks/delivery-view.ts'
import { dayFields, dayOrder } from '../words/day-range.ts'
import { clearable, integer, oneOf, optional, period, webUrl } from '../words/fields.ts'
import { finding, form, withAliases } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import { http, worker } from './define.ts'

const area = 'webhooks'

export const deliverWebhook = worker({
  id: 'deliver-webhook',
  area,
  queue: 'deliverWebhookQueue',
  broughtBy: 'each event that a user’s webhook hears of, and each later attempt',
  userLimit: {
    by: 'another limit',
    limit: 'the slots of each receiver, whose deliveries wait in a queue of their own',
  },
  message: DeliveryRef,
  concurrencyMax: 85,
  uses: [
    'assistants.change',
    'assistants.find',
    'blacklist.findEvent',
    'calls.details',
    'calls.find',
    'calls.keep',
    'campaigns.find',
    'chats.find',
    'chats.said',
    'clock',
    'deliverWebhookQueue.nudge',
    'deliveries.change',
    'deliveries.find',
    'eventWebhooks.find',
    'eventWebhooks.switchOff',
    'leads.find',
    'random',
    'recordings.link',
    'webhookClient.ask',
    'webhookEndpoints.acquireSlot',
    'webhookEndpoints.appoint',
    'webhookEndpoints.dismiss',
    'webhookEndpoints.enqueue',
    'webhookEndpoints.firstQueued',
    'webhookEndpoints.leaveQueue',
    'webhookEndpoints.releaseSlot',
    'webhookSecrets.ensure',
  ],
  failureHurts: 'webhooks arrive late, at the next deadline of each',
})

export const listWebhookDeliveries = http({
  id: 'list-webhook-deliveries',
  area,
  method: 'GET',
  path: '/user/webhook-deliveries',
  summary: 'List deliveries of webhooks',
  description: 'Shows every attempt with its answer. `date_from` and `date_to` are whole UTC days, both included.',
  query: form(
    {
      call_id: optional(integer()),
      assistant_id: optional(integer()),
      state: optional(oneOf(deliveryStates)),
      ...dayFields,
      ...pageFields,
    },
    dayOrder,
  ),
  returns: pageOf(DeliveryItem),
  problems: ['list_not_ready'],
  uses: ['deliveries.page'],
})

const EventWebhook = z.object({ url: z.string().nullable() })

const Queued = z.object({ message: z.string() })

export const resendWebhookDelivery = http({
  id: 'resend-webhook-delivery',
  area,
  method: 'POST',
  path: '/user/webhook-deliveries/{id}/resend',
  summary: 'Resend one event with its webhook-id',
  description: 'A receiver that stores the `webhook-id` recognises the repetition.',
  missing: 'delivery_not_found',
  returns: Queued,
  uses: ['clock', 'deliverWebhookQueue.nudge', 'deliveries.change', 'deliveries.find', 'webhookEndpoints.resume'],
})

export const resendWebhookDeliveries = http({
  id: 'resend-webhook-deliveries',
  area,
  method: 'POST',
  path: '/user/webhook-deliveries/resend',
  summary: 'Resend the deliveries of a period',
  description: 'At most 1,000 at a time: `remaining` is the number left for another request.',
  body: form({ from: period(), to: period(), state: optional(oneOf(deliveryStates)) }, ({ from, to }) =>
    from && to && from.from >= to.until
      ? finding('to', 'The :attribute field must be a date after or equal to from.')
      : {},
  ),
  returns: Queued.extend({ data: z.object({ queued: z.int(), remaining: z.int() }) }),
  problems: ['list_not_ready'],
  uses: ['clock', 'deliverWebhookQueue.nudge', 'deliveries.change', 'deliveries.page', 'webhookEndpoints.resume'],
})

export const getWebhookSecret = http({
  id: 'get-webhook-secret',
  area,
  method: 'GET',
  path: '/user/webhook-secret',
  summary: 'Get the secret that signs webhooks',
  description: 'The first request creates it. Verify every webhook with it, as Standard Webhooks describes.',
  scope: 'all',
  agents: false,
  returns: z.object({ secret: z.string() }),
  uses: ['clock', 'random', 'webhookSecrets.ensure'],
})

export const rotateWebhookSecret = http({
  id: 'rotate-webhook-secret',
  area,
  method: 'POST',
  path: '/user/webhook-secret/rotate',
  summary: 'Rotate the secret that signs webhooks',
  description: 'Give your receivers the new secret within a day. Until then webhooks carry both signatures.',
  scope: 'all',
  agents: false,
  returns: z.object({ message: z.string(), secret: z.string() }),
  uses: ['clock', 'random', 'webhookSecrets.rotate'],
})

export const testWebhook = http({
  id: 'test-webhook',
  area,
  method: 'POST',
  path: '/user/assistants/{id}/test-webhook',
  summary: 'Send a sample event to a webhook',
  description: 'The event is an example, and no delivery is recorded.',
  body: form({ webhook: optional(oneOf(webhookKinds)) }),
  missing: 'assistant_not_found',
  returns: z.object({
    message: z.string(),
    data: z.object({
      status: z.enum(['success', 'failed']),
      http_status: z.int().nullable(),
      duration_ms: z.int(),
      error: z.string().nullable(),
      data: z.record(z.string(), z.unknown()),
    }),
  }),
  timeoutSeconds: 25,
  uses: ['assistants.find', 'clock', 'random', 'webhookClient.ask', 'webhookSecrets.ensure'],
})

export const getEventWebhook = http({
  id: 'get-event-webhook',
  area,
  method: 'GET',
  path: '/user/event-webhook',
  summary: 'Get the webhook of account events',
  description: '`url` is null while events are not sent.',
  returns: EventWebhook,
  uses: ['eventWebhooks.find'],
})

export const setEventWebhook = http({
  id: 'set-event-webhook',
  area,
  method: 'PUT',
  path: '/user/event-webhook',
  summary: 'Set the webhook of account events',
  description:
    '`suppression.added` tells there of each number that is not to be called or texted any more, `campaign.stopped` why a campaign stopped by itself, `number.paused` and `number.refused` which number campaigns call from no more for a day, and `assistant.rolled_back` which canary a guard took back, within a minute. A `webhook_url` of null sends them nowhere; without `webhook_url` (or `url`, the name that is shown) nothing changes and the answer is 422.',
  body: withAliases(form({ webhook_url: clearable(webUrl()) }), { url: { of: 'webhook_url', field: webUrl() } }),
  scope: 'all',
  returns: z.object({ message: z.string(), data: EventWebhook }),
  uses: ['eventWebhooks.set', 'stage'],
})

import * as z from 'zod'
import { timeOfId } from '../../words/id.ts'
import { fitting } from '../../words/page.ts'
import { isoTime } from '../../words/time.ts'
import { type Delivery, deliveryKinds, deliveryStates, webhookId } from './delivery.ts'
import { failuresMax } from './webhook-endpoint.ts'

export const DeliveryItem = z.object({
  id: z.int(),
  webhook_id: z.string(),
  webhook: z.enum(deliveryKinds),
  state: z.enum(deliveryStates),
  call_id: z.int().nullable(),
  conversation_id: z.uuid().nullable(),
  assistant_id: z.int().nullable(),
  url: z.string(),
  attempts: z.array(
    z.object({
      attempted_at: z.string(),
      http_status: z.int().nullable(),
      duration_ms: z.int(),
      response: z.string(),
      error: z.string().nullable(),
    }),
  ),
  next_attempt_at: z.string().nullable(),
  note: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

const deliveryView = (delivery: Delivery): z.input<typeof DeliveryItem> => ({
  id: delivery.id,
  webhook_id: webhookId(delivery),
  webhook: delivery.kind,
  state: delivery.state,
  call_id: delivery.call_id ?? null,
  conversation_id: delivery.conversation?.uuid ?? null,
  assistant_id: delivery.assistant_id ?? null,
  url: delivery.url,
  attempts: delivery.attempts.map(({ at, error = null, ...attempt }) => ({
    attempted_at: isoTime(at),
    ...attempt,
    error,
  })),
  next_attempt_at: nextAttemptAt(delivery),
  note: noteOf(delivery),
  created_at: isoTime(timeOfId(delivery.id)),
  updated_at: isoTime(delivery.updated_at),
})

/** Returns the time of the next attempt; null for a queued delivery, whose time is unknown. */
const nextAttemptAt = ({ next_at, waits_for }: Delivery): string | null =>
  next_at === undefined || waits_for === 'slot' ? null : isoTime(next_at)

const responseListed = 100

export const listedDelivery = (delivery: Delivery): z.input<typeof DeliveryItem> =>
  fitting(deliveryView(delivery), [
    ({ attempts, ...rest }) => ({
      ...rest,
      attempts: attempts.map(({ response, ...attempt }) => ({
        ...attempt,
        response: `${response.slice(0, responseListed).toWellFormed()}…`,
      })),
    }),
  ])

const noteOf = ({ waits_for, next_at, note }: Delivery): string | null => {
  if (next_at === undefined || waits_for === undefined) return note ?? null
  if (waits_for === 'slot') return 'The receiver is busy, or left alone after failures: it stands in line'
  return `The receiver failed ${failuresMax} times in a row. It is left alone until ${new Date(next_at).toISOString()}`
}

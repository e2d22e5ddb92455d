import * as z from 'zod'
import { delaySecondsMax, skewMsMax } from '../../words/delay.ts'
import { firstIdAt, idAt } from '../../words/id.ts'
import { must } from '../../words/must.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { Call, CallDetail, CallStatus, ClosedCall } from '../calls/call.ts'
import { evaluationMsMax } from '../calls/call-life.ts'
import type { CallRef } from '../calls/call-ref.ts'
import { overAt, wasAnswered } from '../calls/placement.ts'
import type { Chat } from '../conversations/chat.ts'
import { beginning, isSuccess, type WebhookAnswer } from './webhook-answer.ts'

/** `post_call` goes to webhook_url, `inbound` to inbound_webhook_url. */
export const callWebhookKinds = ['post_call', 'inbound'] as const
export type CallWebhookKind = (typeof callWebhookKinds)[number]

export const webhookKinds = [...callWebhookKinds, 'conversation_ended'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** `events`: events without a call, for the user's event webhook. */
export const deliveryKinds = [...webhookKinds, 'events'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

export const isOfCall = (kind: DeliveryKind): kind is CallWebhookKind => callWebhookKinds.some((one) => one === kind)

/**
 * pending: due at `next_at`. failed: no attempt is left. canceled: the webhook was switched off, or
 * the call was deleted.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'canceled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * An event for a webhook, stored in the transaction that causes it, and sent until a receiver
 * accepts it.
 */
export interface Delivery {
  id: number
  user_id: number
  call_id?: number
  conversation?: { chat_id: number; uuid: string }
  assistant_id?: number
  kind: DeliveryKind
  url: string
  includes_recording: boolean
  /** Names of extracted variables that become members of the event. */
  schema: string[]
  /** Absent when another stored item holds the event's data. */
  payload?: Record<string, unknown>

  state: DeliveryState
  /**
   * Start of the schedule of attempts: when the delivery was stored or resent. Times are epoch
   * milliseconds.
   */
  queued_at: number
  tries: number
  first_at?: number
  next_at?: number
  /**
   * `slot`: queued until the receiver has a slot or its circuit closes. `pause`: this delivery is
   * the probe, and waits until the circuit's pause ends.
   */
  waits_for?: 'slot' | 'pause'
  note?: string
  /** True when the user resent the delivery. It is then sent even if the webhook is off. */
  by_hand: boolean
  attempts: DeliveryAttempt[]

  updated_at: number
  revision: number
  expires_at_seconds: number
}

export interface DeliveryAttempt {
  at: number
  http_status: number | null
  duration_ms: number
  response: string
  error?: string
}

export type WebhookSettings = Pick<
  Assistant,
  | 'webhook_url'
  | 'is_webhook_active'
  | 'inbound_webhook_url'
  | 'conversation_ended_webhook_url'
  | 'send_webhook_only_on_completed'
  | 'include_recording_in_webhook'
  | 'post_call_schema'
>

export const DeliveryRef = z.object({
  user_id: z.int().positive(),
  delivery_id: z.int().positive(),
  in_turn: z.boolean().optional(),
})
export type DeliveryRef = z.infer<typeof DeliveryRef>

export const refOf = ({ user_id, id }: Delivery): DeliveryRef => ({ user_id, delivery_id: id })

export const callOf = ({ user_id, call_id }: Delivery): CallRef | undefined =>
  call_id === undefined ? undefined : { user_id, call_id }

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The schedule of Standard Webhooks. */
export const attemptOffsetsMs = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
/**
 * Largest random addition to pauses, as a share, so that failed deliveries are not all sent at
 * once.
 */
const jitterMax = 0.1
const lifeMs = 26 * hour
const keptMs = 30 * day
export const attemptLimitMs = 15 * second
const attemptsKept = 20
const responseKept = 500

const conversations: readonly CallStatus[] = ['completed', 'ended', 'ended_by_customer', 'ended_by_assistant']

/**
 * Returns the call's deliveries by the current settings of the assistant; none for a deleted
 * assistant.
 */
export const deliveriesOf = (call: ClosedCall, assistant: WebhookSettings | undefined): Delivery[] => {
  if (!assistant) return []
  const { send_webhook_only_on_completed, include_recording_in_webhook, post_call_schema } = assistant
  const isWanted = !send_webhook_only_on_completed || conversations.includes(call.status)
  const at = call.closed_at
  return callWebhookKinds.flatMap((kind): Delivery[] => {
    const url = urlOf(assistant, kind)
    if (!url || !(kind === 'post_call' ? isWanted : call.type === 'inbound')) return []
    return [
      {
        id: deliveryId(call, kind),
        user_id: call.user_id,
        call_id: call.id,
        assistant_id: call.assistant_id,
        kind,
        url,
        includes_recording: include_recording_in_webhook,
        schema: post_call_schema.map(({ name }) => name),
        state: 'pending',
        queued_at: at,
        tries: 0,
        // The delivery waits for the call's evaluation, but no longer than `evaluationMsMax`.
        next_at: call.evaluated ? at : at + evaluationMsMax,
        by_hand: false,
        attempts: [],
        updated_at: at,
        revision: 1,
        expires_at_seconds: Math.ceil((at + keptMs) / second),
      },
    ]
  })
}

export interface RecordedEvent {
  id: number
  user_id: number
  at: number
  payload?: Record<string, unknown>
}

export const eventDelivery = (event: RecordedEvent, url: string): Delivery => ({
  id: event.id,
  user_id: event.user_id,
  kind: 'events',
  url,
  includes_recording: false,
  schema: [],
  ...(event.payload && { payload: event.payload }),
  state: 'pending',
  queued_at: event.at,
  tries: 0,
  next_at: event.at,
  by_hand: false,
  attempts: [],
  updated_at: event.at,
  revision: 1,
  expires_at_seconds: Math.ceil((event.at + keptMs) / second),
})

/**
 * Returns the delivery of an ended chat; undefined for tests and chats without a customer's
 * message.
 */
export const conversationDelivery = (
  chat: Chat,
  assistant: WebhookSettings | undefined,
  { id, now }: { id: number; now: number },
): Delivery | undefined => {
  const url = assistant && urlOf(assistant, 'conversation_ended')
  if (!url || chat.type === 'test' || chat.asked === 0) return undefined
  return {
    id,
    user_id: chat.user_id,
    conversation: { chat_id: chat.id, uuid: chat.uuid },
    assistant_id: chat.assistant_id,
    kind: 'conversation_ended',
    url,
    includes_recording: false,
    schema: assistant.post_call_schema.map(({ name }) => name),
    state: 'pending',
    queued_at: now,
    tries: 0,
    next_at: now,
    by_hand: false,
    attempts: [],
    updated_at: now,
    revision: 1,
    expires_at_seconds: Math.ceil((now + keptMs) / second),
  }
}

const recordingMsMax = 2 * minute

export const release = (delivery: Delivery, call: Call, detail: CallDetail | undefined, now: number): Delivery => {
  const isRecorded = call.records && !(call.announces.includes('recording') && detail?.announced_at === undefined)
  const mayCome = isRecorded && wasAnswered(call) && !detail?.recording_key && !detail?.recording_absent
  const at = mayCome && delivery.includes_recording ? Math.max(now, (overAt(call) ?? now) + recordingMsMax) : now
  const waitsLonger = isUntried(delivery) && at < (delivery.next_at ?? 0)
  return waitsLonger ? { ...delivery, next_at: at, updated_at: now } : delivery
}

export const isUntried = ({ state, tries }: Delivery): boolean => state === 'pending' && tries === 0

export const urlOf = (assistant: WebhookSettings, kind: WebhookKind): string | undefined => {
  if (kind === 'inbound') return assistant.inbound_webhook_url ?? undefined
  if (kind === 'conversation_ended') return assistant.conversation_ended_webhook_url ?? undefined
  return assistant.is_webhook_active ? (assistant.webhook_url ?? undefined) : undefined
}

export const switchedOff = <A extends WebhookSettings>(assistant: A, { kind, url }: Delivery, now: number): A => {
  if (kind === 'events' || urlOf(assistant, kind) !== url) return assistant
  return { ...assistant, ...switchOff[kind], updated_at: now }
}

const switchOff = {
  post_call: { is_webhook_active: false },
  inbound: { inbound_webhook_url: null },
  conversation_ended: { conversation_ended_webhook_url: null },
} as const

/**
 * Derives the delivery's id from the call, so that the call's deliveries are found without an
 * index. If another delivery has the id, a retry closes the call slightly later.
 */
export const deliveryId = (call: Pick<ClosedCall, 'id' | 'closed_at'>, kind: CallWebhookKind): number =>
  idAt(call.closed_at, ((call.id % 2048) * 2 + callWebhookKinds.indexOf(kind)) / 4096)

/** True when the delivery belongs to the call. By chance also true for one in 2,048 other calls. */
export const mayBeAbout = (call_id: number, id: number): boolean => Math.floor((id % 4096) / 2) === call_id % 2048

export const firstListedId = (now: number): number => firstIdAt(now - keptMs + 1)

export const webhookId = ({ user_id, id }: Pick<Delivery, 'user_id' | 'id'>): string => `msg_${user_id}_${id}`

export const isDue = ({ state, next_at = 0, waits_for }: Delivery, now: number, in_turn = false): boolean =>
  state === 'pending' && (next_at <= now || (in_turn && waits_for === 'slot'))

/** True when an SQS message arrived slightly early. */
export const isEarly = ({ state, next_at = 0 }: Delivery, now: number): boolean =>
  state === 'pending' && next_at > now && next_at <= now + skewMsMax

export const lineUp = (delivery: Delivery, now: number): Delivery =>
  delivery.state === 'pending'
    ? { ...delivery, next_at: delivery.queued_at + lifeMs, waits_for: 'slot', note: undefined, updated_at: now }
    : delivery

/**
 * Makes a delivery due now that waited for a slot of the receiver. If the worker's SQS message is
 * lost, the check for overdue items starts the delivery.
 */
export const called = (delivery: Delivery, now: number): Delivery =>
  delivery.state === 'pending' && delivery.waits_for === 'slot'
    ? { ...delivery, next_at: Math.min(now, delivery.next_at ?? now), waits_for: undefined, updated_at: now }
    : delivery

export const isTooLate = ({ state, waits_for, queued_at }: Delivery, now: number): boolean =>
  state === 'pending' && waits_for === 'slot' && now >= queued_at + lifeMs

const lateMs = minute

export const comesAfter = ({ state, next_at = 0 }: Delivery, paused_until: number): boolean =>
  state === 'pending' && next_at <= paused_until + lateMs

/**
 * Longest delay of the SQS message for an attempt. The check for overdue items starts attempts due
 * later than that.
 */
export const nudgeAheadMs = delaySecondsMax * second
const graceMs = minute

export const deliveryDueAt = ({ state, kind, tries, next_at = 0, updated_at }: Delivery): number | undefined => {
  if (state !== 'pending') return undefined
  // An event that belongs to no phone call is due at once: no SQS message starts its first attempt.
  if (kind === 'events' && tries === 0 && next_at <= updated_at) return next_at
  return next_at - updated_at <= nudgeAheadMs ? next_at + graceMs : next_at
}

export interface AttemptMade {
  at: number
  answer: WebhookAnswer
  /** In [0, 1): spreads attempts. */
  random: number
}

/**
 * `taken`: the delivery when the attempt began. If the user has resent it since then, the attempt
 * is only noted.
 */
export const afterAttempt = (fresh: Delivery, taken: Delivery, made: AttemptMade, now: number): Delivery => {
  const { at, answer } = made
  const attempt: DeliveryAttempt = {
    at,
    http_status: answer.http_status,
    duration_ms: answer.duration_ms,
    response: beginning(answer.text, responseKept),
    ...(answer.error && { error: answer.error }),
  }
  const recorded: Delivery = { ...fresh, attempts: [...fresh.attempts, attempt].slice(-attemptsKept), updated_at: now }
  if (fresh.queued_at !== taken.queued_at) return recorded
  const tried = { ...recorded, url: taken.url, tries: fresh.tries + 1, first_at: fresh.first_at ?? at }
  if (isSuccess(answer)) return { ...tried, ...ended('delivered') }
  if (fresh.state !== 'pending') return recorded
  if (answer.http_status === 410) return { ...tried, ...ended('failed', 'The receiver says that it is gone') }
  return putOff(tried, nextAttemptAt(tried, made, now), now)
}

const ended = (state: DeliveryState, note?: string) => ({ state, note, next_at: undefined, waits_for: undefined })

const nextAttemptAt = (tried: Delivery, { at, answer, random }: AttemptMade, now: number): number => {
  const { tries, queued_at, first_at = at } = tried
  const offset = attemptOffsetsMs[tries]
  if (offset === undefined) return Infinity
  const pause = offset - must(attemptOffsetsMs[tries - 1], 'attempt before')
  const planned = first_at + offset + pause * jitterMax * random
  const wanted = Math.min(now + (answer.retry_after_ms ?? 0), queued_at + day)
  return Math.round(Math.max(planned, wanted, now + 5 * second))
}

export const putOff = (delivery: Delivery, until: number, now: number, waits_for?: Delivery['waits_for']): Delivery =>
  until > delivery.queued_at + lifeMs
    ? { ...delivery, ...ended('failed', tooLate[waits_for ?? 'time']), updated_at: now }
    : { ...delivery, next_at: until, waits_for, note: undefined, updated_at: now }

const tooLate = {
  slot: 'The receiver was busy, or failed, for too long',
  pause: 'The receiver failed for too long',
  time: 'Every attempt failed',
}

export const cancel = (delivery: Delivery, reason: string, now: number): Delivery => ({
  ...delivery,
  ...ended('canceled', reason),
  updated_at: now,
})

/** Milliseconds after which the stored URL must be compared with the current settings. */
const freshMs = minute

export const isStale = ({ by_hand, tries, queued_at }: Delivery, now: number): boolean =>
  by_hand || tries > 0 || now > queued_at + freshMs

/**
 * Returns the URL; undefined when the webhook is off. Resent deliveries and those of deleted
 * assistants keep their URL.
 */
export const addressOf = (
  { kind, by_hand, url }: Delivery,
  assistant: WebhookSettings | undefined,
): string | undefined =>
  (assistant && kind !== 'events' ? urlOf(assistant, kind) : undefined) ?? (!assistant || by_hand ? url : undefined)

export const sendAgain = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  state: 'pending',
  queued_at: now,
  tries: 0,
  first_at: undefined,
  next_at: now,
  waits_for: undefined,
  note: undefined,
  by_hand: true,
  updated_at: now,
  expires_at_seconds: Math.ceil((now + keptMs) / second),
})

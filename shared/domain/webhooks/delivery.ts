import * as z from 'zod'
import { delaySecondsMax, skewMsMax } from '../../words/delay.ts'
import { firstIdAt, idAt } from '../../words/id.ts'
import { must } from '../../words/must.ts'
import type { Assistant } from '../assistants/assistant.ts'
import type { Call, CallDetail, CallStatus } from '../calls/call.ts'
import { evaluationMsMax } from '../calls/call-life.ts'
import type { CallRef } from '../calls/call-ref.ts'
import { overAt, wasAnswered } from '../calls/placement.ts'
import { beginning, isSuccess, type WebhookAnswer } from './webhook-answer.ts'

/**
 * The two webhooks of an assistant: `post_call` to its webhook_url, `inbound` to its
 * inbound_webhook_url.
 */
export const webhookKinds = ['post_call', 'inbound'] as const
export type WebhookKind = (typeof webhookKinds)[number]

/** `events` tells of what is no call's, to the event webhook of the user. */
export const deliveryKinds = [...webhookKinds, 'events'] as const
export type DeliveryKind = (typeof deliveryKinds)[number]

/**
 * pending: sent at `next_at`. failed: every attempt did. canceled: switched off, or the call was
 * deleted.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'canceled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * One event for one receiver: recorded in the transaction that closes its call, or that it is
 * about, and sent until the receiver has said yes.
 */
export interface Delivery {
  /** Id of the event, if it is not a call's. */
  id: number
  user_id: number
  /** Absent where it tells of no call: `kind` is `events`. */
  call_id?: number
  assistant_id?: number
  kind: DeliveryKind
  url: string
  includes_recording: boolean
  /** Names of the variables that the assistant extracts: the event has a member for each. */
  schema: string[]
  /** The whole event, if no other item stores it. */
  payload?: Record<string, unknown>

  state: DeliveryState
  /**
   * When it was recorded or last sent again by hand: its schedule begins, and its time runs. Epoch
   * milliseconds, as all times.
   */
  queued_at: number
  /** Attempts since then, and the time of the first. */
  tries: number
  first_at?: number
  /** When the next attempt is due; only while it is pending. */
  next_at?: number
  /**
   * Its condition in addition to its time. `slot`: it is queued until its receiver has a free slot
   * or its circuit closes. `pause`: it is the probe that is sent when the pause of the circuit
   * ends.
   */
  waits_for?: 'slot' | 'pause'
  /** Why it went no further, in words for the user. */
  note?: string
  /** Its user wants it sent again, also when the webhook is switched off by now. */
  by_hand: boolean
  /** The last of them, oldest first. */
  attempts: DeliveryAttempt[]

  updated_at: number
  /** Counts the writes; every change is conditional on the one it was made from. */
  revision: number
  expires_at_seconds: number
}

export interface DeliveryAttempt {
  at: number
  http_status: number | null
  duration_ms: number
  /** The beginning of what came back. */
  response: string
  error?: string
}

/** Webhook settings of an assistant. */
export type WebhookSettings = Pick<
  Assistant,
  | 'webhook_url'
  | 'is_webhook_active'
  | 'inbound_webhook_url'
  | 'send_webhook_only_on_completed'
  | 'include_recording_in_webhook'
  | 'post_call_schema'
>

/** Names one delivery of one user, wherever a queue speaks of it. */
export const DeliveryRef = z.object({
  user_id: z.int().positive(),
  delivery_id: z.int().positive(),
  /** It waits in the queue for a busy receiver, and its turn has come. */
  in_turn: z.boolean().optional(),
})
export type DeliveryRef = z.infer<typeof DeliveryRef>

export const refOf = ({ user_id, id }: Delivery): DeliveryRef => ({ user_id, delivery_id: id })

/** The call that it tells of, if it does. */
export const callOf = ({ user_id, call_id }: Delivery): CallRef | undefined =>
  call_id === undefined ? undefined : { user_id, call_id }

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** When attempts are made, from the first one on: Standard Webhooks' schedule. */
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
 * Up to this part of the pause is added to it, so that what failed together does not come back
 * together.
 */
const jitterMax = 0.1
/**
 * Past this age it fails, however many attempts are left: its receiver was too busy, or paused, for
 * a day.
 */
const lifeMs = 26 * hour
const keptMs = 30 * day
/** A receiver has so long for its whole answer. */
export const attemptLimitMs = 15 * second
const attemptsKept = 20
const responseKept = 500

/** Statuses of a conversation that took place. */
const conversations: readonly CallStatus[] = ['completed', 'ended', 'ended_by_customer', 'ended_by_assistant']

/**
 * Deliveries for a call that was just closed. The assistant's current settings count; a deleted
 * assistant has none, and nothing is sent.
 */
export const deliveriesOf = (call: Call, assistant: WebhookSettings | undefined): Delivery[] => {
  if (!assistant || call.closed_at === undefined) return []
  const { send_webhook_only_on_completed, include_recording_in_webhook, post_call_schema } = assistant
  const isWanted = !send_webhook_only_on_completed || conversations.includes(call.status)
  const at = call.closed_at
  return webhookKinds.flatMap((kind): Delivery[] => {
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
        // The evaluation releases it. If that release is lost, this time does.
        next_at: call.evaluated_at ? at : at + evaluationMsMax,
        by_hand: false,
        attempts: [],
        updated_at: at,
        revision: 1,
        expires_at_seconds: Math.ceil((at + keptMs) / second),
      },
    ]
  })
}

/** An event that belongs to no call. Without `payload`, the item of the event has its words. */
export interface RecordedEvent {
  id: number
  user_id: number
  at: number
  payload?: Record<string, unknown>
}

/** The delivery of an event that is not a call's. */
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

/** Milliseconds after the end of a recorded call that its event waits for the recording. */
const recordingMsMax = 2 * minute

/**
 * A delivery of a call of which nothing is to be learnt any more but what became of its recording.
 */
export const release = (delivery: Delivery, call: Call, detail: CallDetail | undefined, now: number): Delivery => {
  const isRecorded = call.records && !(call.announces.includes('recording') && detail?.announced_at === undefined)
  const mayCome = isRecorded && wasAnswered(call) && !detail?.recording_key && !detail?.recording_absent
  const at = mayCome && delivery.includes_recording ? Math.max(now, (overAt(call) ?? now) + recordingMsMax) : now
  const waitsLonger = isUntried(delivery) && at < (delivery.next_at ?? 0)
  return waitsLonger ? { ...delivery, next_at: at, updated_at: now } : delivery
}

/** Has it never been sent? */
export const isUntried = ({ state, tries }: Delivery): boolean => state === 'pending' && tries === 0

/** Current URL of one of an assistant's webhooks; undefined when it is switched off. */
export const urlOf = (assistant: WebhookSettings, kind: WebhookKind): string | undefined => {
  if (kind === 'inbound') return assistant.inbound_webhook_url ?? undefined
  return assistant.is_webhook_active ? (assistant.webhook_url ?? undefined) : undefined
}

/**
 * The assistant after a receiver said that it is gone: that webhook is off, unless it goes
 * somewhere else by now.
 */
export const switchedOff = <A extends WebhookSettings>(assistant: A, { kind, url }: Delivery, now: number): A => {
  if (kind === 'events' || urlOf(assistant, kind) !== url) return assistant
  const off = kind === 'inbound' ? { inbound_webhook_url: null } : { is_webhook_active: false }
  return { ...assistant, ...off, updated_at: now }
}

/**
 * The id of the delivery that a closed call gives rise to: its time, and bits of the call's own id,
 * so that a reader who knows the call finds its deliveries without an index. Two calls of one user
 * that end in the same millisecond clash once in 2,048 times; the second is then closed a little
 * later.
 */
export const deliveryId = (call: Call, kind: WebhookKind): number =>
  idAt(must(call.closed_at, 'end of the call'), ((call.id % 2048) * 2 + webhookKinds.indexOf(kind)) / 4096)

/** Does this id bear what a delivery's id has of this call's own? So does one of 2,048 others. */
export const mayBeAbout = (call_id: number, id: number): boolean => Math.floor((id % 4096) / 2) === call_id % 2048

/** Deliveries are listed for 30 days, sent again or not. */
export const firstListedId = (now: number): number => firstIdAt(now - keptMs + 1)

/** The same at every attempt. */
export const webhookId = ({ user_id, id }: Pick<Delivery, 'user_id' | 'id'>): string => `msg_${user_id}_${id}`

/**
 * Shall an attempt be made now? What was put off only because it waits for a slot may go when its
 * turn comes.
 */
export const isDue = ({ state, next_at = 0, waits_for }: Delivery, now: number, in_turn = false): boolean =>
  state === 'pending' && (next_at <= now || (in_turn && waits_for === 'slot'))

/** A message about this delivery came a moment before its time; no other one will. */
export const isEarly = ({ state, next_at = 0 }: Delivery, now: number): boolean =>
  state === 'pending' && next_at > now && next_at <= now + skewMsMax

/** Queues the delivery until a worker calls it; without that, its time ends there. */
export const lineUp = (delivery: Delivery, now: number): Delivery =>
  delivery.state === 'pending'
    ? { ...delivery, next_at: delivery.queued_at + lifeMs, waits_for: 'slot', note: undefined, updated_at: now }
    : delivery

/** Its turn has come. Its deadline is near from now on, so that a lost message costs a minute. */
export const called = (delivery: Delivery, now: number): Delivery =>
  delivery.state === 'pending' && delivery.waits_for === 'slot'
    ? { ...delivery, next_at: Math.min(now, delivery.next_at ?? now), waits_for: undefined, updated_at: now }
    : delivery

/** It stood in line for as long as a delivery may live. */
export const isTooLate = ({ state, waits_for, queued_at }: Delivery, now: number): boolean =>
  state === 'pending' && waits_for === 'slot' && now >= queued_at + lifeMs

/** Milliseconds after the end of a pause within which the probe may be due. */
const lateMs = minute

/** Does this delivery come by itself once the pause is over? */
export const comesAfter = ({ state, next_at = 0 }: Delivery, paused_until: number): boolean =>
  state === 'pending' && next_at <= paused_until + lateMs

/**
 * Farther ahead than this the deadline index remembers an attempt; up to it a delayed message does.
 */
export const nudgeAheadMs = delaySecondsMax * second
/** Milliseconds for the message before the deadline index takes over. */
const graceMs = minute

/** When a worker must look after it again; undefined when nothing is left to do. */
export const deliveryDueAt = ({ state, kind, tries, next_at = 0, updated_at }: Delivery): number | undefined => {
  if (state !== 'pending') return undefined
  // No message was sent for it: the deadline is what brings it there.
  if (kind === 'events' && tries === 0 && next_at <= updated_at) return next_at
  return next_at - updated_at <= nudgeAheadMs ? next_at + graceMs : next_at
}

/** Result of an attempt at a delivery. */
export interface AttemptMade {
  at: number
  answer: WebhookAnswer
  /** In [0, 1): spreads the next attempt. */
  random: number
}

/**
 * The delivery after an attempt that was made on `taken`. `fresh` is what is stored by now: when it
 * was sent again by hand meanwhile, or has ended, the attempt is remembered and changes nothing
 * else, except that a yes is a yes.
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
  const told: Delivery = { ...fresh, attempts: [...fresh.attempts, attempt].slice(-attemptsKept), updated_at: now }
  if (fresh.queued_at !== taken.queued_at) return told
  const tried = { ...told, url: taken.url, tries: fresh.tries + 1, first_at: fresh.first_at ?? at }
  if (isSuccess(answer)) return { ...tried, ...ended('delivered') }
  if (fresh.state !== 'pending') return told
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

/**
 * Puts the next attempt off, and says what it waits for beside its time; it fails when that would
 * be too late.
 */
export const putOff = (delivery: Delivery, until: number, now: number, waits_for?: Delivery['waits_for']): Delivery =>
  until > delivery.queued_at + lifeMs
    ? { ...delivery, ...ended('failed', tooLate[waits_for ?? 'time']), updated_at: now }
    : { ...delivery, next_at: until, waits_for, note: undefined, updated_at: now }

const tooLate = {
  slot: 'The receiver was busy, or failed, for too long',
  pause: 'The receiver failed for too long',
  time: 'Every attempt failed',
}

/** It goes no further: what it was about is gone, or its webhook was switched off. */
export const cancel = (delivery: Delivery, reason: string, now: number): Delivery => ({
  ...delivery,
  ...ended('canceled', reason),
  updated_at: now,
})

/**
 * For so long after it was recorded, the address is taken for the one that the assistant still has.
 */
const freshMs = minute

/** Has its assistant to be asked again where it goes? */
export const isStale = ({ by_hand, tries, queued_at }: Delivery, now: number): boolean =>
  by_hand || tries > 0 || now > queued_at + freshMs

/**
 * Current address of a delivery, from its assistant. Undefined when the webhook was switched off
 * meanwhile. A delivery that a user sends again, or one of a deleted assistant, keeps its own.
 */
export const addressOf = (
  { kind, by_hand, url }: Delivery,
  assistant: WebhookSettings | undefined,
): string | undefined =>
  (assistant && kind !== 'events' ? urlOf(assistant, kind) : undefined) ?? (!assistant || by_hand ? url : undefined)

/** Sent again by hand: as if it had just happened, under the same id. */
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

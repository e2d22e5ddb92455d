import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import {
  addressOf,
  afterAttempt,
  attemptLimitMs,
  called,
  callOf,
  cancel,
  comesAfter,
  type Delivery,
  isDue,
  isEarly,
  isOfCall,
  isStale,
  isTooLate,
  lineUp,
  nudgeAheadMs,
  putOff,
  refOf,
  switchedOff,
  webhookId,
} from '../../shared/domain/webhooks/delivery.ts'
import { isSuccess, webhookResponse } from '../../shared/domain/webhooks/webhook-answer.ts'
import { type Admission, slotsMax } from '../../shared/domain/webhooks/webhook-endpoint.ts'
import {
  conversationEndedPayload,
  endPayload,
  leadPart,
  suppressionPayload,
} from '../../shared/domain/webhooks/webhook-payload.ts'
import { newWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import { deliverWebhook } from '../../shared/operations/webhooks.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Log } from '../../shared/words/log.ts'

type Services = Dependencies<(typeof deliverWebhook)['uses'][number]>

/**
 * Sends an event if it is due and the receiver has room. The event may be sent again after a crash;
 * receivers recognise the repetition by the event's id.
 */
export const handler = worker(deliverWebhook, async ({ in_turn, ...ref }, services, log) => {
  const { deliveries, clock } = services
  const recorded = await deliveries.find(ref, clock.now())
  if (!recorded) return
  if (!in_turn && isEarly(recorded, clock.now())) return nudge(recorded, services)
  if (isDue(recorded, clock.now(), in_turn)) await deliver(recorded, services, log)
  else if (in_turn) await callNext(recorded, 1, services)
})

const deliver = async (recorded: Delivery, services: Services, log: Log): Promise<void> => {
  const { calls, deliveries, webhookClient, webhookEndpoints, clock, random } = services
  if (isTooLate(recorded, clock.now())) {
    await changeDue(recorded, (fresh, now) => putOff(fresh, Infinity, now, 'slot'), services)
    await webhookEndpoints.leaveQueue(recorded, recorded.id)
    return
  }
  const url = await currentUrl(recorded, services)
  const isProber = recorded.waits_for === 'pause'
  if (url !== recorded.url) await makeWay(recorded, services, isProber ? slotsMax : 1)
  if (!url) return giveUp(recorded, 'The webhook was switched off', services)
  const delivery = { ...recorded, url }
  const about = callOf(delivery)
  const [event, admission] = await Promise.all([eventOf(delivery, services), acquireSlot(delivery, services)])
  if (!admission.go) return
  const held = { delivery_id: delivery.id, ...admission }
  if (!event) {
    await webhookEndpoints.releaseSlot(delivery, held, 'unused', clock.now())
    await makeWay(delivery, services, isProber ? slotsMax : 1)
    return giveUp(recorded, `The ${nounOf(recorded)} was deleted`, services)
  }

  const at = clock.now()
  const answer = await webhookClient.ask(url, event, attemptLimitMs)
  const isBack = isSuccess(answer)
  const made = { at, answer, random: random.number() }
  const record = () => deliveries.change(recorded, (fresh) => afterAttempt(fresh, delivery, made, clock.now()))
  const makesWay = async () => {
    const until = await webhookEndpoints.releaseSlot(delivery, held, isBack ? 'well' : 'badly', clock.now())
    await makeWay(delivery, services, isBack && (held.probes || isProber) ? slotsMax : 1)
    return until
  }
  const [line] = await Promise.all([
    webhookEndpoints.firstQueued(delivery),
    about && calls.keep(about, { webhook_response: webhookResponse(answer) }),
    answer.http_status === 410 && switchOff(delivery, services),
  ])
  // If deliveries are queued, starts them before storing this result: a retry after a crash does
  // both.
  const isLast = line.length === 0 && !held.probes && !isProber
  const early = isLast ? await record() : undefined
  const paused_until = await makesWay()
  const after = early ?? (await record())
  const { user_id, call_id, id: delivery_id } = delivery
  const facts = { user_id, call_id, delivery_id, http_status: answer.http_status, ms: answer.duration_ms }
  log.info('webhook sent', { ...facts, status: isBack ? 'success' : 'failed', state: after?.state })
  if (paused_until !== undefined) log.warn('circuit of a webhook receiver opened', { ...facts, paused_until })
  await nudge(after, services)
}

/** Returns the receiver's URL, which may have changed since the event. */
const currentUrl = async (delivery: Delivery, services: Services): Promise<string | undefined> => {
  const { assistants, eventWebhooks, clock } = services
  const { user_id, assistant_id, url, by_hand } = delivery
  if (!isStale(delivery, clock.now())) return url
  if (assistant_id !== undefined) return addressOf(delivery, await assistants.find(user_id, assistant_id))
  return (await eventWebhooks.find(user_id)) ?? (by_hand ? url : undefined)
}

/** Returns undefined when the call or chat was deleted. */
const eventOf = async (delivery: Delivery, services: Services) => {
  const { webhookSecrets, clock, random } = services
  const [payload, secrets] = await Promise.all([
    payloadOf(delivery, services),
    webhookSecrets.ensure(delivery.user_id, newWebhookSecret(random), clock.now()),
  ])
  return payload && { webhook_id: webhookId(delivery), secrets, payload }
}

const payloadOf = async (delivery: Delivery, services: Services): Promise<object | undefined> => {
  const { blacklist, calls, chats, recordings } = services
  const { user_id, kind, conversation } = delivery
  const ref = callOf(delivery)
  if (delivery.payload) return delivery.payload
  if (conversation) {
    const { chat_id } = conversation
    const [chat, messages] = await Promise.all([chats.find({ user_id, chat_id }), chats.said({ user_id, chat_id })])
    return chat && conversationEndedPayload(chat, messages, delivery.schema)
  }
  if (!ref || !isOfCall(kind)) {
    const event = await blacklist.findEvent(user_id, delivery.id)
    return event && suppressionPayload(event)
  }
  const [call, [detail]] = await Promise.all([calls.find(ref), calls.details([ref])])
  if (!call || !detail) return undefined
  const recording_url = detail.recording_key && recordings.link(detail.recording_key)
  const lead = await leadOf(call, services)
  return endPayload(kind, { ...delivery, call, detail, recording_url, lead })
}

const nounOf = ({ call_id, conversation }: Delivery): string => {
  if (conversation) return 'conversation'
  return call_id === undefined ? 'event' : 'call'
}

const leadOf = async ({ user_id, campaign }: Call, { leads, campaigns }: Services) => {
  if (!campaign) return undefined
  const { id, lead_id } = campaign
  return leadPart(lead_id, ...(await Promise.all([leads.find(user_id, lead_id), campaigns.find(user_id, id)])))
}

const switchOff = async (delivery: Delivery, { assistants, eventWebhooks, clock }: Services): Promise<void> => {
  const { user_id, assistant_id, url } = delivery
  if (assistant_id === undefined) return eventWebhooks.switchOff(user_id, url)
  const step = (assistant: Assistant) => switchedOff(assistant, delivery, clock.now())
  await assistants.change(user_id, assistant_id, step, { note: 'The receiver of a webhook answered 410 Gone.' })
}

const giveUp = async (delivery: Delivery, reason: string, services: Services): Promise<void> => {
  await changeDue(delivery, (fresh, now) => cancel(fresh, reason, now), services)
}

/**
 * Takes one of the receiver's slots for concurrent requests. If no slot is free or the circuit is
 * open, queues the delivery.
 */
const acquireSlot = async (delivery: Delivery, services: Services): Promise<Admission> => {
  const { deliveries, webhookEndpoints, clock } = services
  let before: Admission | undefined
  // Checks again after queueing, because a worker that freed a slot may not have seen this
  // delivery.
  for (;;) {
    const admission = await webhookEndpoints.acquireSlot(delivery, delivery.id, clock.now())
    if (admission.go && before) await deliveries.change(delivery, (fresh) => called(fresh, clock.now()))
    if (admission.go || admission.why === 'in flight') return admission
    const isPaused = admission.why === 'paused'
    if (before && !(isPaused && proberOf(admission) !== proberOf(before))) return admission
    if (isPaused && (await isToProbe(delivery, admission, services))) {
      const after = await changeDue(delivery, (fresh, now) => putOff(fresh, admission.until, now, 'pause'), services)
      await nudge(after, services)
      return admission
    }
    const isLate = !(await webhookEndpoints.enqueue(delivery, delivery.id, clock.now()))
    // Sets a deadline, in case no finished delivery starts this delivery.
    if (isLate || isPaused) await changeDue(delivery, lineUp, services)
    before = admission
  }
}

const proberOf = (admission: Admission): number | undefined =>
  !admission.go && admission.why === 'paused' ? admission.prober : undefined

/**
 * True for the probe, the only delivery that is sent while the circuit is open. If no probe is set,
 * this delivery becomes the probe.
 */
const isToProbe = async (
  delivery: Delivery,
  { prober, until }: Extract<Admission, { why: 'paused' }>,
  { deliveries, webhookEndpoints, clock }: Services,
): Promise<boolean> => {
  const now = clock.now()
  if (putOff(delivery, until, now).state !== 'pending') return false
  if (prober === delivery.id) return true
  const appointed = prober && (await deliveries.find({ user_id: delivery.user_id, delivery_id: prober }, now))
  if (appointed && comesAfter(appointed, until)) return false
  return webhookEndpoints.appoint(delivery, delivery.id, prober)
}

const changeDue = (
  delivery: Delivery,
  step: (fresh: Delivery, now: number) => Delivery,
  { deliveries, clock }: Services,
): Promise<Delivery | undefined> => {
  const now = clock.now()
  return deliveries.change(delivery, (fresh) => (isDue(fresh, now, true) ? step(fresh, now) : fresh))
}

/**
 * Starts queued deliveries. If this delivery was the probe, another delivery may become the probe.
 */
const makeWay = async (delivery: Delivery, services: Services, count: number): Promise<void> => {
  if (delivery.waits_for === 'pause') await services.webhookEndpoints.dismiss(delivery, delivery.id)
  await callNext(delivery, count, services)
}

/** Starts up to `count` queued deliveries. */
const callNext = async (endpoint: Delivery, count: number, services: Services): Promise<void> => {
  const { deliveries, webhookEndpoints, deliverWebhookQueue, clock } = services
  const { user_id } = endpoint
  for (let left = count; left > 0; ) {
    const first = await webhookEndpoints.firstQueued(endpoint)
    if (first.length === 0) return
    // Starts where the finished delivery's id points, so that concurrent workers seldom compete.
    const begin = endpoint.id % first.length
    for (const delivery_id of [...first.slice(begin), ...first.slice(0, begin)]) {
      if (left === 0) return
      const waiting = await deliveries.find({ user_id, delivery_id }, clock.now())
      if (waiting) await deliveries.change(waiting, (fresh) => called(fresh, clock.now()))
      const isMine = await webhookEndpoints.leaveQueue(endpoint, delivery_id)
      if (!isMine || waiting?.state !== 'pending') continue
      await deliverWebhookQueue.nudge({ user_id, delivery_id, in_turn: true })
      left -= 1
    }
  }
}

/** Queues a delivery due within 15 minutes. The check for overdue items queues later deliveries. */
const nudge = async (delivery: Delivery | undefined, { deliverWebhookQueue, clock }: Services): Promise<void> => {
  if (delivery?.next_at === undefined) return
  const aheadMs = delivery.next_at - clock.now()
  if (aheadMs <= nudgeAheadMs) await deliverWebhookQueue.nudge(refOf(delivery), aheadMs / 1000)
}

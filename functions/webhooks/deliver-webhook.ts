import type { Call } from '../../shared/domain/calls/call.ts'
import type { Log } from '../../shared/domain/log.ts'
import {
  addressOf,
  afterAttempt,
  attemptLimitMs,
  cancel,
  type Delivery,
  isDue,
  isEarly,
  isStale,
  nudgeAheadMs,
  putOff,
  refOf,
  slotWaitMs,
  switchedOff,
  webhookId,
} from '../../shared/domain/webhooks/delivery.ts'
import { isSuccess, webhookResponse } from '../../shared/domain/webhooks/webhook-answer.ts'
import type { Admission } from '../../shared/domain/webhooks/webhook-endpoint.ts'
import { endPayload, leadPart } from '../../shared/domain/webhooks/webhook-payload.ts'
import { newWebhookSecret } from '../../shared/domain/webhooks/webhook-secret.ts'
import { deliverWebhook } from '../../shared/operations/webhooks.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof deliverWebhook)['uses'][number]>

/**
 * Sends one event to its receiver, if it is due and the receiver has room. A worker that dies on the way has lost nothing: the
 * deadline of the delivery brings it back, and the receiver knows a repetition by its id.
 */
export const handler = worker(deliverWebhook, async ({ in_turn, ...ref }, services, log) => {
  const { deliveries, clock } = services
  const recorded = await deliveries.find(ref, clock.now())
  if (!recorded) return
  if (!in_turn && isEarly(recorded, clock.now())) return nudge(recorded, services)
  const hasRoom = isDue(recorded, clock.now(), in_turn) ? await deliver(recorded, services, log) : in_turn
  if (hasRoom) await callNext(recorded, services)
})

/** Whether the receiver has room for another one now. */
const deliver = async (recorded: Delivery, services: Services, log: Log): Promise<boolean> => {
  const { calls, deliveries, webhookClient, webhookEndpoints, clock, random } = services
  const url = await currentUrl(recorded, services)
  if (!url) return giveUp(recorded, 'The webhook was switched off', services)
  const delivery = { ...recorded, url }
  const [event, admission] = await Promise.all([eventOf(delivery, services), acquireSlot(delivery, services)])
  if (!admission.go) return false
  const held = { delivery_id: delivery.id, ...admission }
  if (!event) {
    await webhookEndpoints.releaseSlot(delivery, held, 'unused', clock.now())
    return giveUp(recorded, 'The call was deleted', services)
  }

  const at = clock.now()
  const answer = await webhookClient.ask(url, event, attemptLimitMs)
  const went = isSuccess(answer) ? 'well' : 'badly'
  const [paused_until] = await Promise.all([
    webhookEndpoints.releaseSlot(delivery, held, went, clock.now()),
    calls.keepAnswer(delivery, webhookResponse(answer)),
    answer.http_status === 410 && switchOff(delivery, services),
  ])
  const made = { at, answer, random: random.number() }
  const after = await deliveries.change(recorded, (fresh) => afterAttempt(fresh, delivery, made, clock.now()))
  const { user_id, call_id, id: delivery_id } = delivery
  const facts = { user_id, call_id, delivery_id, http_status: answer.http_status, ms: answer.duration_ms }
  log.info('webhook sent', { ...facts, status: isSuccess(answer) ? 'success' : 'failed', state: after?.state })
  if (paused_until !== undefined) log.warn('receiver of webhooks is left alone', { ...facts, paused_until })
  await nudge(after, services)
  return paused_until === undefined
}

/** An assistant that changed its mind since the call ended is heard. */
const currentUrl = async (delivery: Delivery, { assistants, clock }: Services): Promise<string | undefined> => {
  if (!isStale(delivery, clock.now())) return delivery.url
  return addressOf(delivery, await assistants.find(delivery.user_id, delivery.assistant_id))
}

/** Undefined when the call was deleted. */
const eventOf = async (delivery: Delivery, services: Services) => {
  const { calls, recordings, webhookSecrets, clock, random } = services
  const [call, [detail], secrets] = await Promise.all([
    calls.find(delivery),
    calls.details([delivery]),
    webhookSecrets.ensure(delivery.user_id, newWebhookSecret(random), clock.now()),
  ])
  if (!call || !detail) return undefined
  const recording_url = detail.recording_key && recordings.link(detail.recording_key)
  const lead = await leadOf(call, services)
  const payload = endPayload(delivery.kind, { ...delivery, call, detail, recording_url, lead })
  return { webhook_id: webhookId(delivery), secrets, payload }
}

/** Whom a campaign's call went to. */
const leadOf = async ({ user_id, lead_id, campaign_id }: Call, { leads, campaigns }: Services) => {
  if (lead_id === undefined || campaign_id === undefined) return undefined
  return leadPart(lead_id, ...(await Promise.all([leads.find(user_id, lead_id), campaigns.find(user_id, campaign_id)])))
}

const switchOff = (delivery: Delivery, { assistants, clock }: Services) =>
  assistants.change(delivery.user_id, delivery.assistant_id, (assistant) =>
    switchedOff(assistant, delivery, clock.now()),
  )

const giveUp = async (delivery: Delivery, reason: string, services: Services): Promise<true> => {
  await changeDue(delivery, (fresh, now) => cancel(fresh, reason, now), services)
  return true
}

/** What waited for the same receiver does not come back all at once. */
const spreadMs = 30_000

/** Takes a slot of the receiver. When it has none, or is left alone, the delivery comes again later, and no worker waits here. */
const acquireSlot = async (delivery: Delivery, services: Services): Promise<Admission> => {
  const { webhookEndpoints, clock, random } = services
  const first = await webhookEndpoints.acquireSlot(delivery, delivery.id, clock.now())
  if (first.go || first.why === 'in flight') return first
  if (first.why === 'paused') {
    const until = Math.round(first.until + random.number() * spreadMs)
    await nudge(await changeDue(delivery, (fresh, now) => putOff(fresh, until, now, 'pause'), services), services)
    return first
  }
  const isLate = !(await webhookEndpoints.standInLine(delivery, delivery.id, clock.now()))
  if (isLate) await changeDue(delivery, (fresh, now) => putOff(fresh, now + slotWaitMs, now, 'slot'), services)
  // A worker that gave a slot back just before has not seen this delivery in the queue.
  return webhookEndpoints.acquireSlot(delivery, delivery.id, clock.now())
}

/** Changes a delivery unless another worker has dealt with it meanwhile. */
const changeDue = (
  delivery: Delivery,
  step: (fresh: Delivery, now: number) => Delivery,
  { deliveries, clock }: Services,
): Promise<Delivery | undefined> => {
  const now = clock.now()
  return deliveries.change(delivery, (fresh) => (isDue(fresh, now, true) ? step(fresh, now) : fresh))
}

/** A receiver that has room again gets what waits in the queue for it. */
const callNext = async (delivery: Delivery, { webhookEndpoints, deliverWebhookQueue }: Services): Promise<void> => {
  const delivery_id = await webhookEndpoints.next(delivery)
  if (delivery_id) await deliverWebhookQueue.nudge({ user_id: delivery.user_id, delivery_id, in_turn: true })
}

/** What comes later than a message can be delayed is left to the deadline index. */
const nudge = async (delivery: Delivery | undefined, { deliverWebhookQueue, clock }: Services): Promise<void> => {
  if (delivery?.next_at === undefined) return
  const aheadMs = delivery.next_at - clock.now()
  if (aheadMs <= nudgeAheadMs) await deliverWebhookQueue.nudge(refOf(delivery), aheadMs / 1000)
}

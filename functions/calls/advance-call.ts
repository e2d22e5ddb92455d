import { driveLeg } from '../../shared/actions/legs/drive-leg.ts'
import { driveMessage } from '../../shared/actions/legs/leave-message.ts'
import { reportCall } from '../../shared/actions/legs/report-call.ts'
import { releaseWebhooks } from '../../shared/actions/messages/release-webhooks.ts'
import { hearHints } from '../../shared/actions/opt-outs/hear-hints.ts'
import { obstacles } from '../../shared/domain/account/account.ts'
import type { Call, ChargedCall, ClosedCall, OpenCall } from '../../shared/domain/calls/call.ts'
import { holdDueAt, isHoldSpent } from '../../shared/domain/calls/call-hold.ts'
import { dueAt, endedBy, mustBeOverAt, type Report, unknownHorizonMs } from '../../shared/domain/calls/call-life.ts'
import { callRefOf } from '../../shared/domain/calls/call-ref.ts'
import { reasonOfObstacle } from '../../shared/domain/calls/ended-reason.ts'
import { unchargedLegOf } from '../../shared/domain/calls/leg.ts'
import { createdAround, isSettled, ownOf } from '../../shared/domain/calls/listed-call.ts'
import {
  answeredAt,
  askedAt,
  isExpected,
  isOver,
  isWaiting,
  progressOf,
  wasAnswered,
} from '../../shared/domain/calls/placement.ts'
import { isPageLost, neverJoined } from '../../shared/domain/calls/web-call.ts'
import { close } from '../../shared/domain/conversations/channel.ts'
import { announcedIn } from '../../shared/domain/conversations/talk.ts'
import { transcriptOf } from '../../shared/domain/conversations/transcript.ts'
import { missEvaluationSeconds } from '../../shared/domain/opt-outs/opt-out-question.ts'
import { advanceCall } from '../../shared/operations/calls.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'
import { delaySecondsMax } from '../../shared/words/delay.ts'
import { causeFields, type Log } from '../../shared/words/log.ts'
import { decimalOf } from '../../shared/words/money.ts'

type Services = Dependencies<(typeof advanceCall)['uses'][number]>

/**
 * Milliseconds. The worker queues its own next run if due within this time. The check for overdue
 * items queues all later runs.
 */
const nudgeAheadMs = 90_000

/** Does the next step of a call. Idempotent, even if messages are late or concurrent. */
export const handler = worker(advanceCall, async (ref, services, log) => {
  const { calls, conversations, clock, compactionStarter, placeCallQueue, advanceCallQueue, dispatchCampaignQueue } =
    services
  const call = await calls.find(ref)
  if (!call) return
  if (call.charged_at !== undefined && !call.evaluated)
    return isDue(call, clock.now()) ? evaluate(call, services) : calls.awaitEvaluation(call, clock.now())
  if (call.charged_at !== undefined)
    return wasAnswered(call) ? correctPrice(call, services) : releaseWebhooks(services, call)
  if (isWaiting(call)) return placeCallQueue.nudge(ref)

  const messaged = await driveMessage(services, call, log)
  const driven = messaged.legs.length > 0 ? await driveLeg(services, messaged, log) : messaged
  const report = await news(await extendHold(driven, services), services, log)
  const applied = await reportCall(
    { calls, clock, dispatchCampaignQueue, advanceCallQueue: undefined },
    ref,
    report,
    log,
  )
  if (!applied) return
  // Charges an ended call only after its transfers have ended.
  const current =
    applied.call.closed_at && applied.call.legs.length > 0 ? await driveLeg(services, applied.call, log) : applied.call
  if (current.closed_at && !unchargedLegOf(current)) {
    // Closes the conversation, because the carrier may not report the end of its session.
    if (progressOf(current) === 'in-progress') await conversations.change(ref, close)
    await calls.charge(current, clock.now())
    await compactionStarter.start(ref.user_id, ['call', 'delivery', 'lead', 'ledger'], ref.call_id)
    log.info('call charged', { ...ref, amount: decimalOf(current.total_cost) })
    // An unanswered call is not evaluated, so its webhooks can be sent.
    await (wasAnswered(current) ? evaluate(current, services) : releaseWebhooks(services, current))
    if (current.total_cost > 0) await advanceCallQueue.nudge(ref, priceSeconds)
    return
  }

  const due = dueAt(current) ?? Infinity
  const aheadMs = due - clock.now()
  if (aheadMs <= nudgeAheadMs) await advanceCallQueue.nudge(ref, aheadMs / 1000)
})

/**
 * Holds money for more minutes shortly before the held minutes end. If the account has too little
 * money, the call ends when the held minutes end.
 */
const extendHold = async (call: Call, { accounts, calls, clock }: Services): Promise<Call> => {
  const now = clock.now()
  if (isOver(call) || call.hang_up || now < holdDueAt(call)) return call
  const ref = callRefOf(call)
  const hold = await accounts.hold(call)
  if (hold.minutes !== undefined)
    return (await calls.patch(ref, { covered_seconds: hold.minutes * 60, is_short: false }, now)) ?? call
  if (hold.obstacle !== 'suspended' && !isHoldSpent(call, now))
    return (await calls.patch(ref, { is_short: true }, now)) ?? call
  return (
    (await calls.apply(ref, { cut: obstacles[hold.obstacle], cause: reasonOfObstacle[hold.obstacle] }, now))?.call ??
    call
  )
}

/** Stores the transcript at once, because the evaluation may be late. */
const evaluate = async (call: ClosedCall, services: Services): Promise<void> => {
  const { calls, conversations, evaluateCallQueue, judgeOptOutQueue } = services
  const ref = callRefOf(call)
  const [said, talk] = await Promise.all([
    conversations.utterances(ref),
    call.announces.length > 0 ? conversations.find(ref) : undefined,
  ])
  if (said.length > 0) await calls.keep(ref, { ...transcriptOf(said), ...announcedIn(talk) })
  // If the evaluation fails, a model judges separately whether these words are an opt-out.
  const words = said.flatMap(({ sender, text }) => (sender === 'human' ? [text] : []))
  await hearHints(services, call, words, true)
  await evaluateCallQueue.nudge(ref)
  if (words.length > 0) await judgeOptOutQueue.nudge(ref, missEvaluationSeconds.charged)
}

/** Seconds until the carrier usually knows the price of a call. */
const priceSeconds = delaySecondsMax
const priceMsMax = 2 * 60 * 60_000

const correctPrice = async (
  call: ChargedCall,
  { calls, carrier, advanceCallQueue, clock }: Services,
): Promise<void> => {
  if (call.total_cost === 0 || !call.carrier_sid) return
  const { price } = (await carrier.fetchCall(call.carrier_sid)) ?? {}
  if (price !== undefined) return calls.correct(call, price)
  const isAsked = clock.now() < call.charged_at + priceMsMax
  if (isAsked) await advanceCallQueue.nudge(callRefOf(call), priceSeconds)
}

/** Asks the carrier about an overdue call. Returns an empty report if the call is not overdue. */
const news = async (call: Call, services: Services, log: Log): Promise<Report> => {
  const { calls, clock } = services
  const now = clock.now()
  const due = dueAt(call)
  if (call.closed_at !== undefined) return {}
  if (isOver(call)) return enderOf(call, services)
  if (isExpected(call))
    return now < call.placement.until ? {} : { declined: true, failure_reason: neverJoined, cause: 'web_never_joined' }
  const wanted = call.hang_up !== undefined && call.carrier_sid !== undefined
  if (!wanted && (due === undefined || now < due)) return {}
  const ref = callRefOf(call)
  const noted = await calls.patch(ref, { checked_at: now }, now)
  if (!noted || isOver(noted)) return {}
  try {
    return await (noted.carrier_sid ? ask(noted, noted.carrier_sid, services) : lookUp(noted, services))
  } catch (cause) {
    // Gives up only after a second failed request. After an outage of our own, the first failure
    // does not prove that the carrier is down.
    if ((call.checked_at ?? 0) < mustBeOverAt(call)) throw cause
    log.warn('a call ends without the carrier, which does not answer', { ...ref, ...causeFields(cause) })
    return giveUp(noted)
  }
}

/** Finds who ended the call: the customer, if no conversation began. */
const enderOf = async (call: OpenCall, { conversations, clock }: Services): Promise<Report> => {
  const due = dueAt(call)
  const isUntold = wasAnswered(call) && endedBy(call) === undefined
  if (!isUntold || due === undefined || clock.now() < due) return {}
  const talk = await conversations.find(callRefOf(call))
  return talk?.channel.type === 'expected' && talk.channel.is_first ? { ended_by: 'customer' } : {}
}

const ask = async (call: Call, carrier_sid: string, { calls, carrier, clock }: Services): Promise<Report> => {
  const heard = (await carrier.fetchCall(carrier_sid)) ?? giveUp(call)
  const now = clock.now()
  const cause = isOverLimit(call, now) ? 'max_duration' : isPageLost(call, now) ? 'line_lost' : undefined
  if (heard.outcome || !(call.hang_up || cause)) return heard
  if (!call.hang_up) await calls.patch(callRefOf(call), { hang_up: 'limit', cause }, now)
  await carrier.endCall(carrier_sid)
  return (await carrier.fetchCall(carrier_sid)) ?? giveUp(call)
}

/**
 * Looks the call up in the carrier's list, because the carrier did not answer the create request. A
 * call that is missing after `unknownHorizonMs` was never placed.
 */
const lookUp = async (call: Call, services: Services): Promise<Report> => {
  const { calls, carrier, clock } = services
  const { user_id, id: call_id } = call
  const asked_at = askedAt(call) ?? clock.now()
  const [listed, siblings] = await Promise.all([
    carrier.lookUpCalls(call.assistant_phone_number, call.client_phone_number),
    dialledAround(call, asked_at, services),
  ])
  const now = clock.now()
  const owned = new Set(siblings.map(({ carrier_sid }) => carrier_sid))
  let free = createdAround(asked_at, listed).filter(({ carrier_sid }) => !owned.has(carrier_sid))
  for (let own = ownOf(call, siblings, free); own; own = ownOf(call, siblings, free)) {
    const { carrier_sid } = own
    // The request that created this carrier call may still store its id.
    if (!isSettled(own, now)) return {}
    if (await calls.adopt({ user_id, call_id }, carrier_sid)) return { carrier_sid }
    free = free.filter((one) => one.carrier_sid !== carrier_sid)
  }
  const mayStillCome = free.some((one) => !isSettled(one, now)) || now < asked_at + unknownHorizonMs
  return mayStillCome ? {} : { not_placed: true, failure_reason: neverPlaced }
}

const neverPlaced = 'The carrier gave no answer, and did not place the call.'

/** Returns the user's other calls between the two numbers at about the same time. */
const dialledAround = async (call: Call, asked_at: number, { calls, dialCounts }: Services): Promise<Call[]> => {
  const { user_id, id, client_phone_number, assistant_phone_number } = call
  const counts = await dialCounts.of(user_id, [client_phone_number])
  const { times = [], calls: dialled = [] } = counts.get(client_phone_number) ?? {}
  const near = dialled.filter((other, index) => other !== id && Math.abs((times[index] ?? 0) - asked_at) <= aroundMs)
  const found = await Promise.all(near.map((call_id) => calls.find({ user_id, call_id })))
  return found.flatMap((one) => (one?.assistant_phone_number === assistant_phone_number ? [one] : []))
}

/**
 * Milliseconds. Two requests to the carrier that are further apart cannot have created the same
 * carrier call.
 */
const aroundMs = 3 * unknownHorizonMs

const isDue = (call: Call, now: number): boolean => now >= (dueAt(call) ?? Infinity)

const isOverLimit = (call: Call, now: number): boolean =>
  now > (answeredAt(call) ?? now) + call.max_duration_seconds * 1000

const giveUp = (call: Call): Report => ({ outcome: progressOf(call) === 'in-progress' ? 'completed' : 'failed' })

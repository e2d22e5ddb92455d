import type { Micros } from '../../words/money.ts'
import { inWords, type Refusal } from '../../words/refusal.ts'
import type { AnsweredBy, Call, CallStatus, EndedBy, EndedReason } from './call.ts'
import { callCost } from './call-cost.ts'
import { coverDueAt } from './call-cover.ts'
import { type Leg, legDueAt, openLegOf, withoutCall } from './leg.ts'
import {
  answeredAt,
  askedAt,
  disowned,
  isLive,
  isOver,
  isWaiting,
  outcomeOf,
  overAt,
  type PlacementReport,
  placementAfter,
  progressOf,
  wasAnswered,
} from './placement.ts'

/**
 * The life of a call. Reports of carriers arrive late, twice and out of order, so a call does not
 * move from state to state: it collects evidence that only grows, and its status is what the
 * evidence says. Whatever the order, the same reports end in the same call.
 */

/** One piece of news about a call, in our words. Every member is optional evidence. */
export interface Report extends PlacementReport {
  ended_by?: EndedBy
  answered_by?: AnsweredBy
  /** Why it was not placed, in words for the user; the first reason stays. */
  failure_reason?: string
  /** Why the carrier did not take it, or could not complete it. */
  refusal?: Refusal
  /** It shall end, and why. */
  cut?: string
  /** Reason of the end, if the rest of the report does not tell. */
  cause?: EndedReason
  /** Seconds for which its price is held. */
  covered_seconds?: number
  /** The carrier's charge, known some time after the end. */
  price?: Micros
}

/** Statuses that a call never leaves. */
export const finalStatuses: readonly CallStatus[] = [
  'busy',
  'no-answer',
  'failed',
  'completed',
  'ended',
  'ended_by_customer',
  'ended_by_assistant',
]

/** The moves that are allowed: a later entry may follow an earlier one, final ones end the life. */
export const moves: Record<CallStatus, readonly CallStatus[]> = {
  initiated: ['ringing', 'in-progress', ...finalStatuses],
  ringing: ['in-progress', ...finalStatuses],
  'in-progress': ['completed', 'ended_by_customer', 'ended_by_assistant', 'ended', 'failed'],
  busy: [],
  'no-answer': [],
  failed: [],
  completed: [],
  ended: [],
  ended_by_customer: [],
  ended_by_assistant: [],
}

/** Milliseconds that an ended call waits for late reports of who ended it. */
export const evidenceGraceMs = 15_000
/** Seconds that the carrier lets the phone ring. */
export const ringSeconds = 60
/**
 * After this long without a trace at the carrier, a create request with unknown outcome counts as
 * not placed.
 */
export const unknownHorizonMs = 60_000
/**
 * First look at the carrier after a create request with unknown outcome, and the pause between
 * looks.
 */
const lookAgainMs = 20_000
/**
 * Milliseconds after the end of a conversation until the carrier is asked about a call that still
 * runs.
 */
const endedMsMax = 30_000
/** Milliseconds that a call may run past a limit of the carrier before we end it. */
const limitMarginMs = 30_000
/** The same, while it is put through to another phone. */
const legMarginMs = 1_000
/** Milliseconds for which a call that the carrier puts off is tried again. */
export const putOffMsMax = 10 * 60_000
/**
 * A call that is still not placed after this long is driven again: as soon as one that was asked
 * for is looked for, so that asking moves no deadline.
 */
const placeAgainMs = lookAgainMs
/**
 * A call that is over and still not charged after this long is driven again: no sooner than one
 * whose conversation has ended, for the same reason.
 */
const chargeAgainMs = endedMsMax
/**
 * A call that is still not evaluated this long after it was charged is driven again: longer than a
 * model may take.
 */
export const evaluateAgainMs = 3 * 60_000
/**
 * Evaluation is tried this long after the end of a call; then what could not be found out counts as
 * unknown, and webhooks go out.
 */
export const evaluationMsMax = 10 * 60_000
/**
 * When even the carrier cannot be asked, a call ends by itself this long after it must have been
 * over.
 */
const giveUpMs = 15 * 60_000

/**
 * The call after a report (or after time has passed): evidence folded in, and closed once nothing
 * more can be learnt.
 */
export const advance = (call: Call, report: Report, now: number): Call => close(fold(call, report, now), now)

const close = (call: Call, now: number): Call => {
  if (!isClosable(call, now)) return call
  const cost = callCost(call, wasAnswered(call))
  const closed: Call = { ...call, ...cost, closed_at: now, updated_at: now }
  if (!wasAnswered(closed)) closed.evaluated = { at: now, goal: false }
  return { ...closed, status: statusOf(closed) }
}

/** The call with a report folded in; the very same object when the report says nothing new. */
export const fold = (call: Call, report: Report, now: number): Call => {
  const foreign = report.carrier_sid && call.carrier_sid && report.carrier_sid !== call.carrier_sid
  if (foreign) return call
  const next: Call = { ...call }
  if (report.carrier_sid && !call.carrier_sid) next.carrier_sid = report.carrier_sid
  if (report.answered_by && report.answered_by !== 'unknown' && call.answered_by === 'unknown')
    next.answered_by = report.answered_by
  if (!call.closed_at) collect(next, report, now)
  if (isOver(next) && openLegOf(next)) next.legs = legsWithoutCall(next, now)
  return same(call, next) ? call : { ...next, status: statusOf(next), updated_at: now }
}

const collect = (call: Call, report: Report, now: number): void => {
  const before = call.placement
  noteRefusal(call, report)
  call.placement = placementAfter(before, report, now)
  const { phase } = call.placement
  if (phase !== before.phase && (phase === 'declined' || phase === 'not-placed'))
    call.failure_reason ??= report.failure_reason
  if (!report.declined || phase === 'declined') call.cause ??= report.cause
  if (report.cut && !isOver({ placement: before })) {
    call.hang_up ??= 'limit'
    call.failure_reason ??= report.cut
  }
  if (report.covered_seconds) call.covered_seconds = report.covered_seconds
  if (report.ended_by && (!call.ended_by || weight[report.ended_by] > weight[call.ended_by]))
    call.ended_by = report.ended_by
  if (wasAnswered(call) && !isOver({ placement: before })) call.duration = report.duration ?? 0
  if (call.answered_by !== 'machine' || call.hang_up || isOver(call)) return
  const isFax = call.cause === 'fax'
  if (call.on_machine === 'leave message' && !isFax) call.message ??= { due_at: now, asks: 0 }
  else if (call.on_machine === 'hang up' || isFax) call.hang_up = 'assistant'
}

/** A call that was answered was not refused, whatever arrives later. The first refusal stays. */
const noteRefusal = (call: Call, { refusal, failure_reason }: Report): void => {
  if (!refusal || call.refusal || wasAnswered(call)) return
  call.refusal = refusal
  call.failure_reason ??= failure_reason ?? inWords(refusal)
}

const legsWithoutCall = (call: Call, now: number): Leg[] => {
  const { legs } = call
  const left = legs.map((leg) => withoutCall(leg, overAt(call) ?? now))
  return left.every((leg, place) => leg === legs[place]) ? legs : left
}

/** Our own action is better evidence than the carrier's view of it. */
const weight: Record<EndedBy, number> = { customer: 0, assistant: 1, limit: 2 }

const same = (one: Call, other: Call) =>
  (Object.keys(other) as (keyof Call)[]).every((field) => one[field] === other[field])

/**
 * The call without what a look-up took for its own: the carrier has told that it is another call of
 * ours.
 */
export const disown = (call: Call, now: number): Call => {
  const { carrier_sid: _other, ended_by: _by, hang_up: _why, cause: _cause, ...own } = call
  const unheard = { status: 'initiated', answered_by: 'unknown', duration: 0 } as const
  return { ...own, ...unheard, placement: disowned(call.placement, now), updated_at: now }
}

/** Everything that can still be known is known, or has had its time: the call may be closed. */
const isClosable = (call: Call, now: number): boolean => {
  if (call.closed_at || !isOver(call)) return false
  return !wasAnswered(call) || endedBy(call) !== undefined || now >= call.placement.over_at + evidenceGraceMs
}

/**
 * A create request is given up after ten seconds; this is longer, counted from the claim of the
 * right to make it.
 */
export const askingMsMax = 13_000

/**
 * A create request for this call may be under way: it was claimed, and its outcome is not known.
 */
export const isAsking = ({ placement }: Call, now: number): boolean =>
  placement.phase === 'asked' && placement.unanswered_at === undefined && now < placement.asked_at + askingMsMax

/** The status that the evidence says; final only when the call is closed. */
const statusOf = (call: Call): CallStatus => (call.closed_at ? finalStatus(call) : progressOf(call))

const finalStatus = (call: Call): CallStatus => {
  const outcome = outcomeOf(call) ?? 'failed'
  if (outcome !== 'completed') return outcome
  const by = endedBy(call)
  if (by === 'limit') return 'ended'
  if (by === 'assistant') return 'ended_by_assistant'
  return by === 'customer' ? 'ended_by_customer' : 'completed'
}

/** Returns who or what ended the conversation; a limit counts more than a person. */
export const endedBy = (
  call: Pick<Call, 'duration' | 'ended_by' | 'hang_up' | 'max_duration_seconds'>,
): EndedBy | undefined => {
  if (call.hang_up === 'limit' || call.hang_up === 'user' || call.duration >= call.max_duration_seconds) return 'limit'
  return call.hang_up ?? call.ended_by
}

/**
 * The call whose user wants it over. One that is not live, or is asked to end already, stays as it
 * is.
 */
export const endOnRequest = (call: Call, now: number): Call =>
  isLive(call) && !call.hang_up ? { ...call, hang_up: 'user', updated_at: now } : call

/**
 * Milliseconds that a stored deadline may be early: the minute schedule then checks once or twice
 * in vain.
 */
const earlyMsMax = 90_000

/**
 * The deadline to store for a call whose stored one is `standing`: that one, while it is only a
 * little early. Moving it costs twice what writing the call does, and an early check finds nothing
 * to do. Excluded are a waiting call, which must not be placed early, and a talking one, which
 * continues for minutes.
 */
export const deadlineOf = (call: Call, standing: number | undefined): number | undefined => {
  const due = dueAt(call)
  if (due === undefined || standing === undefined || standing > due || due - standing > earlyMsMax) return due
  return isWaiting(call) || isLive(call) ? due : standing
}

/** When a worker must look after this call again; undefined once nothing is left to do. */
export const dueAt = (call: Call): number | undefined => {
  if (call.charged_at && call.evaluated) return undefined
  if (call.charged_at) return call.charged_at + evaluateAgainMs
  // A call is charged when its legs are.
  const legAt = legDueAt(call)
  if (call.closed_at) return legAt ?? closedDueAt(call, call.closed_at)
  return Math.min(
    legAt ?? Number.POSITIVE_INFINITY,
    Math.max(nextStep(call), call.checked_at ? call.checked_at + lookAgainMs : 0),
  )
}

/** For one that rang in vain, the deadline that it had is soon enough. */
const closedDueAt = (call: Call, closed_at: number): number => {
  const rangInVain = !wasAnswered(call) && askedAt(call) !== undefined
  return Math.max(closed_at + chargeAgainMs, rangInVain ? ringingDueAt(call) : 0)
}

const ringingDueAt = (call: Call): number => (askedAt(call) ?? call.updated_at) + ringSeconds * 1000 + limitMarginMs

const nextStep = (call: Call): number => {
  const { placement, updated_at, checked_at, hang_up, message } = call
  if (isOver(call)) return call.placement.over_at + evidenceGraceMs
  if (placement.phase === 'waiting')
    return Math.max(updated_at, placement.turn_at ?? 0, placement.rests_until ?? 0) + placeAgainMs
  if (placement.phase === 'expected') return placement.until
  if (hang_up) return (checked_at ?? answeredAt(call) ?? updated_at) + lookAgainMs
  if (message) return message.due_at
  if (placement.phase === 'asked') return placement.asked_at + lookAgainMs
  if (call.ended_by) return updated_at + endedMsMax
  if (!isLive(call)) return ringingDueAt(call)
  // Two phones that talk to each other know nothing of a limit.
  const marginMs = openLegOf(call) ? legMarginMs : limitMarginMs
  const limit = call.placement.answered_at + call.max_duration_seconds * 1000 + marginMs
  return Math.min(limit, coverDueAt(call), call.page_until ?? Number.POSITIVE_INFINITY)
}

/** Past this instant the call is over in the world, even if the carrier cannot be asked. */
export const mustBeOverAt = (call: Call): number =>
  (askedAt(call) ?? call.updated_at) + (ringSeconds + call.max_duration_seconds) * 1000 + giveUpMs

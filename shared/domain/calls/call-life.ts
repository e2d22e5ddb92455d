import type { Micros } from '../../words/money.ts'
import { inWords, type Refusal } from '../../words/refusal.ts'
import type { AnsweredBy, Call, CallStatus, EndedBy, EndedReason, OpenCall, UnchargedCall } from './call.ts'
import { callCost } from './call-cost.ts'
import { holdDueAt } from './call-hold.ts'
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
 * A report about a call. Reports arrive late, twice and in any order, so they only add evidence.
 */

export interface Report extends PlacementReport {
  ended_by?: EndedBy
  answered_by?: AnsweredBy
  failure_reason?: string
  refusal?: Refusal
  cut?: string
  cause?: EndedReason
  covered_seconds?: number
  price?: Micros
}

export const finalStatuses: readonly CallStatus[] = [
  'busy',
  'no-answer',
  'failed',
  'completed',
  'ended',
  'ended_by_customer',
  'ended_by_assistant',
]

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

/** Milliseconds that an ended call waits for a report of who ended it. */
export const evidenceGraceMs = 15_000
export const ringSeconds = 60
/** Milliseconds after which a call that the carrier does not know counts as not placed. */
export const unknownHorizonMs = 60_000
const recheckMs = 20_000
/** Milliseconds after a conversation's end until the carrier is asked about the call. */
const endedMsMax = 30_000
/** Milliseconds that a call may exceed its time limit before we end it. */
const limitMarginMs = 30_000
/**
 * Milliseconds that a call may exceed its limit during a transfer, when no assistant ends the call.
 */
const legMarginMs = 1_000
export const putOffMsMax = 10 * 60_000
const placeAgainMs = recheckMs
const chargeAgainMs = endedMsMax
export const evaluateAgainMs = 3 * 60_000
/**
 * Milliseconds for an evaluation, at most. After that, webhooks are sent without the evaluation.
 */
export const evaluationMsMax = 10 * 60_000
/**
 * Milliseconds after the latest possible end of a call. Then the call counts as ended, even if the
 * carrier does not answer.
 */
const giveUpMs = 15 * 60_000

export const advance = (call: Call, report: Report, now: number): Call => close(fold(call, report, now), now)

const close = (call: Call, now: number): Call => {
  if (call.closed_at !== undefined || !isClosable(call, now)) return call
  const answered = wasAnswered(call)
  const evaluated = answered ? undefined : { at: now, goal: false }
  return { ...call, ...callCost(call, answered), status: finalStatus(call), closed_at: now, evaluated, updated_at: now }
}

/** Adds a report to a call, or returns the same object if the report says nothing new. */
export const fold = (call: Call, report: Report, now: number): Call => {
  const foreign = report.carrier_sid && call.carrier_sid && report.carrier_sid !== call.carrier_sid
  if (foreign) return call
  const next: Call = { ...call }
  if (report.carrier_sid && !call.carrier_sid) next.carrier_sid = report.carrier_sid
  if (report.answered_by && report.answered_by !== 'unknown' && call.answered_by === 'unknown')
    next.answered_by = report.answered_by
  if (next.closed_at === undefined) collect(next, report, now)
  if (isOver(next) && openLegOf(next)) next.legs = legsWithoutCall(next, now)
  return same(call, next) ? call : { ...next, status: statusOf(next), updated_at: now }
}

const collect = (call: OpenCall, report: Report, now: number): void => {
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

/** Stores the carrier's first refusal, unless the call was answered. */
const noteRefusal = (call: OpenCall, { refusal, failure_reason }: Report): void => {
  if (!refusal || call.refusal || wasAnswered(call)) return
  call.refusal = refusal
  call.failure_reason ??= failure_reason ?? inWords(refusal)
}

const legsWithoutCall = (call: Call, now: number): Leg[] => {
  const { legs } = call
  const left = legs.map((leg) => withoutCall(leg, overAt(call) ?? now))
  return left.every((leg, index) => leg === legs[index]) ? legs : left
}

/** Weights of evidence for who ended the call. Our own hang-ups outweigh the carrier's report. */
const weight: Record<EndedBy, number> = { customer: 0, assistant: 1, limit: 2 }

const same = (one: Call, other: Call) =>
  (Object.keys(other) as (keyof Call)[]).every((field) => one[field] === other[field])

/** Removes from a call the carrier call that a look-up wrongly assigned to it. */
export const disown = (call: Call, now: number): Call => {
  const { carrier_sid: _other, ended_by: _by, hang_up: _why, cause: _cause, ...own } = call
  const unheard = { status: 'initiated', answered_by: 'unknown', duration: 0 } as const
  return { ...own, ...unheard, placement: disowned(call.placement, now), updated_at: now }
}

const isClosable = (call: OpenCall, now: number): boolean => {
  if (!isOver(call)) return false
  return !wasAnswered(call) || endedBy(call) !== undefined || now >= call.placement.over_at + evidenceGraceMs
}

/**
 * Milliseconds during which a create request may still be running. Our client aborts the request
 * after 10 s.
 */
export const askingMsMax = 13_000

export const isAsking = ({ placement }: Call, now: number): boolean =>
  placement.phase === 'asked' && placement.unanswered_at === undefined && now < placement.asked_at + askingMsMax

const statusOf = (call: Call): CallStatus => (call.closed_at !== undefined ? finalStatus(call) : progressOf(call))

const finalStatus = (call: Call): CallStatus => {
  const outcome = outcomeOf(call) ?? 'failed'
  if (outcome !== 'completed') return outcome
  const by = endedBy(call)
  if (by === 'limit') return 'ended'
  if (by === 'assistant') return 'ended_by_assistant'
  return by === 'customer' ? 'ended_by_customer' : 'completed'
}

/** If a limit and a person may both have ended the call, the limit counts. */
export const endedBy = (
  call: Pick<Call, 'duration' | 'ended_by' | 'hang_up' | 'max_duration_seconds'>,
): EndedBy | undefined => {
  if (call.hang_up === 'limit' || call.hang_up === 'user' || call.duration >= call.max_duration_seconds) return 'limit'
  return call.hang_up ?? call.ended_by
}

export const endOnRequest = (call: Call, now: number): Call =>
  isLive(call) && !call.hang_up ? { ...call, hang_up: 'user', updated_at: now } : call

const earlyMsMax = 90_000

/**
 * Keeps a stored deadline that is only a little early, because moving it doubles the write cost.
 * Waiting and live calls get the exact deadline.
 */
export const deadlineOf = (call: Call, standing: number | undefined): number | undefined => {
  const due = dueAt(call)
  if (due === undefined || standing === undefined || standing > due || due - standing > earlyMsMax) return due
  return isWaiting(call) || isLive(call) ? due : standing
}

export const dueAt = (call: Call): number | undefined => {
  if (call.charged_at !== undefined) return call.evaluated ? undefined : call.charged_at + evaluateAgainMs
  const legAt = legDueAt(call)
  if (call.closed_at !== undefined) return legAt ?? chargeDueAt(call)
  return Math.min(
    legAt ?? Number.POSITIVE_INFINITY,
    Math.max(nextStep(call), call.checked_at ? call.checked_at + recheckMs : 0),
  )
}

const chargeDueAt = (call: UnchargedCall): number => {
  const rangInVain = !wasAnswered(call) && askedAt(call) !== undefined
  return Math.max(call.closed_at + chargeAgainMs, rangInVain ? ringingDueAt(call) : 0)
}

const ringingDueAt = (call: Call): number => (askedAt(call) ?? call.updated_at) + ringSeconds * 1000 + limitMarginMs

const nextStep = (call: OpenCall): number => {
  const { placement, updated_at, checked_at, hang_up, message } = call
  if (isOver(call)) return call.placement.over_at + evidenceGraceMs
  if (placement.phase === 'waiting')
    return Math.max(updated_at, placement.turn_at ?? 0, placement.rests_until ?? 0) + placeAgainMs
  if (placement.phase === 'expected') return placement.until
  if (hang_up) return (checked_at ?? answeredAt(call) ?? updated_at) + recheckMs
  if (message) return message.due_at
  if (placement.phase === 'asked') return placement.asked_at + recheckMs
  if (call.ended_by) return updated_at + endedMsMax
  if (!isLive(call)) return ringingDueAt(call)
  const marginMs = openLegOf(call) ? legMarginMs : limitMarginMs
  const limit = call.placement.answered_at + call.max_duration_seconds * 1000 + marginMs
  return Math.min(limit, holdDueAt(call), call.page?.until ?? Number.POSITIVE_INFINITY)
}

export const mustBeOverAt = (call: Call): number =>
  (askedAt(call) ?? call.updated_at) + (ringSeconds + call.max_duration_seconds) * 1000 + giveUpMs

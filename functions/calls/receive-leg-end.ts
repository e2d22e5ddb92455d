import { logLegFailure } from '../../shared/actions/dialling/handle-refusal.ts'
import { bringBack } from '../../shared/actions/legs/put-through.ts'
import { reportCall } from '../../shared/actions/legs/report-call.ts'
import type { LegEnd } from '../../shared/domain/calls/carrier-report.ts'
import { dialOf, endOf, type Leg, type LegOutcome, legGraceMs } from '../../shared/domain/calls/leg.ts'
import { readLegRef } from '../../shared/domain/calls/leg-ref.ts'
import { close } from '../../shared/domain/conversations/channel.ts'
import { receiveLegEnd } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import { found } from '../../shared/words/problem.ts'

/**
 * Handles the end of a transfer. If callee and customer were joined, the call ends. Otherwise the
 * customer returns to the assistant.
 */
export const handler = callback(receiveLegEnd, async ({ report: end, ref: path, log }, services) => {
  const { calls, conversations, advanceCallQueue, clock } = services
  const { place, ...ref } = found(readLegRef(path), 'call_not_found')
  const known = found((await calls.find(ref))?.legs[place - 1], 'call_not_found')
  const outcome = outcomeOf(end, known)
  const news = { outcome, carrier_sid: end.leg_sid, duration: end.duration, failure: end.refusal }
  const reported = found(await calls.reportLeg({ ...ref, place }, news, clock.now()), 'call_not_found')
  const { leg } = reported
  const isThrough = endOf(leg)?.outcome === 'connected'
  logLegFailure(log, reported)
  const ended_by = end.isCallOver ? 'customer' : isThrough && isAtLimit(leg) ? 'limit' : undefined
  const report = { progress: 'in-progress', carrier_sid: end.carrier_sid, ended_by } as const
  const { call } = found(await reportCall(services, ref, report, log), 'call_not_found')
  await advanceCallQueue.nudge(ref, legGraceMs / 1000 + 1)
  if (!end.isCallOver && !isThrough) return bringBack({ ...services, report: calls.apply }, { call, place }, log)
  await conversations.change(ref, close)
  return { step: 'hang up' }
})

/**
 * Returns the outcome of a transfer. If the carrier does not say whether callee and customer were
 * joined, the callee's key press decides.
 */
const outcomeOf = ({ outcome, joined }: LegEnd, leg: Leg): LegOutcome | undefined => {
  if (outcome !== 'over') return outcome === 'canceled' && joined ? 'connected' : outcome
  const isJoined = joined ?? (!leg.is_warm || dialOf(leg)?.joined_at !== undefined)
  return isJoined ? 'connected' : 'declined'
}

const isAtLimit = ({ duration = 0, limit_seconds }: Leg): boolean => duration >= limit_seconds

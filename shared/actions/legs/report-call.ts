import { type Applied, followUp } from '../../domain/calls/call-follow-up.ts'
import type { Report } from '../../domain/calls/call-life.ts'
import { logMove } from '../../domain/calls/call-log.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { Clock } from '../../words/clock.ts'
import type { Log } from '../../words/log.ts'

/** Services for reporting; the functions pass exactly these. */
export interface ReportingParts {
  calls: { apply(ref: CallRef, report: Report, now: number): Promise<Applied | undefined> }
  /** Undefined for the worker itself, which continues with the call anyway. */
  advanceCallQueue: { nudge(ref: CallRef, delaySeconds: number): Promise<void> } | undefined
  /** Undefined for incoming calls, which belong to no campaign. */
  dispatchCampaignQueue: { nudge(campaign: { user_id: number; campaign_id: number }): Promise<void> } | undefined
  clock: Clock
}

/**
 * Folds a report into its call, logs the move, and sets off what follows from it; undefined when
 * there is no such call.
 */
export const reportCall = async (
  { calls, advanceCallQueue, dispatchCampaignQueue, clock }: ReportingParts,
  ref: CallRef,
  report: Report,
  log: Log,
): Promise<Applied | undefined> => {
  const applied = await calls.apply(ref, report, clock.now())
  if (!applied) return undefined
  logMove(log, applied)
  const { advanceSeconds, freed } = followUp(applied)
  if (advanceSeconds !== undefined) await advanceCallQueue?.nudge(ref, advanceSeconds)
  if (freed) await dispatchCampaignQueue?.nudge(freed)
  return applied
}

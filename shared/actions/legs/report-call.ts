import { type Applied, followUp } from '../../domain/calls/call-follow-up.ts'
import type { Report } from '../../domain/calls/call-life.ts'
import { logMove } from '../../domain/calls/call-log.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { Clock } from '../../words/clock.ts'
import type { Log } from '../../words/log.ts'

export interface ReportingParts {
  calls: { apply(ref: CallRef, report: Report, now: number): Promise<Applied | undefined> }
  /** Undefined in `advance-call`, the worker of this queue. */
  advanceCallQueue: { nudge(ref: CallRef, delaySeconds: number): Promise<void> } | undefined
  /** Undefined for incoming calls. */
  dispatchCampaignQueue: { nudge(campaign: { user_id: number; campaign_id: number }): Promise<void> } | undefined
  clock: Clock
}

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

import type { Call } from './call.ts'
import { isShortlyCovered } from './call-cover.ts'
import { evidenceGraceMs } from './call-life.ts'
import { answeredAt, isOver } from './placement.ts'

/** A call before and after a report. */
export interface Applied {
  before: Call
  call: Call
}

/** Jobs that follow from a report. */
export interface FollowUp {
  /**
   * Seconds until the worker checks the call; undefined when nothing is due before its deadline.
   */
  advanceSeconds: number | undefined
  /** The campaign whose slot is free. */
  freed: { user_id: number; campaign_id: number } | undefined
}

/**
 * Returns the jobs that follow from a report. The same report twice wakes the worker twice, in case
 * the first wake-up was lost.
 */
export const followUp = (applied: Applied): FollowUp => ({
  advanceSeconds: advanceSecondsOf(applied),
  freed: freedBy(applied),
})

/**
 * Once the call is over and the report does not say by whom: until then, word of that may still
 * come.
 */
const evidenceSeconds = evidenceGraceMs / 1000 + 1

const advanceSecondsOf = ({ before, call }: Applied): number | undefined => {
  if (call.closed_at !== undefined) return before.closed_at === undefined || !call.charged_at ? 0 : undefined
  if (isOver(call)) return evidenceSeconds
  const wantsCover = answeredAt(before) === undefined && isShortlyCovered(call)
  const wantsMessage = call.message?.asks === 0
  return call.hang_up || wantsCover || wantsMessage ? 0 : undefined
}

const freedBy = ({ before, call }: Applied): FollowUp['freed'] =>
  call.closed_at !== undefined && before.closed_at === undefined && call.campaign !== undefined
    ? { user_id: call.user_id, campaign_id: call.campaign.id }
    : undefined

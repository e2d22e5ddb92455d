import type { Call } from './call.ts'
import { isHoldShort } from './call-hold.ts'
import { evidenceGraceMs } from './call-life.ts'
import { answeredAt, isOver } from './placement.ts'

export interface Applied {
  before: Call
  call: Call
}

export interface FollowUp {
  /**
   * Delay in seconds of the message that makes a worker check the call. Undefined: the call's
   * deadline suffices.
   */
  advanceSeconds: number | undefined
  freed: { user_id: number; campaign_id: number } | undefined
}

/**
 * Returns the work that a report about a call causes. A repeated report causes the same work,
 * because the first message to the worker may be lost.
 */
export const followUp = (applied: Applied): FollowUp => ({
  advanceSeconds: advanceSecondsOf(applied),
  freed: freedBy(applied),
})

const evidenceSeconds = evidenceGraceMs / 1000 + 1

const advanceSecondsOf = ({ before, call }: Applied): number | undefined => {
  if (call.closed_at !== undefined) return before.closed_at === undefined || !call.charged_at ? 0 : undefined
  if (isOver(call)) return evidenceSeconds
  const wantsHold = answeredAt(before) === undefined && isHoldShort(call)
  const wantsMessage = call.message?.asks === 0
  return call.hang_up || wantsHold || wantsMessage ? 0 : undefined
}

const freedBy = ({ before, call }: Applied): FollowUp['freed'] =>
  call.closed_at !== undefined && before.closed_at === undefined && call.campaign !== undefined
    ? { user_id: call.user_id, campaign_id: call.campaign.id }
    : undefined

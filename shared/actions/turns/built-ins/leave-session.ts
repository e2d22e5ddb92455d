import type { CallRef } from '../../../domain/calls/call-ref.ts'
import type { Change, Talk } from '../../../domain/conversations/talk.ts'
import type { Supplied } from '../../../services.ts'

export type LeavingParts = Supplied<'clock' | 'conversations.change' | 'steerSessionQueue.nudge'>

/** A session that no look has heard out by then is left all the same. */
const guardSeconds = 15

/**
 * Writes down, by `plan`, that a talk leaves the session of its realtime model for another one, and
 * sees to it that it does. False when the plan came to nothing: the call is on its way elsewhere.
 */
export const leaveSession = async (
  { conversations, steerSessionQueue, clock }: LeavingParts,
  ref: CallRef,
  plan: (talk: Talk) => Change | undefined,
): Promise<boolean> => {
  if (!(await conversations.change(ref, plan))) return false
  await steerSessionQueue.nudge({ ...ref, at: clock.now(), is_last: true }, guardSeconds)
  return true
}

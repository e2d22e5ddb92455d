import type { CallRef } from '../../../domain/calls/call-ref.ts'
import type { Change, Talk } from '../../../domain/conversations/talk.ts'
import type { Dependencies } from '../../../services.ts'

export type LeavingParts = Dependencies<'clock' | 'conversations.change' | 'steerSessionQueue.nudge'>

const guardSeconds = 15

export const leaveSession = async (
  { conversations, steerSessionQueue, clock }: LeavingParts,
  ref: CallRef,
  plan: (talk: Talk) => Change | undefined,
): Promise<boolean> => {
  if (!(await conversations.change(ref, plan))) return false
  await steerSessionQueue.nudge({ ...ref, at: clock.now(), is_last: true }, guardSeconds)
  return true
}

import { isLive } from '../../shared/domain/calls/placement.ts'
import { endCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/**
 * Stores the request, then queues a message for the worker that hangs up. The check for overdue
 * items replaces a lost message.
 */
export const handler = http(endCall, async ({ user_id, id }, { calls, advanceCallQueue, clock }) => {
  const ref = { user_id, call_id: id }
  const call = found(await calls.end(ref, clock.now()), 'call_not_found')
  if (call.hang_up !== 'user' && !isLive(call)) throw new Problem('call_not_in_progress')
  if (!call.closed_at) await advanceCallQueue.nudge(ref)
  return { message: 'Call is being ended' }
})

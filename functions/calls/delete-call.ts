import { found, Problem } from '../../shared/domain/problem.ts'
import { deleteCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'

/** Removes a call that is over; what it cost is charged first. */
export const handler = http(deleteCall, async ({ user_id, id }, { calls, conversations, clock }) => {
  const ref = { user_id, call_id: id }
  const call = found(await calls.find(ref), 'call_not_found')
  if (!call.closed_at) throw new Problem('call_in_progress')
  if (!call.charged_at) await calls.charge(call, clock.now())
  await Promise.all([calls.remove(ref), conversations.remove(ref)])
  return { message: 'Call deleted successfully' }
})

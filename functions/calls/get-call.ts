import { callView } from '../../shared/domain/calls/call-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { getCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'

/** One call, with every utterance. */
export const handler = http(getCall, async ({ user_id, id }, { calls, recordings }) => {
  const ref = { user_id, call_id: id }
  const [call, [detail]] = await Promise.all([calls.find(ref), calls.details([ref])])
  return { ...callView(found(call, 'call_not_found'), detail, recordings.link), messages: detail?.messages ?? [] }
})

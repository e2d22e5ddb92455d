import { callView } from '../../shared/domain/calls/call-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { getCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'

/** One call, with every utterance, and why it failed if we know. */
export const handler = http(getCall, async ({ user_id, id }, { calls, recordings }) => {
  const ref = { user_id, call_id: id }
  const [known, [detail]] = await Promise.all([calls.find(ref), calls.details([ref])])
  const call = found(known, 'call_not_found')
  return {
    ...callView(call, detail, recordings.link),
    messages: detail?.messages ?? [],
    failure_reason: call.failure_reason ?? null,
  }
})

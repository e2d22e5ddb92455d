import { prepareTalk } from '../../shared/actions/connect-assistant.ts'
import { reportCall } from '../../shared/actions/report-call.ts'
import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { found } from '../../shared/domain/problem.ts'
import { receiveCallStatus } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/**
 * Carriers repeat and reorder these. Reports fold as evidence, so a late or duplicate one does nothing. While it rings, the talk is
 * prepared and its functions are woken, so that the callee does not wait for that.
 */
export const handler = callback(receiveCallStatus, async ({ report, ref: path, log }, services) => {
  const { assistants, calls, talkFunctions } = services
  const ref = found(readCallRef(path), 'call_not_found')
  const { call } = found(await reportCall(services, ref, report, log), 'call_not_found')
  const { carrier_sid } = call
  if (report.progress !== 'ringing' || call.progress !== 'ringing' || call.outcome || !carrier_sid) return undefined
  const [assistant, [detail]] = await Promise.all([
    assistants.find(ref.user_id, call.assistant_id),
    calls.details([ref]),
  ])
  await Promise.all([
    talkFunctions.wake(assistant?.llm_model_id ?? undefined),
    assistant && prepareTalk(services, { ref, call, carrier_sid, assistant, detail }),
  ])
  return undefined
})

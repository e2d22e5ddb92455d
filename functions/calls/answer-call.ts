import { connectAssistant, openTalk } from '../../shared/actions/connect-assistant.ts'
import { reportCall } from '../../shared/actions/report-call.ts'
import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { found } from '../../shared/domain/problem.ts'
import { answerCall } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** The callee picked up: the call is connected to its assistant. An assistant that is gone has nothing to say. */
export const handler = callback(answerCall, async ({ report: { carrier_sid }, ref: path, log }, services) => {
  const { assistants, voices, calls } = services
  const ref = found(readCallRef(path), 'call_not_found')
  const applied = await reportCall(services, ref, { progress: 'in-progress', carrier_sid }, log)
  const { call } = found(applied, 'call_not_found')
  const [assistant, [detail]] = await Promise.all([
    assistants.find(ref.user_id, call.assistant_id),
    calls.details([ref]),
  ])
  const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
  if (!voice || call.closed_at) return { step: 'hang up' }
  const talk = await openTalk(services, { ref, call, carrier_sid, assistant, detail })
  if (talk.over) return { step: 'hang up' }
  return connectAssistant({ ...services, report: calls.apply }, { talk, assistant, voice }, log)
})

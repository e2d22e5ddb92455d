import { logMove } from '../../shared/domain/call-log.ts'
import { readCallRef, writeCallRef } from '../../shared/domain/call-ref.ts'
import { found } from '../../shared/domain/problem.ts'
import { languageById } from '../../shared/domain/reference/languages.ts'
import { connectRelay, hangUp } from '../../shared/domain/twiml.ts'
import { answerCall } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** Somebody picked up: the call is connected to its assistant. An assistant that is gone has nothing to say. */
export const handler = callback(
  answerCall,
  async ({ form, ref: path, log }, { assistants, calls, callbacks, clock }) => {
    const ref = found(readCallRef(path), 'call_not_found')
    const report = { progress: 'in-progress' as const, carrier_sid: form.CallSid }
    const applied = found(await calls.apply(ref, report, clock.now()), 'call_not_found')
    logMove(log, applied)
    const { call } = applied
    const assistant = await assistants.find(ref.user_id, call.assistant_id)
    if (!assistant || call.closed_at) return hangUp()

    return connectRelay(callbacks.url(`/carrier/calls/${writeCallRef(ref)}/session`), {
      url: callbacks.socketUrl(),
      welcomeGreeting: assistant.wait_for_customer ? undefined : assistant.initial_message,
      language: languageById(assistant.language_id)?.relay_code ?? 'en-US',
    })
  },
)

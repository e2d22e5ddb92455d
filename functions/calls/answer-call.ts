import { logMove } from '../../shared/domain/call-log.ts'
import { readCallRef } from '../../shared/domain/call-ref.ts'
import { found } from '../../shared/domain/problem.ts'
import { connectAssistant } from '../../shared/domain/relay-twiml.ts'
import { greetingOf } from '../../shared/domain/script.ts'
import { newTalk, newTicket, openingSeconds } from '../../shared/domain/talk.ts'
import { hangUp } from '../../shared/domain/twiml.ts'
import { answerCall } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** Somebody picked up: the call is connected to its assistant. An assistant that is gone has nothing to say. */
export const handler = callback(
  answerCall,
  async (
    { form, ref: path, log },
    { assistants, voices, calls, conversations, callbacks, watchSilenceQueue, clock, random },
  ) => {
    const ref = found(readCallRef(path), 'call_not_found')
    const carrier_sid = form.CallSid ?? ''
    const now = clock.now()
    const applied = found(await calls.apply(ref, { progress: 'in-progress', carrier_sid }, now), 'call_not_found')
    logMove(log, applied)
    const { call } = applied
    const [assistant, [detail]] = await Promise.all([
      assistants.find(ref.user_id, call.assistant_id),
      calls.details([ref]),
    ])
    const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
    if (!voice || call.closed_at) return hangUp()

    const { assistant_id } = call
    const fresh = {
      ...ref,
      assistant_id,
      carrier_sid,
      ticket: newTicket(random),
      greeting: greetingOf(assistant, detail),
    }
    const talk = await conversations.begin(newTalk(fresh, now))
    await watchSilenceQueue.nudge({ ...ref, turn: talk.turn, about: 'opening' }, openingSeconds)
    const { ticket = '' } = talk
    const greeting = talk.session_id ? '' : talk.greeting
    const urls = { urlOf: callbacks.url, socketUrl: callbacks.socketUrl() }
    return connectAssistant({ assistant, voice, ref, ticket, greeting, ...urls })
  },
)

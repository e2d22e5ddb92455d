import { reportCall } from '../../shared/actions/report-call.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import type { Report } from '../../shared/domain/calls/call-life.ts'
import { type CallRef, readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { close, expectAgain, newTicket, openingSeconds } from '../../shared/domain/conversations/talk.ts'
import type { Log } from '../../shared/domain/log.ts'
import { found } from '../../shared/domain/problem.ts'
import { languageById } from '../../shared/domain/reference/languages.ts'
import { phrasesFor } from '../../shared/domain/reference/phrases.ts'
import { receiveSessionEnd } from '../../shared/operations/calls.ts'
import { connectAssistant } from '../../shared/providers/twilio/relay-twiml.ts'
import { hangUp, sayAndHangUp } from '../../shared/providers/twilio/twiml.ts'
import { readDialEnd, readSessionEnd } from '../../shared/providers/twilio/words.ts'
import { callback } from '../../shared/runtime/callback.ts'
import type { Supplied } from '../../shared/services.ts'

type Services = Supplied<(typeof receiveSessionEnd)['uses'][number]>

/**
 * The conversation is over, which tells who ended it; the call itself is over only when its status says so. A lost socket
 * ends nothing: the same talk goes on over a new one, without a greeting.
 */
export const handler = callback(receiveSessionEnd, async ({ form, ref: path, log }, services) => {
  const { conversations, random } = services
  const ref = found(readCallRef(path), 'call_not_found')
  if (form.DialCallStatus !== undefined) return endDialled(ref, form, services, log)
  const isLost = form.SessionStatus === 'failed'
  const lost = { code: form.ErrorCode ?? '', session_id: form.SessionId ?? '', ticket: newTicket(random) }
  const next = await conversations.change(ref, (talk) => (isLost ? expectAgain(talk, lost) : close(talk)))
  const resumed = isLost && next?.talk.ticket ? next.talk : undefined
  const ended_by = isLost && !resumed ? 'assistant' : readSessionEnd(form.SessionStatus, form.HandoffData)
  const report: Report = { progress: 'in-progress', ended_by, carrier_sid: form.CallSid }
  const { call } = found(await reportCall(services, ref, report, log), 'call_not_found')
  if (!isLost) return hangUp()

  log.warn('a conversation lost its socket', { ...ref, code: lost.code, resumes: resumed?.resumes })
  const { assistants, voices, callbacks, watchSilenceQueue } = services
  const assistant = await assistants.find(ref.user_id, call.assistant_id)
  const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
  if (!resumed?.ticket || !voice || call.closed_at) return apologise(assistant)
  await watchSilenceQueue.nudge({ ...ref, turn: resumed.turn, about: 'opening' }, openingSeconds)
  const urls = { urlOf: callbacks.url, socketUrl: callbacks.socketUrl() }
  return connectAssistant({ assistant, voice, ref, ticket: resumed.ticket, greeting: '', ...urls })
})

/** The end of a conversation that a realtime model held, or never began. */
const endDialled = async (
  ref: CallRef,
  form: Record<string, string>,
  services: Services,
  log: Log,
): Promise<string> => {
  const { calls, conversations, assistants } = services
  const call = found(await calls.find(ref), 'call_not_found')
  await conversations.change(ref, close)
  const { ended_by, isFailed } = readDialEnd(form, call.max_duration_seconds)
  await reportCall(services, ref, { progress: 'in-progress', ended_by, carrier_sid: form.CallSid }, log)
  if (!isFailed) return hangUp()
  log.warn('a realtime model did not pick up', { ...ref, status: form.DialCallStatus, code: form.DialSipResponseCode })
  return apologise(await assistants.find(ref.user_id, call.assistant_id))
}

const apologise = (assistant: Assistant | undefined): string => {
  const language = assistant && languageById(assistant.language_id)
  return sayAndHangUp(phrasesFor(language?.iso_2).apology, language?.relay_code ?? 'en-US')
}

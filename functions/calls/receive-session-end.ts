import { logMove } from '../../shared/domain/call-log.ts'
import { readCallRef } from '../../shared/domain/call-ref.ts'
import { freedCampaign } from '../../shared/domain/campaign-call.ts'
import { readSessionEnd } from '../../shared/domain/carrier-words.ts'
import { found } from '../../shared/domain/problem.ts'
import { languageById } from '../../shared/domain/reference/languages.ts'
import { phrasesFor } from '../../shared/domain/reference/phrases.ts'
import { connectAssistant } from '../../shared/domain/relay-twiml.ts'
import { close, expectAgain, newTicket, openingSeconds } from '../../shared/domain/talk.ts'
import { hangUp, sayAndHangUp } from '../../shared/domain/twiml.ts'
import { receiveSessionEnd } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/**
 * The conversation is over, which tells who ended it; the call itself is over only when its status says so. A lost socket
 * ends nothing: the same talk goes on over a new one, without a greeting.
 */
export const handler = callback(receiveSessionEnd, async ({ form, ref: path, log }, services) => {
  const {
    assistants,
    voices,
    calls,
    conversations,
    callbacks,
    advanceCallQueue,
    watchSilenceQueue,
    dispatchCampaignQueue,
    clock,
    random,
  } = services
  const ref = found(readCallRef(path), 'call_not_found')
  const carrier_sid = form.CallSid
  const isLost = form.SessionStatus === 'failed'
  const lost = { code: form.ErrorCode ?? '', session_id: form.SessionId ?? '', ticket: newTicket(random) }
  const next = await conversations.change(ref, (talk) => (isLost ? expectAgain(talk, lost) : close(talk)))
  const resumed = isLost && next?.talk.ticket ? next.talk : undefined
  const ended_by = isLost && !resumed ? 'assistant' : readSessionEnd(form.SessionStatus, form.HandoffData)
  const report = { progress: 'in-progress' as const, ended_by, carrier_sid }
  const applied = found(await calls.apply(ref, report, clock.now()), 'call_not_found')
  logMove(log, applied)
  const { call } = applied
  if (call.closed_at && !call.charged_at) await advanceCallQueue.nudge(ref)
  const freed = freedCampaign(applied)
  if (freed) await dispatchCampaignQueue.nudge(freed)
  if (!isLost) return hangUp()

  log.warn('a conversation lost its socket', { ...ref, code: lost.code, resumes: resumed?.resumes })
  const assistant = await assistants.find(ref.user_id, call.assistant_id)
  const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
  const language = assistant && languageById(assistant.language_id)
  if (!resumed?.ticket || !voice || call.closed_at)
    return sayAndHangUp(phrasesFor(language?.iso_2).apology, language?.relay_code ?? 'en-US')
  await watchSilenceQueue.nudge({ ...ref, turn: resumed.turn, about: 'opening' }, openingSeconds)
  const urls = { urlOf: callbacks.url, socketUrl: callbacks.socketUrl() }
  return connectAssistant({ assistant, voice, ref, ticket: resumed.ticket, greeting: '', ...urls })
})

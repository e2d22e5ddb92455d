import { reconnectModel } from '../../shared/actions/dialling/reconnect-model.ts'
import { connectAssistant, openPrepared, openTalk } from '../../shared/actions/legs/connect-assistant.ts'
import { tellMessage } from '../../shared/actions/legs/leave-message.ts'
import { bringBack, putThrough } from '../../shared/actions/legs/put-through.ts'
import { reportCall } from '../../shared/actions/legs/report-call.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import { callRefOf, readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { close } from '../../shared/domain/conversations/channel.ts'
import { isOver, versionIn } from '../../shared/domain/conversations/talk.ts'
import { answerCall } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import type { Dependencies } from '../../shared/services.ts'
import { found } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof answerCall)['uses'][number]>

/**
 * Answers the carrier's requests for instructions. Later requests start or end a transfer. If the
 * assistant was deleted, the call ends.
 */
export const handler = callback(answerCall, async ({ report: { carrier_sid, question }, ref: path, log }, services) => {
  const ref = found(readCallRef(path), 'call_not_found')
  const [applied, prepared] = await Promise.all([
    reportCall(services, ref, { progress: 'in-progress', carrier_sid }, log),
    openPrepared(services, ref),
  ])
  const { call } = found(applied, 'call_not_found')
  if (call.closed_at !== undefined) {
    if (prepared) await services.conversations.change(ref, close)
    return { step: 'hang up' }
  }
  const parts = { ...services, report: services.calls.apply }
  const message = await tellMessage(services, call, log)
  if (message) return message
  const next = await putThrough(parts, { call, question }, log)
  if (next) return next
  const reconnected = !prepared && (await reconnectModel(parts, { call, question }, log))
  if (reconnected) return reconnected
  if (call.legs.length > 0) return bringBack(parts, { call, place: call.legs.length }, log)
  const opened = prepared ?? (await openUnprepared(call, carrier_sid, services))
  if (!opened || isOver(opened.talk)) return { step: 'hang up' }
  return connectAssistant(parts, opened, log)
})

/** Begins the conversation of a call whose ringing report was lost or arrived late. */
const openUnprepared = async (call: Call, carrier_sid: string, services: Services) => {
  const { assistants, voices, calls } = services
  const ref = callRefOf(call)
  const [assistant, [detail]] = await Promise.all([
    assistants.find(ref.user_id, call.assistant_id, call.assistant_version),
    calls.details([ref]),
  ])
  const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
  if (!voice) return undefined
  const talk = await openTalk(services, { ref, call, carrier_sid, assistant, detail })
  const holder =
    talk.assistant_id === assistant.id
      ? assistant
      : await assistants.find(ref.user_id, talk.assistant_id, versionIn(talk))
  return holder && { talk, assistant: holder, voice: (await voices.find(ref.user_id, holder.voice_id)) ?? voice }
}

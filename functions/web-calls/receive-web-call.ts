import { connectAssistant, openTalk, withTicket } from '../../shared/actions/legs/connect-assistant.ts'
import type { Assistant } from '../../shared/domain/assistants/assistant.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import { isHoldShort } from '../../shared/domain/calls/call-hold.ts'
import type { CallRef } from '../../shared/domain/calls/call-ref.ts'
import { isExpected, isOver } from '../../shared/domain/calls/placement.ts'
import type { Talk } from '../../shared/domain/conversations/talk.ts'
import { receiveWebCall } from '../../shared/operations/web-calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import type { Dependencies } from '../../shared/services.ts'

type Services = Dependencies<(typeof receiveWebCall)['uses'][number]>

/**
 * Connects the first carrier call that has the token. If that call asks again, it gets the same
 * answer. Other and late calls are rejected.
 */
export const handler = callback(receiveWebCall, async ({ report: { carrier_sid, ref }, log }, services) => {
  const { assistants, voices, calls, conversations, talkFunctions } = services
  const call = ref && carrier_sid ? await join(ref, carrier_sid, services) : undefined
  if (!ref || !call) {
    log.warn('rejected an unexpected web call', { ...ref })
    return { step: 'reject' }
  }
  const [assistant, begun, [detail]] = await Promise.all([
    assistants.find(ref.user_id, call.assistant_id, call.assistant_version),
    conversations.find(ref),
    calls.details([ref]),
  ])
  const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
  if (!voice) return { step: 'reject' }
  // If the call's canary or draft no longer exists, the call uses the live version.
  if (assistant.version !== call.assistant_version)
    await calls.patch(ref, { assistant_version: assistant.version }, services.clock.now())
  const connect = (talk: Talk, assistant: Assistant) =>
    connectAssistant(
      { ...services, report: calls.applyIncoming },
      { talk, assistant, voice, startsRecording: call.records, limitSeconds: call.max_duration_seconds },
      log,
    )
  if (begun) return connect(await withTicket(services, begun), assistant)
  const [talk] = await Promise.all([
    openTalk(services, { ref, call, carrier_sid, assistant, detail }),
    begin(ref, carrier_sid, services),
    talkFunctions.wake(assistant.llm_model_id ?? undefined),
  ])
  log.info('web call', { ...ref })
  return connect(talk, assistant)
})

const join = async (ref: CallRef, carrier_sid: string, { calls, clock }: Services): Promise<Call | undefined> => {
  const now = clock.now()
  const known = await calls.find(ref)
  if (known?.type !== 'web') return undefined
  const isInTime = isExpected(known) && now < known.placement.until
  const applied = isInTime ? await calls.applyIncoming(ref, { carrier_sid }, now) : undefined
  const call = applied?.call ?? known
  return call.carrier_sid === carrier_sid && !isExpected(call) && !isOver(call) ? call : undefined
}

const begin = async (
  ref: CallRef,
  carrier_sid: string,
  { calls, advanceCallQueue, clock }: Services,
): Promise<void> => {
  const applied = await calls.applyIncoming(ref, { progress: 'in-progress', carrier_sid }, clock.now())
  if (applied && isHoldShort(applied.call)) await advanceCallQueue.nudge(ref)
}

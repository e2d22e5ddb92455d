import type { Call, OpenCall } from '../../domain/calls/call.ts'
import { callRefOf, writeCallRef } from '../../domain/calls/call-ref.ts'
import type { Instruction } from '../../domain/calls/instruction.ts'
import { isOver } from '../../domain/calls/placement.ts'
import { spokenBy, variablesOf } from '../../domain/conversations/script.ts'
import { spokenMs } from '../../domain/conversations/speaking-time.ts'
import { leaveMessage } from '../../domain/conversations/voice-mail.ts'
import { languageById } from '../../domain/reference/languages.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

const asksMax = 2
const askAgainMs = 20_000
/** Milliseconds by which the carrier's speech can be longer than computed. */
const marginMs = 15_000

type AskingParts = Dependencies<'calls.patch' | 'carrier.redirectCall' | 'clock'>

export const driveMessage = async ({ calls, carrier, clock }: AskingParts, call: Call, log: Log): Promise<Call> => {
  if (call.closed_at !== undefined) return call
  const { message, carrier_sid, hang_up } = call
  const now = clock.now()
  if (!message || now < message.due_at || isOver(call) || hang_up) return call
  const ref = callRefOf(call)
  if (message.asks >= asksMax || !carrier_sid) {
    log.warn('a call answered by a machine did not end', { ...ref, asks: message.asks })
    return (await calls.patch(ref, { hang_up: 'assistant', message: undefined }, now)) ?? call
  }
  const asked = { message: { due_at: now + askAgainMs, asks: message.asks + 1 } }
  const patched = await calls.patch(ref, asked, now)
  await carrier.redirectCall(carrier_sid, writeCallRef(ref))
  return patched ?? call
}

type TellingParts = Dependencies<
  'assistants.find' | 'calls.apply' | 'calls.details' | 'calls.patch' | 'clock' | 'conversations.change'
>

/** Returns the message for an answering machine. A repeated request gets the same message. */
export const tellMessage = async (parts: TellingParts, call: OpenCall, log: Log): Promise<Instruction | undefined> => {
  const { assistants, calls, clock, conversations } = parts
  if (!call.message?.asks) return undefined
  const ref = callRefOf(call)
  const [assistant, [detail]] = await Promise.all([
    assistants.find(ref.user_id, call.assistant_id, call.assistant_version),
    calls.details([ref]),
  ])
  const now = clock.now()
  const text = assistant
    ? spokenBy(assistant, assistant.voice_mail_message ?? '', variablesOf(assistant, detail, now))
    : ''
  await conversations.change(ref, (talk) => leaveMessage(talk, text, now))
  await calls.apply(ref, { ended_by: 'assistant' }, now)
  await calls.patch(ref, { message: { due_at: now + spokenMs(text) + marginMs, asks: asksMax } }, now)
  log.info('a message is left on a machine', { ...ref, characters: text.length })
  if (!assistant || !text) return { step: 'hang up' }
  return { step: 'say', text, language: languageById(assistant.language_id) }
}

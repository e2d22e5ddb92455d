import type { Call } from '../../domain/calls/call.ts'
import { callRefOf } from '../../domain/calls/call-ref.ts'
import { type Instruction, sayPhrase } from '../../domain/calls/instruction.ts'
import { isEnding, secondsLeft } from '../../domain/calls/leg.ts'
import { newTicket } from '../../domain/conversations/channel.ts'
import { beginReconnection } from '../../domain/conversations/reconnection.ts'
import { sessionOf, versionIn } from '../../domain/conversations/talk.ts'
import type { Log } from '../../words/log.ts'
import { connectAssistant } from '../legs/connect-assistant.ts'
import type { BringingBackParts } from '../legs/put-through.ts'

/** Undefined if no new connection is due. */
export const reconnectModel = async (
  parts: BringingBackParts,
  { call, question }: { call: Call; question: string | undefined },
  log: Log,
): Promise<Instruction | undefined> => {
  const { assistants, conversations, voices, random, clock } = parts
  const ref = callRefOf(call)
  const ticket = newTicket(random)
  const begun = await conversations.change(ref, (talk) => beginReconnection(talk, { question, ticket }))
  if (!begun) return undefined
  if (isEnding(call)) return { step: 'hang up' }
  const { talk } = begun
  const assistant = await assistants.find(ref.user_id, talk.assistant_id, versionIn(talk))
  const voice = assistant && (await voices.find(ref.user_id, assistant.voice_id))
  if (!voice) return sayPhrase('apology', assistant)
  const { words = '', digits, count } = sessionOf(talk)?.anew ?? {}
  log.info('a realtime model is dialled again', { ...ref, count })
  const limitSeconds = secondsLeft(call, clock.now())
  const played = { greeting: words, digits }
  return connectAssistant(parts, { talk, assistant, voice, limitSeconds, legs: call.legs.length, ...played }, log)
}

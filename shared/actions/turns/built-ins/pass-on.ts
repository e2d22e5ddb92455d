import { callRefOf } from '../../../domain/calls/call-ref.ts'
import { planReconnection } from '../../../domain/conversations/reconnection.ts'
import { greetingOf, spokenBy, variablesOf } from '../../../domain/conversations/script.ts'
import { connectionOf, isOver, isWithoutSocket, type Talk, unchanged } from '../../../domain/conversations/talk.ts'
import type { BuiltIn } from '../../../domain/tools/built-in-tools.ts'
import { refused, type ToolOutcome } from '../../../domain/tools/effect.ts'
import type { Dependencies } from '../../../services.ts'
import type { BuiltInCall } from './built-in-call.ts'
import { type LeavingParts, leaveSession } from './leave-session.ts'

export type PassOnParts = LeavingParts &
  Dependencies<'assistants.find' | 'calls.details' | 'conversations.connect' | 'conversations.find'>

/**
 * Passes the call to another assistant, with the same voice, language and time limit. A realtime
 * call keeps only the time limit.
 */
export const passOn = async (
  parts: PassOnParts,
  { set, call }: Pick<BuiltInCall<Extract<BuiltIn, { type: 'assistant_transfer' }>>, 'set' | 'call'>,
): Promise<ToolOutcome> => {
  const { assistants, calls, clock, conversations } = parts
  const ref = callRefOf(call)
  const [other, talk, [detail]] = await Promise.all([
    assistants.find(call.user_id, set.assistant_id),
    conversations.find(ref),
    calls.details([ref]),
  ])
  if (!other) return refused('The other assistant is not there any more')
  const now = clock.now()
  const before = spokenBy(other, set.message_before_transfer ?? '', variablesOf(other, detail, now))
  const greeting = set.speak_transfer_greeting === false ? '' : greetingOf(other, detail, now)
  const words = [before, greeting].filter(Boolean).join(' ')
  const speaks = greeting === ''
  const assistant_id = other.id
  if (talk && isWithoutSocket(talk) && other.mode === 'multimodal') {
    const played = { words, ...(speaks && { speaks: true as const }) }
    const plan = (current: Talk) =>
      current.assistant_id === assistant_id ? unchanged(current) : planReconnection(current, assistant_id, played)
    if (!(await leaveSession(parts, ref, plan))) return refused('The call is on its way elsewhere')
    return { outcome: 'done', text: `${other.name} goes on with this call now. Say nothing more.` }
  }
  const connection_id = talk && connectionOf(talk)
  if (other.mode !== 'pipeline' || !connection_id) return refused('The other assistant cannot go on with this call')
  const passed = await conversations.connect(ref, connection_id, (current) =>
    isOver(current) || connectionOf(current) !== connection_id ? undefined : unchanged({ ...current, assistant_id }),
  )
  if (!passed) return refused('The line is gone')
  const effect = { type: 'switch' as const, words, speaks }
  return { outcome: 'done', text: `You are ${other.name} now, and go on with this call.`, effect }
}

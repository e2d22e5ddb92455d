import { planReconnection } from '../../../domain/conversations/reconnection.ts'
import { connectionOf, isOver, isWithoutSocket, type Talk } from '../../../domain/conversations/talk.ts'
import { refused, type ToolOutcome } from '../../../domain/tools/effect.ts'
import type { Dependencies } from '../../../services.ts'
import type { BuiltInCall } from './built-in-call.ts'
import { type LeavingParts, leaveSession } from './leave-session.ts'

export type PressKeysParts = LeavingParts & Dependencies<'conversations.find' | 'sockets.send'>

const pattern = /^[0-9w#*]{1,32}$/

/** Plays DTMF tones to the customer. For this, a realtime call leaves its model's session. */
export const pressKeys = async (
  parts: PressKeysParts,
  { call: { user_id, id }, args }: Pick<BuiltInCall, 'call' | 'args'>,
): Promise<ToolOutcome> => {
  const { conversations, sockets } = parts
  const digits = String(args.digits).replace(/\s+/g, '')
  if (!pattern.test(digits)) return refused('Keys are 0 to 9, #, * and w, at most 32 at a time')
  const ref = { user_id, call_id: id }
  const talk = await conversations.find(ref)
  if (talk && isWithoutSocket(talk)) {
    const plan = (current: Talk) => planReconnection(current, current.assistant_id, { digits })
    if (!(await leaveSession(parts, ref, plan))) return refused('The call is on its way elsewhere')
    return { outcome: 'done', text: 'The keys are pressed now. Say nothing more.' }
  }
  const connection_id = talk && !isOver(talk) ? connectionOf(talk) : undefined
  if (!connection_id) return refused('There is no line on which keys could be pressed')
  if (!(await sockets.send(connection_id, { type: 'digits', digits }))) return refused('The line is gone')
  return { outcome: 'done', text: 'The keys were pressed.' }
}

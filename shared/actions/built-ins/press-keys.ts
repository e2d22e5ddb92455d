import type { Carried } from '../../domain/tools/effect.ts'
import type { Supplied } from '../../services.ts'
import type { BuiltInWish } from './carry-out.ts'

export type PressKeysParts = Supplied<'conversations.find' | 'sockets.send'>

const pattern = /^[0-9w#*]{1,32}$/

/** Tones go out on the line behind what was said before them; only a talk with a socket of ours can send any. */
export const pressKeys = async (
  { conversations, sockets }: PressKeysParts,
  { call: { user_id, id }, args }: Pick<BuiltInWish, 'call' | 'args'>,
): Promise<Carried> => {
  const digits = String(args.digits).replace(/\s+/g, '')
  if (!pattern.test(digits)) return refused('Keys are 0 to 9, #, * and w, at most 32 at a time')
  const talk = await conversations.find({ user_id, call_id: id })
  if (!talk?.connection_id || talk.over) return refused('There is no line on which keys could be pressed')
  if (!(await sockets.send(talk.connection_id, { type: 'digits', digits }))) return refused('The line is gone')
  return { outcome: 'done', text: 'The keys were pressed.' }
}

const refused = (text: string): Carried => ({ outcome: 'refused', text })

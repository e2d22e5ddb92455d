import { planAnew } from '../../domain/conversations/anew.ts'
import { isWithoutSocket } from '../../domain/conversations/talk.ts'
import type { Carried } from '../../domain/tools/effect.ts'
import type { Supplied } from '../../services.ts'
import type { BuiltInWish } from './carry-out.ts'

export type PressKeysParts = Supplied<
  'clock' | 'conversations.change' | 'conversations.find' | 'sockets.send' | 'steerSessionQueue.nudge'
>

const pattern = /^[0-9w#*]{1,32}$/

/** A session that no look has heard out by then is left all the same. */
export const anewGuardSeconds = 15

/**
 * Tones go out on the line behind what was said before them: on our socket, or by the carrier, which leaves the session of a realtime model for
 * that and then dials another one.
 */
export const pressKeys = async (
  { conversations, sockets, steerSessionQueue, clock }: PressKeysParts,
  { call: { user_id, id }, args }: Pick<BuiltInWish, 'call' | 'args'>,
): Promise<Carried> => {
  const digits = String(args.digits).replace(/\s+/g, '')
  if (!pattern.test(digits)) return refused('Keys are 0 to 9, #, * and w, at most 32 at a time')
  const ref = { user_id, call_id: id }
  const talk = await conversations.find(ref)
  if (talk && isWithoutSocket(talk)) {
    if (!(await conversations.change(ref, (current) => planAnew(current, current.assistant_id, { digits }))))
      return refused('The call is on its way elsewhere')
    await steerSessionQueue.nudge({ ...ref, at: clock.now(), is_last: true }, anewGuardSeconds)
    return { outcome: 'done', text: 'The keys are pressed now. Say nothing more.' }
  }
  if (!talk?.connection_id || talk.over) return refused('There is no line on which keys could be pressed')
  if (!(await sockets.send(talk.connection_id, { type: 'digits', digits }))) return refused('The line is gone')
  return { outcome: 'done', text: 'The keys were pressed.' }
}

const refused = (text: string): Carried => ({ outcome: 'refused', text })

import { callRefOf } from '../../../domain/calls/call-ref.ts'
import { keysCollected } from '../../../domain/conversations/exchange.ts'
import { keyIn } from '../../../domain/conversations/sideband.ts'
import { isOver, sessionOf } from '../../../domain/conversations/talk.ts'
import { keypadSecondsMax } from '../../../domain/tools/built-in-offers.ts'
import { type BuiltIn, keySecondsUsual } from '../../../domain/tools/built-in-tools.ts'
import { refused, type ToolOutcome } from '../../../domain/tools/effect.ts'
import type { Dependencies } from '../../../services.ts'
import type { BuiltInCall } from './built-in-call.ts'

export type CollectKeysParts = Dependencies<'clock' | 'conversations.find' | 'realtime.attach'>

const marginMs = 1_500
const tickMs = 500

/** Collects keypad keys until the caller pauses. The caller has more time for the first key. */
export const collectKeys = async (
  { conversations, realtime, clock }: CollectKeysParts,
  { set, call }: Pick<BuiltInCall<Extract<BuiltIn, { type: 'collect_keypad' }>>, 'set' | 'call'>,
): Promise<ToolOutcome> => {
  const until = clock.now() + keypadSecondsMax * 1000 - marginMs
  const talk = await conversations.find(callRefOf(call))
  const session_id = talk && !isOver(talk) ? sessionOf(talk)?.session_id : undefined
  const band = session_id ? await realtime.attach(session_id) : undefined
  if (!band) return refused('There is no line on which keys could be heard')
  try {
    let digits = ''
    let due = until
    while (clock.now() < Math.min(due, until)) {
      const event = await band.next(Math.min(tickMs, due - clock.now()))
      if (event === 'closed') break
      const key = event && keyIn(event)
      if (!key) continue
      if (key === set.stop_key) return collected(digits)
      digits += key
      due = clock.now() + (set.timeout ?? keySecondsUsual) * 1000
    }
    return collected(digits)
  } finally {
    band.close()
  }
}

const collected = (digits: string): ToolOutcome => ({
  outcome: 'done',
  text: digits ? keysCollected(digits) : 'The customer pressed no key.',
})

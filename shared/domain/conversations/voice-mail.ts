import { close } from './channel.ts'
import { commitExchange } from './exchange.ts'
import { type Change, isOver, isWithoutSocket, type Talk } from './talk.ts'

/** Adds the message as the talk's last words, unless the carrier transcribes it. */
export const leaveMessage = (talk: Talk, text: string, now: number): Change | undefined => {
  if (isOver(talk)) return undefined
  const { talk: before, settled } = commitExchange(talk)
  if (isWithoutSocket(talk)) return { talk: close(before)?.talk ?? before, settled }
  const utterance = { place: before.utterances, utterance: { sender: 'bot' as const, text, at: now } }
  const said = { ...before, utterances: before.utterances + 1 }
  return { talk: close(said)?.talk ?? said, settled: [...settled, utterance] }
}

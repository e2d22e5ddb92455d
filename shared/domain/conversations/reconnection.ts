import { type Change, isOver, type Played, sessionOf, type Talk, unchanged } from './talk.ts'

export const planReconnection = (talk: Talk, assistant_id: number, played: Played): Change | undefined => {
  const { channel, phase, transfer } = talk
  if (channel.type !== 'realtime' || channel.anew?.is_due || transfer) return undefined
  if (phase.type === 'over' || phase.type === 'leaving') return undefined
  const anew = { ...played, count: (channel.anew?.count ?? 0) + 1, is_due: true as const }
  return unchanged({ ...talk, assistant_id, channel: { ...channel, anew } })
}

export const askedAgainSeconds = 5

/**
 * Stores the time at which we tell the carrier to fetch new instructions. Undefined for
 * `askedAgainSeconds` afterwards, so that the carrier does not fetch twice.
 */
export const requestReconnection = (talk: Talk, now: number): Change | undefined => {
  const { channel, transfer } = talk
  if (isOver(talk) || transfer || channel.type !== 'realtime' || !channel.anew?.is_due) return undefined
  const { anew } = channel
  if (anew.told_at !== undefined && now < anew.told_at + askedAgainSeconds * 1000) return undefined
  return unchanged({ ...talk, channel: { ...channel, anew: { ...anew, told_at: now } } })
}

/**
 * Begins another dial of the realtime model. Only the carrier's first request for instructions, or
 * its repetition, receives DTMF tones to play.
 */
export const beginReconnection = (
  talk: Talk,
  { question, ticket }: { question: string | undefined; ticket: string },
): Change | undefined => {
  const { channel, transfer } = talk
  if (isOver(talk) || transfer || channel.type !== 'realtime') return undefined
  const { session_id, anew, ...rest } = channel
  if (!anew || !(anew.is_due || anew.question !== undefined)) return undefined
  const { is_due, told_at: _told, digits, ...known } = anew
  const isPlayed = is_due || (question !== undefined && question === anew.question)
  const fresh = {
    ...known,
    ...(isPlayed && digits !== undefined && { digits }),
    question: is_due ? (question ?? '') : anew.question,
  }
  const open = session_id === undefined && talk.ticket ? talk.ticket : ticket
  const next = { ...rest, tool_keys: [], anew: fresh }
  return unchanged({ ...talk, ticket: open, channel: next, turn: talk.turn + 1 })
}

export const isReplaced = (talk: Talk, count: number): boolean =>
  !isOver(talk) && (sessionOf(talk)?.anew?.count ?? 0) > count

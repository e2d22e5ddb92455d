import { type Change, isWithoutSocket, type Played, type Talk } from './talk.ts'

/** Undefined for a talk that a socket of ours hears, that is over, or about to leave. */
export const planAnew = (talk: Talk, assistant_id: number, played: Played): Change | undefined => {
  if (talk.over || talk.ending || talk.transfer || talk.anew?.is_due || !isWithoutSocket(talk)) return undefined
  const anew = { ...played, count: (talk.anew?.count ?? 0) + 1, is_due: true as const }
  const passed = assistant_id === talk.assistant_id ? {} : { first_id: talk.first_id ?? talk.assistant_id }
  return { talk: { ...talk, ...passed, assistant_id, anew }, settled: [] }
}

/** How long a carrier may take to ask after it was told to; it is told again then. */
export const askedAgainSeconds = 5

/** The carrier is about to be told to ask. Undefined when nothing is planned, or it was told just now: what it is told twice, it asks twice. */
export const tellAnew = (talk: Talk, now: number): Change | undefined => {
  const { anew } = talk
  if (talk.over || talk.transfer || !anew?.is_due) return undefined
  if (anew.told_at !== undefined && now < anew.told_at + askedAgainSeconds * 1000) return undefined
  return { talk: { ...talk, anew: { ...anew, told_at: now } }, settled: [] }
}

/**
 * The carrier asks what to do: it dials again, and the session that was has no say any more. Undefined when nothing of the kind was planned.
 * What is pressed is pressed once: only the question that was answered with it is answered so again.
 */
export const beginAnew = (
  talk: Talk,
  { question, ticket }: { question: string | undefined; ticket: string },
): Change | undefined => {
  const { session_id, tool_keys: _void, anew, ...rest } = talk
  if (talk.over || talk.transfer || !anew || !(anew.is_due || anew.question !== undefined)) return undefined
  const { is_due, told_at: _told, digits, ...known } = anew
  const isPlayed = is_due || (question !== undefined && question === anew.question)
  const fresh = {
    ...known,
    ...(isPlayed && digits !== undefined && { digits }),
    question: is_due ? (question ?? '') : anew.question,
  }
  const open = session_id === undefined && talk.ticket ? talk.ticket : ticket
  return { talk: { ...rest, ticket: open, anew: fresh, turn: talk.turn + 1 }, settled: [] }
}

/** Its last session has ended, and another one is expected or there. */
export const isReplaced = ({ over, anew }: Talk, count: number): boolean =>
  !over && anew !== undefined && anew.count > count

import type { Leg, LegOutcome } from '../calls/leg.ts'
import { commitExchange, interject } from './exchange.ts'
import { type Change, isWithoutSocket, type Talk, type Transfer } from './talk.ts'

/** A leg is ready: what the customer says from now on is noted, and answered only if the assistant comes back. */
export const planTransfer = (talk: Talk, transfer: Transfer): Change | undefined =>
  talk.over ? undefined : { talk: { ...talk, transfer }, settled: [] }

/** Takes back the plan of a transfer that has not begun. */
export const withoutTransfer = (talk: Talk, place: number): Change | undefined => {
  const { transfer, ...rest } = talk
  if (talk.over || transfer?.place !== place || transfer.is_away) return undefined
  return { talk: rest, settled: [] }
}

/** The talk leaves as soon as `text`, or what is being said, has been spoken. */
export const sendOff = (
  talk: Talk,
  { transfer, id, text }: { transfer: Transfer; id: number; text: string | undefined },
  now: number,
): Change | undefined => {
  if (talk.over) return undefined
  if (talk.transfer?.place === transfer.place) return { talk, settled: [] }
  const leaving: Talk = { ...talk, transfer, ending: 'transfer' }
  if (text) return interject(leaving, { id, text })
  const quiet_since = talk.finished ? Math.max(now, talk.quiet_since) : now
  return {
    talk: { ...leaving, turn: talk.turn + 1, finished: true, busy_until: 0, quiet_since },
    settled: [],
  }
}

/**
 * The carrier dials: no assistant hears the customer any more, and no silence is one. What was to be said, and was not, the carrier says; what
 * its user wants said from now on waits for the assistant.
 */
export const goAway = (talk: Talk, place: number): Change | undefined => {
  if (talk.over) return undefined
  const { connection_id: _left, ticket: _void, ending: _ending, aside, ...rest } = talk
  if (talk.transfer?.place === place && talk.transfer.is_away) return { talk, settled: [] }
  const known: Transfer = talk.transfer?.place === place ? talk.transfer : { place }
  const words = [known.words, aside?.text].filter(Boolean).join(' ')
  return {
    talk: {
      ...rest,
      transfer: { ...known, ...(words && { words }), is_away: true },
      turn: talk.turn + 1,
      finished: true,
      busy_until: 0,
    },
    settled: [],
  }
}

/**
 * The leg came to nothing: the same talk goes on, over the socket that it has or with the next one. Undefined when it goes on already, or
 * not at all.
 */
export const comeBack = (
  talk: Talk,
  { place, ticket, remark }: { place: number; ticket: string; remark: string },
  now: number,
): Change | undefined => {
  if (talk.over || talk.transfer?.place !== place) return undefined
  const { transfer, ending: _ending, aside, anew, ...rest } = talk
  // What was played before is long over; the count tells sessions apart.
  const { talk: before, settled } = commitExchange(anew ? { ...rest, anew: { count: anew.count } } : rest)
  const remarks = [...(talk.remarks ?? []), { place: before.utterances, leg: place, text: remark, at: now }]
  // Words that were to be said before it are not; those that were wanted meanwhile are.
  const asked = transfer.is_away && aside && { aside: { ...aside, goes_on: true } }
  const moved = { turn: talk.turn + 1, finished: false, busy_until: 0, quiet_since: now }
  const next: Talk = { ...before, ...asked, remarks, ...moved }
  if (!transfer.is_away && talk.connection_id) return { talk: next, settled }
  const { connection_id: _gone, session_id, ...away } = next
  // A dialled model is another session each time.
  const kept = isWithoutSocket(talk) || session_id === undefined ? away : { ...away, session_id }
  return { talk: { ...kept, ticket }, settled }
}

const reasons: Record<LegOutcome, string> = {
  connected: 'the other side has hung up',
  busy: 'the line was busy',
  'no-answer': 'nobody answered',
  declined: 'nobody took the call',
  canceled: 'it was given up',
  failed: 'it could not be reached, or what came of it is not known',
  refused: 'it is not possible now',
}

/** What the model is told when the customer is back. */
export const remarkOn = ({ to, outcome = 'failed' }: Pick<Leg, 'to' | 'outcome'>): string =>
  `(The transfer to ${to} did not come about: ${reasons[outcome]}. The customer is back with you: tell them, and go on.)`

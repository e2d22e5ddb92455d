import type { LegOutcome } from '../calls/leg.ts'
import { commitExchange, interject } from './exchange.ts'
import {
  type Change,
  type Channel,
  isAway,
  isOver,
  leaving,
  staying,
  type Talk,
  type Transfer,
  transferOf,
  unchanged,
  withoutSocket,
} from './talk.ts'

export const planTransfer = (talk: Talk, transfer: Transfer): Change | undefined =>
  isOver(talk) || isAway(talk) ? undefined : unchanged({ ...talk, transfer })

export const withoutTransfer = (talk: Talk, place: number): Change | undefined => {
  const { transfer, ...rest } = talk
  return isOver(talk) || transfer?.place !== place ? undefined : unchanged(rest)
}

export const sendOff = (
  talk: Talk,
  { transfer, id, text }: { transfer: Transfer; id: number; text: string | undefined },
  now: number,
): Change | undefined => {
  if (isOver(talk) || isAway(talk)) return undefined
  if (talk.transfer?.place === transfer.place) return unchanged(talk)
  const sentOff: Talk = { ...talk, transfer, phase: leaving(talk.phase, 'transfer') }
  if (text) return interject(sentOff, { id, text })
  const quiet_since = talk.finished ? Math.max(now, talk.quiet_since) : now
  return unchanged({ ...sentOff, turn: talk.turn + 1, finished: true, busy_until: 0, quiet_since })
}

/** Begins a transfer. During a transfer the assistant hears nothing, and silence does not count. */
export const goAway = (talk: Talk, place: number): Change | undefined => {
  if (isOver(talk)) return undefined
  const { channel, ticket: _void, transfer: _planned, aside, ...rest } = talk
  const before = transferOf(talk)
  const known: Transfer = before?.place === place ? before : { place }
  if (isAway(talk) && before?.place === place) return unchanged(talk)
  const words = [known.words, aside?.text].filter(Boolean).join(' ')
  return unchanged({
    ...rest,
    channel: { type: 'away', transfer: { ...known, ...(words && { words }) }, back: withoutSocket(channel) },
    phase: staying(talk.phase),
    turn: talk.turn + 1,
    finished: true,
    busy_until: 0,
  })
}

export const comeBack = (
  talk: Talk,
  { place, ticket, remark }: { place: number; ticket: string; remark: string },
  now: number,
): Change | undefined => {
  if (isOver(talk) || transferOf(talk)?.place !== place) return undefined
  const { transfer: _planned, ticket: _void, aside, ...rest } = talk
  const hasSocket = talk.channel.type === 'socket'
  const channel = hasSocket ? talk.channel : afterTransfer(talk.channel)
  const { talk: before, settled } = commitExchange({ ...rest, channel, phase: staying(talk.phase) })
  const remarks = [...talk.remarks, { place: before.utterances, leg: place, text: remark, at: now }]
  // Queued words (`aside`) are spoken now if the user queued them during the transfer. Words queued
  // earlier are dropped.
  const asked = isAway(talk) && aside && { aside: { ...aside, goes_on: true } }
  const moved = { turn: talk.turn + 1, finished: false, busy_until: 0, quiet_since: now }
  const open = hasSocket ? talk.ticket : ticket
  return { talk: { ...before, ...asked, ...moved, remarks, ...(open && { ticket: open }) }, settled }
}

const afterTransfer = (channel: Channel): Channel => {
  const back = withoutSocket(channel)
  if (back.type === 'expected') return back
  const { session_id: _gone, anew, ...session } = back
  return { ...session, anew: anew && { count: anew.count } }
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

export const remarkOn = (to: string, outcome: LegOutcome = 'failed'): string =>
  `(The transfer to ${to} did not come about: ${reasons[outcome]}. The customer is back with you: tell them, and go on.)`

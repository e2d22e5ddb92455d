import { must } from '../../words/must.ts'
import type { TurnRef } from '../calls/call-ref.ts'
import { type Change, type Ending, leaseMs, type Talk } from './talk.ts'

/**
 * What looks after a talk that falls silent. A message cannot be called back once it is sent, so a talk has one look under way,
 * whatever is said meanwhile; each look sends the next. It finds a silence that has lasted, a turn that a dead function left
 * behind and a socket that never came. Only what must happen sooner than the next look has a message of its own.
 */
export type Watch =
  | { step: 'nothing' }
  | { step: 'end'; reason: Ending }
  | { step: 'take over' }
  | { step: 'engage' }
  | { step: 'tell keys' }
  | { step: 'leave' }
  | { step: 'invite' }
  | { step: 'wait'; ms: number }

/** An assistant's settings, in seconds. */
export interface Patience {
  max_silence_duration: number
  reengagement_interval: number
}

/** A talk whose assistant was deleted ends at the next look. */
export const noPatience: Patience = { max_silence_duration: 1, reengagement_interval: 600 }

/** The wait for the socket after the carrier was answered. */
const openingMs = 10_000
/** The pause between two looks: no shorter, however soon an assistant loses its patience; no longer than a dead function may go unnoticed. */
const pauseMsMin = 5_000
const pauseMsMax = leaseMs
/** A goodbye has a look of its own when it is spoken; should that be lost, the next one ends the talk so much later. */
const goodbyeMarginMs = 2_000
/** A look of its own is not worth it to be so little sooner. */
const soonerMsMin = 1_000
/** A look that is later than this was lost. */
const lateMsMax = 3_000
/** Milliseconds without words after which a look asks whether the socket is open. */
const quietMs = 5_000
/** Seconds between a look and its spare: longer than a worker takes to send the next look. */
const spareSeconds = 6

/** What a talk needs now that `turn` has been left alone. */
export const watch = (
  talk: Talk,
  turn: number,
  { max_silence_duration, reengagement_interval }: Patience,
  now: number,
): Watch => {
  if (talk.over || talk.transfer?.is_away || talk.turn !== turn) return { step: 'nothing' }
  if (!talk.connection_id) {
    const comesUntil = talk.session_id === undefined ? talk.quiet_since + openingMs : now
    return now < comesUntil ? waitUntil(comesUntil, now) : { step: 'invite' }
  }
  if (talk.keypad && now >= talk.keypad.due_at) return { step: 'tell keys' }
  if (!talk.finished) return now < talk.busy_until ? waitUntil(talk.busy_until, now) : { step: 'take over' }
  if (talk.ending)
    return now < talk.quiet_since ? waitUntil(talk.quiet_since, now) : { step: 'end', reason: talk.ending }
  if (talk.ends_at && now >= talk.ends_at) return { step: 'leave' }
  const tooLongAt = talk.quiet_since + max_silence_duration * 1000
  const engageAt = talk.quiet_since + (talk.engaged + 1) * reengagement_interval * 1000
  if (now >= tooLongAt) return { step: 'end', reason: 'limit' }
  return now >= engageAt ? { step: 'engage' } : waitUntil(Math.min(tooLongAt, engageAt, talk.ends_at ?? Infinity), now)
}

const waitUntil = (at: number, now: number): Watch => ({ step: 'wait', ms: at - now })

/** How long after its answer a talk whose socket is awaited has its first look. */
export const firstLookMs = (patience: Patience): number => Math.min(openingMs, pauseMs(patience))

/** A lost socket is awaited for so long. */
export const awaitSocket = (change: Change, now: number): Change => ({
  ...change,
  talk: { ...change.talk, look_at: now + openingMs },
})

/** Moves a talk on to its next look. */
export const lookAgain = (talk: Talk, patience: Patience, now: number): Change => {
  const next = watch(talk, talk.turn, patience, now)
  const margin = talk.ending ? goodbyeMarginMs : 0
  const wanted = next.step === 'wait' ? now + next.ms + margin : Infinity
  const pause = next.step === 'invite' ? openingMs : pauseMs(patience)
  return { talk: { ...talk, look_at: Math.min(wanted, now + pause) }, settled: [] }
}

/** True when nothing was said for some seconds, so that no frame shows that the socket is open. */
const isQuiet = ({ said_at, heard }: Talk, now: number): boolean =>
  now - Math.max(said_at, heard.at(-1)?.at ?? 0) >= quietMs

/** True when the worker must ask whether the socket is open before it does what the talk needs. */
export const isSocketInDoubt = (talk: Talk, { step }: Watch, now: number): boolean => {
  if (!talk.connection_id || step === 'nothing' || step === 'end' || step === 'tell keys') return false
  return talk.missed?.connection_id === talk.connection_id || isQuiet(talk, now)
}

/**
 * API Gateway does not know the socket. A carrier that noticed the loss asks for a new socket within seconds.
 * A talk that still has the same socket at a later look loses it, and its ticket: no new socket is let in.
 * Undefined while the carrier has its time, and when another socket is bound.
 */
export const missSocket = (talk: Talk, connection_id: string, now: number): Change | undefined => {
  if (talk.over || talk.connection_id !== connection_id) return undefined
  const { connection_id: _lost, ticket: _void, missed, ...rest } = talk
  if (missed?.connection_id !== connection_id)
    return awaitSocket({ talk: { ...talk, missed: { connection_id, at: now } }, settled: [] }, now)
  if (now < missed.at + openingMs) return undefined
  return { talk: { ...rest, turn: talk.turn + 1 }, settled: [] }
}

/**
 * Seconds until each message of the talk's next look. A quiet talk has a spare message: no words make up for
 * a worker that dies before it has sent the next look.
 */
export const lookAfterSeconds = (talk: Talk, now: number): readonly number[] => {
  const seconds = ((talk.look_at ?? now) - now) / 1000
  return talk.connection_id && isQuiet(talk, now) ? [seconds, seconds + spareSeconds] : [seconds]
}

/** As rarely as will do: whatever a turn that ends meanwhile asks for, it is not sooner than the assistant's patience. */
const pauseMs = ({ max_silence_duration, reengagement_interval }: Patience): number =>
  Math.min(pauseMsMax, Math.max(pauseMsMin, 1000 * Math.min(max_silence_duration, reengagement_interval)))

/** No look is under way, because it was lost; the next one that comes, whatever it is about, goes on with them. */
export const isUnwatched = ({ look_at = 0 }: Talk, now: number): boolean => look_at + lateMsMax < now

/** The message that looks when the talk wants it. */
export const lookOf = ({ user_id, call_id, turn, look_at }: Talk): TurnRef => ({ user_id, call_id, turn, at: look_at })

/** Whether a look is the one that sends the next. One that was replaced by a sooner one is not, unless that is overdue. */
export const isNext = (talk: Talk, { at }: TurnRef, now: number): boolean =>
  isUnwatched(talk, now) || (at !== undefined && (at === talk.look_at || must(talk.look_at, 'next look') <= now))

/** Whether a look still counts: one that is about a turn does while it is the current one. */
export const isDue = (talk: Talk, look: TurnRef, now: number): boolean =>
  !talk.over &&
  !talk.transfer?.is_away &&
  (isNext(talk, look, now) || (look.at === undefined && look.turn === talk.turn))

/** How soon after a turn has ended it must be looked at, in milliseconds; undefined if the next look is soon enough. */
export const soonMs = (talk: Talk, patience: Patience, now: number): number | undefined => {
  const next = watch(talk, talk.turn, patience, now)
  if (next.step !== 'wait') return next.step === 'nothing' ? undefined : 0
  return talk.ending || now + next.ms + soonerMsMin < (talk.look_at ?? 0) ? next.ms : undefined
}

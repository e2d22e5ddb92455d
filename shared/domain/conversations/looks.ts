import type { TurnRef } from '../calls/call-ref.ts'
import { type Change, type Ending, endsAt, isOver, leaseMs, type Talk, unchanged, withoutSocket } from './talk.ts'

/**
 * Checks of a talk that falls silent. A queued message cannot be withdrawn, so a talk has one check
 * under way, and each check queues the next. A check finds a long silence, a turn that a dead
 * function left, and a socket that never connected. Only an event due before the next check (the
 * end of a goodbye) has a message of its own.
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
/**
 * The pause between two looks: no shorter, however soon an assistant loses its patience; no longer
 * than a dead function may go unnoticed.
 */
const pauseMsMin = 5_000
const pauseMsMax = leaseMs
/**
 * A goodbye has its own check; if that message is lost, the next check ends the talk this much
 * later.
 */
const goodbyeMarginMs = 2_000
/** A look of its own is not worth it to be so little sooner. */
const soonerMsMin = 1_000
/** A look that is later than this was lost. */
const lateMsMax = 3_000
/** Milliseconds without words after which a look asks whether the socket is open. */
const quietMs = 5_000
/** Seconds between a look and its spare: longer than a worker takes to send the next look. */
const spareSeconds = 6

/** Returns the step that a talk needs after `turn` has been silent. */
export const watch = (
  talk: Talk,
  turn: number,
  { max_silence_duration, reengagement_interval }: Patience,
  now: number,
): Watch => {
  const { channel, phase } = talk
  if (isOver(talk) || talk.turn !== turn) return { step: 'nothing' }
  if (channel.type === 'expected') {
    const comesUntil = channel.is_first ? talk.quiet_since + openingMs : now
    return now < comesUntil ? waitUntil(comesUntil, now) : { step: 'invite' }
  }
  if (channel.type !== 'socket') return { step: 'nothing' }
  if (talk.keypad && now >= talk.keypad.due_at) return { step: 'tell keys' }
  if (!talk.finished) return now < talk.busy_until ? waitUntil(talk.busy_until, now) : { step: 'take over' }
  if (phase.type === 'leaving')
    return now < talk.quiet_since ? waitUntil(talk.quiet_since, now) : { step: 'end', reason: phase.reason }
  const ends_at = endsAt(talk)
  if (now >= ends_at) return { step: 'leave' }
  const tooLongAt = talk.quiet_since + max_silence_duration * 1000
  const engageAt = talk.quiet_since + (talk.engaged + 1) * reengagement_interval * 1000
  if (now >= tooLongAt) return { step: 'end', reason: 'limit' }
  return now >= engageAt ? { step: 'engage' } : waitUntil(Math.min(tooLongAt, engageAt, ends_at), now)
}

const waitUntil = (at: number, now: number): Watch => ({ step: 'wait', ms: at - now })

/** Milliseconds from the answer until the first check of a talk that waits for its socket. */
export const firstLookMs = (patience: Patience): number => Math.min(openingMs, pauseMs(patience))

/** Time of the next look that counts; 0 for a talk that has none. */
export const lookAtOf = ({ channel }: Talk): number =>
  channel.type === 'expected' || channel.type === 'socket' ? channel.look_at : 0

/** True for a talk that a socket of ours carries, or shall carry: all others have no looks. */
const isWatched = ({ channel }: Talk): boolean => channel.type === 'expected' || channel.type === 'socket'

/** The talk with the time of its next look. A talk without sockets has none. */
export const withLook = (talk: Talk, look_at: number): Talk => {
  const { channel } = talk
  return channel.type === 'expected' || channel.type === 'socket' ? { ...talk, channel: { ...channel, look_at } } : talk
}

/** A lost socket is awaited for so long. */
export const awaitSocket = (change: Change, now: number): Change => ({
  ...change,
  talk: withLook(change.talk, now + openingMs),
})

/** Moves a talk on to its next look. */
export const lookAgain = (talk: Talk, patience: Patience, now: number): Change => {
  const next = watch(talk, talk.turn, patience, now)
  const margin = talk.phase.type === 'leaving' ? goodbyeMarginMs : 0
  const wanted = next.step === 'wait' ? now + next.ms + margin : Infinity
  const pause = next.step === 'invite' ? openingMs : pauseMs(patience)
  return unchanged(withLook(talk, Math.min(wanted, now + pause)))
}

/** True when nothing was said for some seconds, so that no frame shows that the socket is open. */
const isQuiet = ({ said_at, heard }: Talk, now: number): boolean =>
  now - Math.max(said_at, heard.at(-1)?.at ?? 0) >= quietMs

/** True when the worker must ask whether the socket is open before it does what the talk needs. */
export const isSocketInDoubt = (talk: Talk, { step }: Watch, now: number): boolean => {
  const { channel } = talk
  if (channel.type !== 'socket' || step === 'nothing' || step === 'end' || step === 'tell keys') return false
  return channel.missed_at !== undefined || isQuiet(talk, now)
}

/**
 * API Gateway does not know the socket. A carrier that noticed the loss asks for a new socket
 * within seconds. A talk that still has the same socket at a later look loses it, and its ticket:
 * no new socket is let in. Undefined while the carrier has its time, and when another socket is
 * bound.
 */
export const missSocket = (talk: Talk, connection_id: string, now: number): Change | undefined => {
  const { channel, ticket: _void, ...rest } = talk
  if (isOver(talk) || channel.type !== 'socket' || channel.connection_id !== connection_id) return undefined
  if (channel.missed_at === undefined)
    return awaitSocket(unchanged({ ...talk, channel: { ...channel, missed_at: now } }), now)
  if (now < channel.missed_at + openingMs) return undefined
  return unchanged({ ...rest, channel: withoutSocket(channel), turn: talk.turn + 1 })
}

/**
 * Seconds until each message of the talk's next look. A quiet talk has a spare message: no words
 * make up for a worker that dies before it has sent the next look.
 */
export const lookAfterSeconds = (talk: Talk, now: number): readonly number[] => {
  const seconds = ((lookAtOf(talk) || now) - now) / 1000
  return talk.channel.type === 'socket' && isQuiet(talk, now) ? [seconds, seconds + spareSeconds] : [seconds]
}

/**
 * As rarely as will do: whatever a turn that ends meanwhile asks for, it is not sooner than the
 * assistant's patience.
 */
const pauseMs = ({ max_silence_duration, reengagement_interval }: Patience): number =>
  Math.min(pauseMsMax, Math.max(pauseMsMin, 1000 * Math.min(max_silence_duration, reengagement_interval)))

/** True when the next check was lost. Any check that arrives then takes over its role. */
export const isUnwatched = (talk: Talk, now: number): boolean => lookAtOf(talk) + lateMsMax < now

/** The message that looks when the talk wants it. */
export const lookOf = (talk: Talk): TurnRef => ({
  user_id: talk.user_id,
  call_id: talk.call_id,
  turn: talk.turn,
  at: lookAtOf(talk) || undefined,
})

/**
 * True when this check queues the next one. A check that a sooner one replaced does not, unless the
 * sooner one is overdue.
 */
export const isNext = (talk: Talk, { at }: TurnRef, now: number): boolean =>
  isUnwatched(talk, now) || (at !== undefined && (at === lookAtOf(talk) || lookAtOf(talk) <= now))

/** True when this check still counts: one about a turn does while the turn is current. */
export const isDue = (talk: Talk, look: TurnRef, now: number): boolean =>
  !isOver(talk) && isWatched(talk) && (isNext(talk, look, now) || (look.at === undefined && look.turn === talk.turn))

/**
 * Milliseconds until a finished turn must be checked; undefined when the next check is soon enough.
 */
export const soonMs = (talk: Talk, patience: Patience, now: number): number | undefined => {
  const next = watch(talk, talk.turn, patience, now)
  if (next.step !== 'wait') return next.step === 'nothing' ? undefined : 0
  return talk.phase.type === 'leaving' || now + next.ms + soonerMsMin < lookAtOf(talk) ? next.ms : undefined
}

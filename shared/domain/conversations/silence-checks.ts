import type { TurnRef } from '../calls/call-ref.ts'
import { type Change, type Ending, endsAt, isOver, leaseMs, type Talk, unchanged, withoutSocket } from './talk.ts'

/**
 * Steps that a check of a talk can take. A check finds long silences, crashed functions and missing
 * sockets, and queues the next check.
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

export interface Patience {
  max_silence_duration: number
  reengagement_interval: number
}

/** Limits for a deleted assistant's talk: after one second of silence, a check ends the talk. */
export const noPatience: Patience = { max_silence_duration: 1, reengagement_interval: 600 }

const openingMs = 10_000
/** Milliseconds between checks. A crash is found within the upper limit. */
const pauseMsMin = 5_000
const pauseMsMax = leaseMs
/**
 * Milliseconds between the two checks after a goodbye. The second ends the call if the first is
 * lost.
 */
const goodbyeMarginMs = 2_000
const soonerMsMin = 1_000
/** Milliseconds of delay after which the next check counts as lost. */
const lateMsMax = 3_000
const quietMs = 5_000
const spareSeconds = 6

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

export const firstCheckMs = (patience: Patience): number => Math.min(openingMs, pauseMs(patience))

export const checkAtOf = ({ channel }: Talk): number =>
  channel.type === 'expected' || channel.type === 'socket' ? channel.look_at : 0

const isWatched = ({ channel }: Talk): boolean => channel.type === 'expected' || channel.type === 'socket'

export const withCheckAt = (talk: Talk, look_at: number): Talk => {
  const { channel } = talk
  return channel.type === 'expected' || channel.type === 'socket' ? { ...talk, channel: { ...channel, look_at } } : talk
}

export const awaitSocket = (change: Change, now: number): Change => ({
  ...change,
  talk: withCheckAt(change.talk, now + openingMs),
})

export const scheduleCheck = (talk: Talk, patience: Patience, now: number): Change => {
  const next = watch(talk, talk.turn, patience, now)
  const margin = talk.phase.type === 'leaving' ? goodbyeMarginMs : 0
  const wanted = next.step === 'wait' ? now + next.ms + margin : Infinity
  const pause = next.step === 'invite' ? openingMs : pauseMs(patience)
  return unchanged(withCheckAt(talk, Math.min(wanted, now + pause)))
}

const isQuiet = ({ said_at, heard }: Talk, now: number): boolean =>
  now - Math.max(said_at, heard.at(-1)?.at ?? 0) >= quietMs

export const isSocketInDoubt = (talk: Talk, { step }: Watch, now: number): boolean => {
  const { channel } = talk
  if (channel.type !== 'socket' || step === 'nothing' || step === 'end' || step === 'tell keys') return false
  return channel.missed_at !== undefined || isQuiet(talk, now)
}

/**
 * Stores the time at which API Gateway first did not know the socket. If the carrier does not
 * report the loss, a later check drops the socket.
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
 * Returns the delays of check messages. A silent talk gets two messages, because in silence nothing
 * else would notice a crashed worker.
 */
export const checkDelaySeconds = (talk: Talk, now: number): readonly number[] => {
  const seconds = ((checkAtOf(talk) || now) - now) / 1000
  return talk.channel.type === 'socket' && isQuiet(talk, now) ? [seconds, seconds + spareSeconds] : [seconds]
}

const pauseMs = ({ max_silence_duration, reengagement_interval }: Patience): number =>
  Math.min(pauseMsMax, Math.max(pauseMsMin, 1000 * Math.min(max_silence_duration, reengagement_interval)))

export const isUnwatched = (talk: Talk, now: number): boolean => checkAtOf(talk) + lateMsMax < now

export const checkRefOf = (talk: Talk): TurnRef => ({
  user_id: talk.user_id,
  call_id: talk.call_id,
  turn: talk.turn,
  at: checkAtOf(talk) || undefined,
})

/**
 * True when this check queues the next check. An outdated check does so only if the current check
 * is late.
 */
export const isCurrentCheck = (talk: Talk, { at }: TurnRef, now: number): boolean =>
  isUnwatched(talk, now) || (at !== undefined && (at === checkAtOf(talk) || checkAtOf(talk) <= now))

export const isDue = (talk: Talk, check: TurnRef, now: number): boolean =>
  !isOver(talk) &&
  isWatched(talk) &&
  (isCurrentCheck(talk, check, now) || (check.at === undefined && check.turn === talk.turn))

export const soonMs = (talk: Talk, patience: Patience, now: number): number | undefined => {
  const next = watch(talk, talk.turn, patience, now)
  if (next.step !== 'wait') return next.step === 'nothing' ? undefined : 0
  return talk.phase.type === 'leaving' || now + next.ms + soonerMsMin < checkAtOf(talk) ? next.ms : undefined
}

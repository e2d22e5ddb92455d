import type { CallRef } from '../calls/call-ref.ts'

/**
 * Who may have the carrier create the next call. The carrier takes so many a second from the whole account. Single calls and
 * campaigns alternate while both wait, and the users of either take turns: a user has one place in each of the two queues at
 * a time, and the next place is behind all that were given meanwhile. So a user with a thousand waiting calls and one with a
 * single call get on equally fast, and the queues are four numbers, however many wait in them.
 */
export interface DialRate {
  /** No call may be created before this instant, epoch milliseconds. */
  free_at: number
  /** Which kind dialled last: if both wait, the other one comes next. */
  last: DialKind
  /** How many turns others had which were those of the first place of each queue, since that was the first. */
  overtaken: Record<DialKind, number>
  single: Places
  campaign: Places
}

export type DialKind = 'single' | 'campaign'

/** Places are numbered in the order in which they were given out. */
interface Places {
  given: number
  /** How many of them had their turn, or let it pass. */
  served: number
  /** How many let it pass, and may come yet. */
  missed: number
}

export const freeRate: DialRate = {
  free_at: 0,
  last: 'campaign',
  overtaken: { single: 0, campaign: 0 },
  single: { given: 0, served: 0, missed: 0 },
  campaign: { given: 0, served: 0, missed: 0 },
}

export interface DialRequest {
  kind: DialKind
  /** The user's place in the queue; undefined if it has none. */
  place: number | undefined
  /** How many others of the same user come before. */
  behind: number
  /** How many calls could be created now. */
  wanted: number
  /** How many others of the same user go on waiting, whatever becomes of this one. */
  othersWaiting: number
}

export interface Dials {
  rate: DialRate
  /** When each of the calls may be created. */
  dials_at: number[]
  /** The user's place afterwards; undefined if nothing of the user waits any more. */
  place: number | undefined
  /** When to ask for the rest. */
  again_at: number | undefined
}

/** What a call took for another one of its user. */
export interface GivenTurn extends CallRef {
  dial_at: number
}

/** How far ahead dial times are given out: as exact as queues can wake. */
export const aheadMs = 1000
/** How late the first of a queue may come before a turn that is not used, or that another used, counts as one that it has let pass. */
const latenessMs = 1000

/**
 * Dial times for a user who could use `wanted` of them: as many as there are now after the places in front, no more than an
 * equal share if others wait, and when to come back for the rest. A user who must wait has a place from then on. What is left once all in
 * front have theirs is given before they come: the rate does not stand still for one that is late.
 */
export const takeDials = (stored: DialRate, request: DialRequest, now: number, intervalMs: number): Dials => {
  const { kind, behind, wanted, othersWaiting } = request
  const rate = withoutMissed(stored, now, intervalMs)
  const { given, served, missed } = rate[kind]
  // A place that was never given is no place.
  const place = request.place !== undefined && request.place < given ? request.place : undefined
  // A place in front of those that were served was passed by a later one, unless it had let its turn pass.
  const isLate = place !== undefined && place < served && missed > 0
  const isWaiting = place !== undefined && !isLate
  const first = Math.max(now, rate.free_at)
  const available = Math.max(0, Math.floor((now + aheadMs - first) / intervalMs) + 1)
  // A place may be asked for twice at once, and the later one finds it served.
  const others = Math.max(0, waiting(rate.single) + waiting(rate.campaign) - (isWaiting ? 1 : 0))
  const share = Math.ceil(available / ((1 + others) * (1 + othersWaiting)))
  const room = available - turnsBefore(rate, kind, place, behind)
  const granted = Math.max(0, Math.min(wanted, share, room))
  const dials_at = Array.from({ length: granted }, (_, turn) => first + turn * intervalMs)

  const hasPlace = granted === 0 && place !== undefined
  const needsPlace = granted < wanted || othersWaiting > 0
  const places = {
    given: given + (needsPlace && !hasPlace ? 1 : 0),
    served: Math.min(given, served + (isWaiting && !hasPlace ? 1 : 0)),
    missed: missed - (isLate && !hasPlace ? 1 : 0),
  }
  const isFirst = place !== undefined && place <= served
  const other = otherThan(kind)
  const overtakes = (queue: DialKind, turns: number) => (waiting(rate[queue]) > 0 ? rate.overtaken[queue] + turns : 0)
  const overtaken = {
    ...rate.overtaken,
    [kind]: isFirst ? 0 : overtakes(kind, granted),
    [other]: overtakes(other, rate.last === kind ? granted : granted - 1),
  }
  const dialled = granted === 0 ? rate : { ...rate, free_at: first + granted * intervalMs, last: kind, overtaken }
  const next = { ...dialled, [kind]: places }
  if (!needsPlace) return { rate: next, dials_at, place: undefined, again_at: undefined }
  const nextPlace = hasPlace ? place : given
  const turns = turnsBefore(next, kind, nextPlace, granted > 0 ? othersWaiting : behind)
  const turnAt = Math.max(now, next.free_at) + turns * intervalMs
  const again_at = Math.max(now + Math.min(intervalMs, aheadMs), turnAt - aheadMs)
  return { rate: next, dials_at, place: nextPlace, again_at: granted < wanted ? again_at : undefined }
}

/**
 * The first places of both queues have let every turn pass that was not used, and one for each second of turns that others had instead:
 * the rate waits for them no longer. A place whose holder died, or which two calls of one user took, so holds up none behind it.
 */
const withoutMissed = (rate: DialRate, now: number, intervalMs: number): DialRate => {
  const unused = Math.max(0, Math.floor((now - latenessMs - rate.free_at) / intervalMs))
  const patience = 1 + Math.ceil(latenessMs / intervalMs)
  const pass = (kind: DialKind) => {
    const { given, served, missed } = rate[kind]
    const passed = Math.min(given - served, unused + Math.floor(rate.overtaken[kind] / patience))
    return { given, served: served + passed, missed: missed + passed }
  }
  const { single, campaign } = rate.overtaken
  const overtaken = { single: single % patience, campaign: campaign % patience }
  return { ...rate, overtaken, single: pass('single'), campaign: pass('campaign') }
}

const waiting = ({ given, served }: Places): number => given - served

/** How many turns others have first: those in front, round by round, and with each of them one of the other kind. */
const turnsBefore = (rate: DialRate, kind: DialKind, place: number | undefined, behind: number): number => {
  const own = waiting(rate[kind])
  const others = waiting(rate[otherThan(kind)])
  const inFront = (place === undefined ? own : Math.max(0, place - rate[kind].served)) + behind * Math.max(1, own)
  return inFront + Math.min(others, inFront + (rate.last === kind ? 1 : 0))
}

const otherThan = (kind: DialKind): DialKind => (kind === 'single' ? 'campaign' : 'single')

/** Does anything of this kind wait for a turn? */
export const isQueued = (rate: DialRate, kind: DialKind): boolean => waiting(rate[kind]) > 0

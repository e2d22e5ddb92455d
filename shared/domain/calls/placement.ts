import { startAgainAt } from '../../words/delay.ts'

/** The carrier's word for a call's end. */
export type Outcome = 'completed' | 'busy' | 'no-answer' | 'failed'

/**
 * Progress of a call at the carrier. Each phase holds its own times, in epoch milliseconds. The
 * functions below return the same object when a report changes nothing.
 */
export type Placement = Waiting | Expected | Asked | Placed | Ringing | Received | Answered | Unplaced | Over

/** The carrier is still to be asked, for the first time or again. */
export interface Waiting {
  phase: 'waiting'
  /** When the call has its dial slot; the carrier is not asked before. */
  turn_at?: number | undefined
  /** The call is not tried before: its account has no room, or dialling is stopped. */
  rests_until?: number | undefined
  /** When the carrier was first asked, if it puts the call off. */
  put_off_since?: number | undefined
  /** Times that the account had no room when the call had its dial slot. */
  waits: number
}

/** The call of a web page: its visitor may join until then. The carrier asks us when they do. */
export interface Expected {
  phase: 'expected'
  until: number
}

/** One create request was made or is under way. */
export interface Asked {
  phase: 'asked'
  asked_at: number
  /** When the carrier was first asked; earlier than `asked_at` if it has put the call off. */
  asked_first_at: number
  /** When the create request ended without an answer. */
  unanswered_at?: number
}

/** Times of a call that the carrier has. */
interface Known {
  asked_at: number
  /** When the call was first heard to ring, if that was before its answer. */
  ringing_at?: number | undefined
}

/** The carrier took the call. */
export interface Placed extends Known {
  phase: 'placed'
}

export interface Ringing extends Known {
  phase: 'ringing'
  ringing_at: number
}

/** A call that the other side has made rings: an incoming one, or that of a web page. */
export interface Received extends Known {
  phase: 'received'
}

export interface Answered extends Known {
  phase: 'answered'
  answered_at: number
}

/**
 * The call never reached the carrier. declined: we did not ask. not-placed: the carrier refused it,
 * or knows nothing of it.
 */
export type Unplaced =
  | { phase: 'declined'; over_at: number }
  | { phase: 'not-placed'; asked_at: number; over_at: number }

/** The carrier has reported the end. */
export type Over = Known & { phase: 'over'; over_at: number } & (
    | { outcome: 'completed'; answered_at: number }
    | { outcome: Exclude<Outcome, 'completed'>; answered_at?: number | undefined }
  )

/** News about the placement of a call. Every member is optional evidence. */
export interface PlacementReport {
  carrier_sid?: string
  progress?: Progress
  outcome?: Outcome
  /** Seconds, with the outcome. */
  duration?: number
  /** When the carrier says it ended, epoch milliseconds. */
  over_at?: number
  /** The carrier refused it or never heard of it. */
  not_placed?: true
  /**
   * Something stands in its way, so the carrier is not asked; nothing if it was asked meanwhile.
   */
  declined?: true
  /** The carrier takes no calls at the moment: nothing was placed, and it may be asked again. */
  put_off?: true
  /** When, epoch milliseconds. */
  again_at?: number
  /**
   * Dialling is stopped, so the carrier was not asked after all: the call waits until it starts
   * again.
   */
  held_back?: true
}

/** States that a call passes through before its end. */
export type Progress = 'initiated' | 'ringing' | 'in-progress'

/** Anything with a placement; most often a call. */
export interface Placeable {
  placement: Placement
}

export const newlyWaiting = (turn_at?: number): Waiting => ({ phase: 'waiting', turn_at, waits: 0 })

export const asked = ({ put_off_since }: Waiting, now: number): Asked => ({
  phase: 'asked',
  asked_at: now,
  asked_first_at: put_off_since ?? now,
})

/** The placement of a call whose carrier's call turned out to be another one of ours. */
export const disowned = (placement: Placement, now: number): Asked => {
  const asked_at = askedAt({ placement }) ?? now
  return { phase: 'asked', asked_at, asked_first_at: asked_at }
}

export const outcomeOf = ({ placement }: Placeable): Outcome | undefined => {
  if (placement.phase === 'over') return placement.outcome
  return isUnplaced(placement) ? 'failed' : undefined
}

export const askedAt = ({ placement }: Placeable): number | undefined =>
  'asked_at' in placement ? placement.asked_at : undefined

export const ringingAt = ({ placement }: Placeable): number | undefined =>
  'ringing_at' in placement ? placement.ringing_at : undefined

export const answeredAt = ({ placement }: Placeable): number | undefined =>
  'answered_at' in placement ? placement.answered_at : undefined

export const overAt = ({ placement }: Placeable): number | undefined =>
  'over_at' in placement ? placement.over_at : undefined

/** The carrier was not asked yet. */
export const isWaiting = <Call extends Placeable>(call: Call): call is Call & { placement: Waiting } =>
  call.placement.phase === 'waiting'

/** Its outcome is known. */
export const isOver = <Call extends Placeable>(call: Call): call is Call & { placement: Unplaced | Over } =>
  call.placement.phase === 'over' || isUnplaced(call.placement)

/** Its visitor has not joined yet. */
export const isExpected = <Call extends Placeable>(call: Call): call is Call & { placement: Expected } =>
  call.placement.phase === 'expected'

/** True when it was answered and, as far as we know, still runs. */
export const isLive = <Call extends Placeable>(call: Call): call is Call & { placement: Answered } =>
  call.placement.phase === 'answered'

/** A conversation took place: a person or a machine answered. */
export const wasAnswered = ({ placement }: Placeable): boolean =>
  placement.phase === 'over' && placement.outcome === 'completed'

const isUnplaced = (placement: Placement): placement is Unplaced =>
  placement.phase === 'declined' || placement.phase === 'not-placed'

/** The farthest state that was reported before the end. */
export const progressOf = (call: Placeable): Progress => {
  if (answeredAt(call) !== undefined) return 'in-progress'
  return call.placement.phase === 'received' || ringingAt(call) !== undefined ? 'ringing' : 'initiated'
}

/** The placement after a report. */
export const placementAfter = (placement: Placement, report: PlacementReport, now: number): Placement =>
  steps.reduce((before, step) => step(before, report, now), placement)

type Step = (placement: Placement, report: PlacementReport, now: number) => Placement

/** Any news from the carrier means that the carrier has the call. */
const heard: Step = (placement, { carrier_sid, progress, outcome }, now) =>
  (placement.phase === 'waiting' || placement.phase === 'asked') && (carrier_sid ?? progress ?? outcome)
    ? { phase: 'placed', asked_at: askedAt({ placement }) ?? now }
    : placement

/** The visitor has joined. */
const joined: Step = (placement, { carrier_sid }, now) =>
  placement.phase === 'expected' && carrier_sid ? { phase: 'received', asked_at: now } : placement

const givenUp: Step = (placement, { declined, not_placed }, now) => {
  if (placement.phase === 'expected' && declined) return { phase: 'declined', over_at: now }
  if (placement.phase === 'waiting' && (declined || not_placed)) return { phase: 'declined', over_at: now }
  if (placement.phase !== 'asked' || !not_placed) return placement
  return { phase: 'not-placed', asked_at: placement.asked_at, over_at: now }
}

/**
 * A call that waits until dialling starts again: no dial slot of its own passes meanwhile, nor any
 * patience with the carrier.
 */
export const untilStartAgain = { rests_until: startAgainAt, turn_at: undefined, put_off_since: undefined } as const

const waitsAgain: Step = (placement, { put_off, held_back, again_at }) => {
  if (placement.phase !== 'asked') return placement
  if (put_off) return { ...newlyWaiting(again_at), put_off_since: placement.asked_first_at }
  return held_back ? { ...newlyWaiting(), ...untilStartAgain } : placement
}

const progressed: Step = (placement, { progress }, now) => {
  const { phase } = placement
  if (phase === 'placed' && progress === 'ringing') return { ...placement, phase: 'ringing', ringing_at: now }
  const rings = phase === 'placed' || phase === 'ringing' || phase === 'received'
  return rings && progress === 'in-progress' ? { ...placement, phase: 'answered', answered_at: now } : placement
}

const ended: Step = (placement, { outcome, duration = 0, over_at: at }, now) => {
  if (!outcome || !isKnown(placement)) return placement
  const { asked_at, ringing_at } = placement
  const over_at = at ?? now
  const answered_at = answeredAt({ placement })
  const over = { phase: 'over' as const, asked_at, ringing_at, over_at }
  // The end may be the first that is heard of the call.
  if (outcome === 'completed') return { ...over, outcome, answered_at: answered_at ?? over_at - duration * 1000 }
  return { ...over, outcome, answered_at }
}

const isKnown = (placement: Placement): placement is Placed | Ringing | Received | Answered =>
  ['placed', 'ringing', 'received', 'answered'].includes(placement.phase)

const steps: readonly Step[] = [heard, joined, givenUp, waitsAgain, progressed, ended]

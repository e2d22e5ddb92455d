import { startAgainAt } from '../../words/delay.ts'

export type Outcome = 'completed' | 'busy' | 'no-answer' | 'failed'

/** Times are epoch milliseconds. */
export type Placement = Waiting | Expected | Asked | Placed | Ringing | Received | Answered | Unplaced | Over

/** The carrier must be asked to create the call, for the first time or after a delay. */
export interface Waiting {
  phase: 'waiting'
  /** Time of the dial slot; the carrier is not asked before this time. */
  turn_at?: number | undefined
  /**
   * Time until which no request is sent, because the account has too many calls or dialling is
   * stopped.
   */
  rests_until?: number | undefined
  /** Time of the first request, if the carrier postponed the call. */
  put_off_since?: number | undefined
  waits: number
}

/**
 * A web call that its visitor may join until `until`. When the visitor joins, the carrier asks us
 * for instructions.
 */
export interface Expected {
  phase: 'expected'
  until: number
}

export interface Asked {
  phase: 'asked'
  asked_at: number
  /** Time of the first request; before `asked_at` if the carrier postponed the call. */
  asked_first_at: number
  unanswered_at?: number
}

interface Known {
  asked_at: number
  ringing_at?: number | undefined
}

export interface Placed extends Known {
  phase: 'placed'
}

export interface Ringing extends Known {
  phase: 'ringing'
  ringing_at: number
}

export interface Received extends Known {
  phase: 'received'
}

export interface Answered extends Known {
  phase: 'answered'
  answered_at: number
}

/**
 * declined: we did not ask the carrier. not-placed: the carrier refused the call or does not know
 * it.
 */
export type Unplaced =
  | { phase: 'declined'; over_at: number }
  | { phase: 'not-placed'; asked_at: number; over_at: number }

export type Over = Known & { phase: 'over'; over_at: number } & (
    | { outcome: 'completed'; answered_at: number }
    | { outcome: Exclude<Outcome, 'completed'>; answered_at?: number | undefined }
  )

export interface PlacementReport {
  carrier_sid?: string
  progress?: Progress
  outcome?: Outcome
  /** Seconds; given with `outcome`. */
  duration?: number
  over_at?: number
  not_placed?: true
  /** Something prevents the call. No effect once the carrier was asked. */
  declined?: true
  put_off?: true
  again_at?: number
  /** Dialling is stopped, so the call waits until dialling starts again. */
  held_back?: true
}

export type Progress = 'initiated' | 'ringing' | 'in-progress'

export interface Placeable {
  placement: Placement
}

export const newlyWaiting = (turn_at?: number): Waiting => ({ phase: 'waiting', turn_at, waits: 0 })

export const asked = ({ put_off_since }: Waiting, now: number): Asked => ({
  phase: 'asked',
  asked_at: now,
  asked_first_at: put_off_since ?? now,
})

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

export const isWaiting = <Call extends Placeable>(call: Call): call is Call & { placement: Waiting } =>
  call.placement.phase === 'waiting'

export const isOver = <Call extends Placeable>(call: Call): call is Call & { placement: Unplaced | Over } =>
  call.placement.phase === 'over' || isUnplaced(call.placement)

export const isExpected = <Call extends Placeable>(call: Call): call is Call & { placement: Expected } =>
  call.placement.phase === 'expected'

export const isLive = <Call extends Placeable>(call: Call): call is Call & { placement: Answered } =>
  call.placement.phase === 'answered'

export const wasAnswered = ({ placement }: Placeable): boolean =>
  placement.phase === 'over' && placement.outcome === 'completed'

const isUnplaced = (placement: Placement): placement is Unplaced =>
  placement.phase === 'declined' || placement.phase === 'not-placed'

export const progressOf = (call: Placeable): Progress => {
  if (answeredAt(call) !== undefined) return 'in-progress'
  return call.placement.phase === 'received' || ringingAt(call) !== undefined ? 'ringing' : 'initiated'
}

export const placementAfter = (placement: Placement, report: PlacementReport, now: number): Placement =>
  steps.reduce((before, step) => step(before, report, now), placement)

type Step = (placement: Placement, report: PlacementReport, now: number) => Placement

const heard: Step = (placement, { carrier_sid, progress, outcome }, now) =>
  (placement.phase === 'waiting' || placement.phase === 'asked') && (carrier_sid ?? progress ?? outcome)
    ? { phase: 'placed', asked_at: askedAt({ placement }) ?? now }
    : placement

const joined: Step = (placement, { carrier_sid }, now) =>
  placement.phase === 'expected' && carrier_sid ? { phase: 'received', asked_at: now } : placement

const givenUp: Step = (placement, { declined, not_placed }, now) => {
  if (placement.phase === 'expected' && declined) return { phase: 'declined', over_at: now }
  if (placement.phase === 'waiting' && (declined || not_placed)) return { phase: 'declined', over_at: now }
  if (placement.phase !== 'asked' || !not_placed) return placement
  return { phase: 'not-placed', asked_at: placement.asked_at, over_at: now }
}

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
  if (outcome === 'completed') return { ...over, outcome, answered_at: answered_at ?? over_at - duration * 1000 }
  return { ...over, outcome, answered_at }
}

const isKnown = (placement: Placement): placement is Placed | Ringing | Received | Answered =>
  ['placed', 'ringing', 'received', 'answered'].includes(placement.phase)

const steps: readonly Step[] = [heard, joined, givenUp, waitsAgain, progressed, ended]

import type { Micros } from '../../words/money.ts'
import type { Refusal } from '../../words/refusal.ts'
import type { Call } from './call.ts'
import type { WhyNoLeg } from './leg-refusals.ts'
import { answeredAt, isLive, isOver } from './placement.ts'

/**
 * A transfer of a live call to another phone, stored with the call, so that one write changes both.
 * Times are epoch milliseconds.
 */
export interface Leg {
  /** Id of the leg, and of the account's hold for its price. */
  id: number
  /** E.164 */
  to: string
  /** The callee hears a briefing, and accepts with a key. */
  is_warm: boolean
  by: 'assistant' | 'user'
  asked_at: number
  stage: LegStage
  limit_seconds: number
  /** Time at which the worker starts the transfer, unless the conversation has started it. */
  drive_at: number
  drives: number
  carrier_sid?: string | undefined
  failure?: Refusal | undefined
  duration?: number | undefined
  checked_at?: number
  carrier_minute: Micros
  charge?: { at: number; cost: Micros }
}

/** asked: the price is not held yet. ready: the leg may be dialled. */
export type LegStage = { phase: 'asked' } | { phase: 'ready' } | Dialled | EndedStage

interface Dialled extends Dial {
  phase: 'dialled'
}

type EndedStage = UndialledEnd | DialledEnd

interface UndialledEnd {
  phase: 'undialled'
  outcome: 'refused' | 'canceled' | 'failed'
  refusal?: WhyNoLeg | undefined
  over_at: number
}

interface DialledEnd extends Dial {
  phase: 'over'
  outcome: LegOutcome
  over_at: number
}

interface Dial {
  dialled_at: number
  question: string | undefined
  answered_at?: number | undefined
  joined_at?: number | undefined
  /**
   * End of the carrier call to the callee. Only the carrier's next request tells whether callee and
   * customer were joined.
   */
  gone_at?: number | undefined
}

/**
 * connected: both talked. declined: answered, not accepted. canceled: the customer hung up first.
 * refused: not allowed, so not dialled. failed: not reached, or outcome unknown.
 */
export const legOutcomes = ['connected', 'busy', 'no-answer', 'declined', 'failed', 'canceled', 'refused'] as const
export type LegOutcome = (typeof legOutcomes)[number]

export interface LegReport {
  limit_seconds?: number
  dialled?: { question: string | undefined }
  carrier_sid?: string
  answered?: true
  joined?: true
  outcome?: LegOutcome
  refusal?: WhyNoLeg
  failure?: Refusal
  gone?: true
  duration?: number
}

/** Transfers that a call may dial. It may request twice as many, because some are refused. */
export const legsMax = 3
const askedMax = 2 * legsMax
export const legRingSeconds = 30
/** A call with fewer seconds left starts no transfer. */
const legSecondsMin = 20
export const legClearedMsMax = 20_000
/** Milliseconds between answer and key press: enough to hear the briefing twice. */
const briefingMsMax = 75_000
/** Milliseconds after a leg's end until the carrier is asked for missing reports. */
export const legGraceMs = 15_000
/** Milliseconds after a leg's end within which the carrier fetches the next instruction. */
const returnGraceMs = 10_000
const marginMs = 30_000
const recheckMs = 20_000
/**
 * Milliseconds after which the carrier is no longer asked how a leg ended, and our own times are
 * used.
 */
export const legAskedMsMax = 5 * 60_000

type Staged = Pick<Leg, 'stage'>

export const endOf = ({ stage }: Staged): EndedStage | undefined => ('outcome' in stage ? stage : undefined)
export const dialOf = ({ stage }: Staged): Dial | undefined => ('dialled_at' in stage ? stage : undefined)
export const isDialledBy = (leg: Staged, question: string | undefined): boolean =>
  question !== undefined && !endOf(leg) && dialOf(leg)?.question === question
export const legRefusalOf = ({ stage }: Staged): WhyNoLeg | undefined =>
  stage.phase === 'undialled' ? stage.refusal : undefined

export const openLegOf = ({ legs }: Pick<Call, 'legs'>): Leg | undefined => legs.find((leg) => !endOf(leg))

export const isAsked = ({ stage }: Staged): boolean => stage.phase === 'asked'
export const isReady = ({ stage }: Staged): boolean => stage.phase === 'ready' || stage.phase === 'dialled'

export type LegRefusal = 'not in progress' | 'under way' | 'too many' | 'too late'

export const legRefusal = (call: Call, id: number, now: number): LegRefusal | undefined => {
  const { legs, hang_up } = call
  if (legs.some((leg) => leg.id === id)) return undefined
  if (!isLive(call) || hang_up) return 'not in progress'
  if (openLegOf(call)) return 'under way'
  const dialled = legs.filter((leg) => endOf(leg)?.outcome !== 'refused')
  if (dialled.length >= legsMax || legs.length >= askedMax) return 'too many'
  return secondsLeft(call, now) < legSecondsMin ? 'too late' : undefined
}

export const isEnding = (call: Call): boolean => isOver(call) || call.hang_up !== undefined

export const secondsLeft = (call: Call, now: number): number =>
  Math.max(0, Math.floor(((answeredAt(call) ?? now) + call.max_duration_seconds * 1000 - now) / 1000))

export const foldLeg = (leg: Leg, report: LegReport, now: number): Leg => {
  const foreign = report.carrier_sid && leg.carrier_sid && report.carrier_sid !== leg.carrier_sid
  if (foreign) return leg
  const isLonger = leg.charge === undefined && (report.duration ?? -1) > (leg.duration ?? -1)
  const next: Leg = {
    ...leg,
    stage: stageAfter(leg, report, now),
    limit_seconds: endOf(leg) ? leg.limit_seconds : (report.limit_seconds ?? leg.limit_seconds),
    carrier_sid: leg.carrier_sid ?? report.carrier_sid,
    // Two reports arrive for the leg's end; the reason of the first counts.
    failure: leg.failure ?? report.failure,
    duration: isLonger ? report.duration : leg.duration,
  }
  return isSame(leg, next) ? leg : next
}

const stageAfter = (leg: Leg, report: LegReport, now: number): LegStage => {
  const { stage } = leg
  if (stage.phase === 'asked' && report.limit_seconds) return endAfter({ phase: 'ready' }, report, now)
  if (stage.phase === 'ready' && report.dialled)
    return endAfter({ phase: 'dialled', dialled_at: now, question: report.dialled.question }, report, now)
  return endAfter('dialled_at' in stage ? heard(leg, stage, report, now) : stage, report, now)
}

const heard = (
  { is_warm }: Leg,
  stage: Dialled | DialledEnd,
  { answered, joined, gone, outcome }: LegReport,
  now: number,
): Dialled | DialledEnd => {
  // Without a briefing, the answer joins callee and customer.
  const isJoined = joined || outcome === 'connected' || (answered && !is_warm)
  const at = stage.phase === 'over' ? Math.min(now, stage.over_at) : now
  const next = { ...stage }
  if (answered || isJoined) next.answered_at ??= at
  if (isJoined) next.joined_at ??= at
  if (gone) next.gone_at ??= now
  return isSame(stage, next) ? stage : next
}

const endAfter = (stage: LegStage, { outcome, refusal }: LegReport, now: number): LegStage => {
  if (!outcome || stage.phase === 'undialled') return stage
  if (stage.phase === 'dialled') return { ...stage, phase: 'over', outcome, over_at: now }
  if (stage.phase !== 'over')
    return { phase: 'undialled', outcome: isUndialled(outcome) ? outcome : 'failed', refusal, over_at: now }
  return outcome === 'connected' && stage.outcome !== outcome ? { ...stage, outcome } : stage
}

const isUndialled = (outcome: LegOutcome): outcome is UndialledEnd['outcome'] =>
  outcome === 'refused' || outcome === 'canceled' || outcome === 'failed'

const isSame = <T extends object>(one: T, other: T): boolean =>
  (Object.keys(other) as (keyof T)[]).every((field) => one[field] === other[field])

export const withoutCall = (leg: Leg, over_at: number): Leg =>
  endOf(leg) || dialOf(leg) ? leg : { ...leg, stage: { phase: 'undialled', outcome: 'canceled', over_at } }

/** True when the cost is known: the leg was never dialled, or its duration was reported. */
export const isSettled = ({ stage, duration }: Leg): boolean =>
  stage.phase === 'undialled' || (stage.phase === 'over' && duration !== undefined)

export const unchargedLegOf = ({ legs }: Pick<Call, 'legs'>): Leg | undefined =>
  legs.find(({ charge }) => charge === undefined)

export const legDueAt = (call: Call): number | undefined => {
  const leg = unchargedLegOf(call)
  if (!leg) return undefined
  return Math.max(nextStep(leg, call), leg.checked_at === undefined ? 0 : leg.checked_at + recheckMs)
}

const nextStep = (leg: Leg, call: Call): number => {
  const { stage, limit_seconds, drive_at, asked_at } = leg
  if ('outcome' in stage) return stage.over_at + (isSettled(leg) ? (isOver(call) ? 0 : returnGraceMs) : legGraceMs)
  if (isOver(call)) return call.placement.over_at + legGraceMs
  if (stage.phase === 'asked') return asked_at
  if (stage.phase === 'ready') return drive_at
  if (stage.gone_at !== undefined) return stage.gone_at + legGraceMs
  if (stage.joined_at !== undefined) return stage.joined_at + limit_seconds * 1000 + marginMs
  return stage.dialled_at + legRingSeconds * 1000 + (leg.is_warm ? briefingMsMax : limit_seconds * 1000) + marginMs
}

/** Returns only the carrier's cost of a leg. The platform's fee is part of the call's own price. */
export const legCost = ({ duration = 0, carrier_minute }: Leg): Micros => Math.ceil(duration / 60) * carrier_minute

export const ownDuration = (answered_at: number | undefined, over_at: number): number =>
  answered_at === undefined ? 0 : Math.max(0, Math.ceil((over_at - answered_at) / 1000))

export const legsCost = ({ legs }: Pick<Call, 'legs'>): Micros =>
  legs.reduce((sum, { charge }) => sum + (charge?.cost ?? 0), 0)

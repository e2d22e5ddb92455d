import type { Micros } from '../../words/money.ts'
import type { Refusal } from '../../words/refusal.ts'
import type { Call } from './call.ts'
import type { WhyNoLeg } from './leg-refusals.ts'
import { answeredAt, isLive, isOver } from './placement.ts'

/**
 * A phone that a live call is put through to: to the carrier a call of its own below that of the
 * customer. Its facts stand with the call, so that whatever a call may still do is decided in one
 * write; its words stand with the talk. Like a call it collects evidence that only grows, in any
 * order. All times are epoch milliseconds.
 */
export interface Leg {
  /** The account holds its price under it. */
  id: number
  /** E.164 */
  to: string
  /** The callee hears what it is about, and takes it with a key. */
  is_warm: boolean
  by: 'assistant' | 'user'
  asked_at: number
  stage: LegStage
  /** Seconds that it may last once its price is held. */
  limit_seconds: number
  /** The worker puts it through from then on, should the talk not have come to it. */
  drive_at: number
  /** Number of times that the worker did so. */
  drives: number
  carrier_sid?: string | undefined
  /** Why the carrier did not reach it. */
  failure?: Refusal | undefined
  /** Seconds from its answer on, as the carrier counts them. */
  duration?: number | undefined
  /** When the carrier was last asked about it. */
  checked_at?: number
  /** Per started minute. */
  carrier_minute: Micros
  charge?: { at: number; cost: Micros }
}

/** asked: its price is not held yet. ready: it may be dialled. */
export type LegStage = { phase: 'asked' } | { phase: 'ready' } | Dialled | EndedStage

/** The carrier was told to dial it. */
interface Dialled extends Dial {
  phase: 'dialled'
}

type EndedStage = UndialledEnd | DialledEnd

/** It was not dialled, and never will be. */
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
  /** The question of the carrier that this was the answer to. */
  question: string | undefined
  answered_at?: number | undefined
  /** Customer and callee hear each other. */
  joined_at?: number | undefined
  /** Its own call was over; the carrier's next question tells whether the two were joined. */
  gone_at?: number | undefined
}

/**
 * connected: the two have talked. declined: answered, and not taken. canceled: the customer hung up
 * before. refused: something stood in its way, and it was not dialled. failed: the carrier did not
 * reach it, or what came of it is not known.
 */
export const legOutcomes = ['connected', 'busy', 'no-answer', 'declined', 'failed', 'canceled', 'refused'] as const
export type LegOutcome = (typeof legOutcomes)[number]

/** One piece of news about a leg. */
export interface LegReport {
  limit_seconds?: number
  dialled?: { question: string | undefined }
  carrier_sid?: string
  answered?: true
  joined?: true
  outcome?: LegOutcome
  refusal?: WhyNoLeg
  failure?: Refusal
  /** Its own call is over. */
  gone?: true
  duration?: number
}

/** In one call; and as many more that were refused. */
export const legsMax = 3
const askedMax = 2 * legsMax
/** Seconds that a callee's phone rings; the customer hears it. */
export const legRingSeconds = 30
/** For a call that ends sooner, it is not worth it. */
const legSecondsMin = 20
/** A leg that is not cleared by then is cancelled: the customer has been told something else. */
export const legClearedMsMax = 20_000
/** Between answer and key: the briefing, twice. */
const briefingMsMax = 75_000
/** Milliseconds after the end of a leg until the carrier is asked for missing reports. */
export const legGraceMs = 15_000
/** The carrier reports the end of a leg, and asks what next, at about the same time. */
const returnGraceMs = 10_000
const marginMs = 30_000
const lookAgainMs = 20_000
/** The carrier is asked about one so long, then our own clock counts. */
export const legAskedMsMax = 5 * 60_000

type Staged = Pick<Leg, 'stage'>

export const endOf = ({ stage }: Staged): EndedStage | undefined => ('outcome' in stage ? stage : undefined)
export const dialOf = ({ stage }: Staged): Dial | undefined => ('dialled_at' in stage ? stage : undefined)
export const legRefusalOf = ({ stage }: Staged): WhyNoLeg | undefined =>
  stage.phase === 'undialled' ? stage.refusal : undefined

/** The newest leg that is not over. */
export const openLegOf = ({ legs }: Pick<Call, 'legs'>): Leg | undefined => legs.find((leg) => !endOf(leg))

/** It is not decided whether it may be dialled. */
export const isAsked = ({ stage }: Staged): boolean => stage.phase === 'asked'
/** Its price is held, and it is not over. */
export const isReady = ({ stage }: Staged): boolean => stage.phase === 'ready' || stage.phase === 'dialled'

/** Why a call may have no other leg now. */
export type LegRefusal = 'not in progress' | 'under way' | 'too many' | 'too late'

/** Undefined if it may, and if it has this one already. */
export const legRefusal = (call: Call, id: number, now: number): LegRefusal | undefined => {
  const { legs, hang_up } = call
  if (legs.some((leg) => leg.id === id)) return undefined
  if (!isLive(call) || hang_up) return 'not in progress'
  if (openLegOf(call)) return 'under way'
  const dialled = legs.filter((leg) => endOf(leg)?.outcome !== 'refused')
  if (dialled.length >= legsMax || legs.length >= askedMax) return 'too many'
  return secondsLeft(call, now) < legSecondsMin ? 'too late' : undefined
}

/** A call that is put through to no other phone any more. */
export const isEnding = (call: Call): boolean => isOver(call) || call.hang_up !== undefined

/** Seconds that a call may still last. */
export const secondsLeft = (call: Call, now: number): number =>
  Math.max(0, Math.floor(((answeredAt(call) ?? now) + call.max_duration_seconds * 1000 - now) / 1000))

/** The leg with a report folded in; the very same object when it says nothing new. */
export const foldLeg = (leg: Leg, report: LegReport, now: number): Leg => {
  const foreign = report.carrier_sid && leg.carrier_sid && report.carrier_sid !== leg.carrier_sid
  if (foreign) return leg
  // The duration that was charged stays.
  const isLonger = leg.charge === undefined && (report.duration ?? -1) > (leg.duration ?? -1)
  const next: Leg = {
    ...leg,
    stage: stageAfter(leg, report, now),
    limit_seconds: endOf(leg) ? leg.limit_seconds : (report.limit_seconds ?? leg.limit_seconds),
    carrier_sid: leg.carrier_sid ?? report.carrier_sid,
    // The two callbacks about the end may both give a reason; the first one counts.
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

/** Folds news of a leg that was dialled in. */
const heard = (
  { is_warm }: Leg,
  stage: Dialled | DialledEnd,
  { answered, joined, gone, outcome }: LegReport,
  now: number,
): Dialled | DialledEnd => {
  // A phone that is not asked first is joined as soon as it is answered.
  const isJoined = joined || outcome === 'connected' || (answered && !is_warm)
  // A report that arrives after the end is dated at the end.
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

/** Ends a leg with its call: one that was not dialled never will be. */
export const withoutCall = (leg: Leg, over_at: number): Leg =>
  endOf(leg) || dialOf(leg) ? leg : { ...leg, stage: { phase: 'undialled', outcome: 'canceled', over_at } }

/** True when its cost is known: it was never dialled, or the carrier has reported its duration. */
export const isSettled = ({ stage, duration }: Leg): boolean =>
  stage.phase === 'undialled' || (stage.phase === 'over' && duration !== undefined)

/** The leg that a worker has to look after; a call has one at a time. */
export const unchargedLegOf = ({ legs }: Pick<Call, 'legs'>): Leg | undefined =>
  legs.find(({ charge }) => charge === undefined)

/** When a worker must look after a call because of its leg. */
export const legDueAt = (call: Call): number | undefined => {
  const leg = unchargedLegOf(call)
  if (!leg) return undefined
  return Math.max(nextStep(leg, call), leg.checked_at === undefined ? 0 : leg.checked_at + lookAgainMs)
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

/**
 * The price list's, per started minute: the platform's fee is in the price of the call, which
 * continues.
 */
export const legCost = ({ duration = 0, carrier_minute }: Leg): Micros => Math.ceil(duration / 60) * carrier_minute

/** By our own clock, for a leg whose carrier does not tell. */
export const ownDuration = (answered_at: number | undefined, over_at: number): number =>
  answered_at === undefined ? 0 : Math.max(0, Math.ceil((over_at - answered_at) / 1000))

/** Cost of all legs of a call. */
export const legsCost = ({ legs }: Pick<Call, 'legs'>): Micros =>
  legs.reduce((sum, { charge }) => sum + (charge?.cost ?? 0), 0)

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
  is_warm?: true
  by: 'assistant' | 'user'
  asked_at: number
  /** Its price is held: it may be dialled. */
  ready_at?: number
  /** Seconds that it may last once it is ready. */
  limit_seconds: number
  /** The worker puts it through from then on, should the talk not have come to it. */
  drive_at: number
  /** Number of times that the worker did so. */
  drives?: number
  /** The carrier was told to dial it, in answer to this question of it. */
  dialled_at?: number
  question?: string
  carrier_sid?: string
  answered_at?: number
  /** Customer and callee hear each other. */
  joined_at?: number
  /**
   * Its own call was over; whether the two were joined, the carrier tells with the question what
   * next.
   */
  gone_at?: number
  outcome?: LegOutcome
  /** Why it was not dialled. */
  refusal?: WhyNoLeg
  /** Why the carrier did not reach it. */
  failure?: Refusal
  over_at?: number
  /** Seconds from its answer on, as the carrier counts them. */
  duration?: number
  /** When the carrier was last asked about it. */
  checked_at?: number
  /** Per started minute. */
  carrier_minute: Micros
  /** Known with the charge. */
  cost?: Micros
  charged_at?: number
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

/** The newest leg that is not over. */
export const openLegOf = ({ legs }: Pick<Call, 'legs'>): Leg | undefined =>
  legs.find(({ outcome }) => outcome === undefined)

/** It is not decided whether it may be dialled. */
export const isAsked = (leg: Leg): boolean => leg.ready_at === undefined && leg.outcome === undefined
export const isReady = (leg: Leg): boolean => leg.ready_at !== undefined && leg.outcome === undefined

/** Why a call may have no other leg now. */
export type LegRefusal = 'not in progress' | 'under way' | 'too many' | 'too late'

/** Undefined if it may, and if it has this one already. */
export const legRefusal = (call: Call, id: number, now: number): LegRefusal | undefined => {
  const { legs, hang_up } = call
  if (legs.some((leg) => leg.id === id)) return undefined
  if (!isLive(call) || hang_up) return 'not in progress'
  if (openLegOf(call)) return 'under way'
  const dialled = legs.filter(({ outcome }) => outcome !== 'refused')
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
  const next: Leg = { ...leg }
  next.carrier_sid ??= report.carrier_sid
  if (report.limit_seconds && !leg.outcome) {
    next.ready_at ??= now
    next.limit_seconds = report.limit_seconds
  }
  if (report.dialled && isReady(leg) && leg.dialled_at === undefined) {
    next.dialled_at = now
    next.question = report.dialled.question
  }
  // A phone that is not asked first is joined as soon as it is answered.
  const isJoined = report.joined || report.outcome === 'connected' || (report.answered && !leg.is_warm)
  // A report that arrives after the end is dated at the end.
  const at = Math.min(now, leg.over_at ?? now)
  if (report.answered || isJoined) next.answered_at ??= at
  if (isJoined) next.joined_at ??= at
  // The duration that was charged stays.
  if (leg.charged_at === undefined && report.duration !== undefined)
    next.duration = Math.max(leg.duration ?? 0, report.duration)
  if (report.gone) next.gone_at ??= now
  // The two callbacks about the end may both give a reason; the first one counts.
  if (report.failure) next.failure ??= report.failure
  if (report.refusal && !leg.outcome) next.refusal = report.refusal
  if (report.outcome) {
    next.over_at ??= now
    if (!leg.outcome || report.outcome === 'connected') next.outcome = report.outcome
  }
  return (Object.keys(next) as (keyof Leg)[]).every((field) => leg[field] === next[field]) ? leg : next
}

/** Ends a leg with its call: one that was not dialled never will be. */
export const withoutCall = (leg: Leg, over_at: number): Leg =>
  leg.outcome === undefined && leg.dialled_at === undefined ? { ...leg, outcome: 'canceled', over_at } : leg

/** True when its cost is known: it was never dialled, or the carrier has reported its duration. */
export const isSettled = ({ dialled_at, outcome, duration }: Leg): boolean =>
  outcome !== undefined && (dialled_at === undefined || duration !== undefined)

/** The leg that a worker has to look after; a call has one at a time. */
export const unchargedLegOf = ({ legs }: Pick<Call, 'legs'>): Leg | undefined =>
  legs.find(({ charged_at }) => charged_at === undefined)

/** When a worker must look after a call because of its leg. */
export const legDueAt = (call: Call): number | undefined => {
  const leg = unchargedLegOf(call)
  if (!leg) return undefined
  return Math.max(nextStep(leg, call), leg.checked_at === undefined ? 0 : leg.checked_at + lookAgainMs)
}

const nextStep = (leg: Leg, call: Call): number => {
  const { over_at, dialled_at, joined_at, limit_seconds, drive_at } = leg
  if (over_at !== undefined) {
    return over_at + (isSettled(leg) ? (isOver(call) ? 0 : returnGraceMs) : legGraceMs)
  }
  if (isOver(call)) return call.placement.over_at + legGraceMs
  if (leg.gone_at !== undefined) return leg.gone_at + legGraceMs
  if (leg.ready_at === undefined) return leg.asked_at
  if (dialled_at === undefined) return drive_at
  if (joined_at !== undefined) return joined_at + limit_seconds * 1000 + marginMs
  return dialled_at + legRingSeconds * 1000 + (leg.is_warm ? briefingMsMax : limit_seconds * 1000) + marginMs
}

/**
 * The price list's, per started minute: the platform's fee is in the price of the call, which
 * continues.
 */
export const legCost = ({ duration = 0, carrier_minute }: Leg): Micros => Math.ceil(duration / 60) * carrier_minute

/** By our own clock, for a leg whose carrier does not tell. */
export const ownDuration = ({ answered_at, over_at }: Leg): number =>
  answered_at === undefined || over_at === undefined ? 0 : Math.max(0, Math.ceil((over_at - answered_at) / 1000))

/** Cost of all legs of a call. */
export const legsCost = ({ legs }: Pick<Call, 'legs'>): Micros => legs.reduce((sum, { cost = 0 }) => sum + cost, 0)

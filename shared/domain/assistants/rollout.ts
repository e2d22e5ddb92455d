import { createHash } from 'node:crypto'
import {
  type ArmSums,
  alpha,
  type Counts,
  isRateWorse,
  meanEvidence,
  meanOf,
  smoothed,
  worstDifference,
} from './guard-test.ts'

export const guardMetrics = [
  'goal_rate',
  'short_call_rate',
  'opt_out_rate',
  'apology_rate',
  'tool_failure_rate',
  'cost_per_call',
] as const
export type GuardMetric = (typeof guardMetrics)[number]

export interface Guard {
  metric: GuardMetric
  /** Allowed difference: a share of calls, or an amount for `cost_per_call`. */
  worse_by: number
}

export const rolloutStates = ['running', 'finished', 'aborted', 'rolled_back'] as const

export interface Rollout {
  id: number
  user_id: number
  assistant_id: number
  base_version: number
  version: number
  percent: number
  guards: Guard[]
  after_calls: number
  state: (typeof rolloutStates)[number]
  reason: string | null
  started_at: number
  ended_at: number | null
}

export type Arm = 'live' | 'canary'

export interface Tally {
  calls: number
  goals: number
  short: number
  opt_outs: number
  apologies: number
  tool_failures: number
  cost: number
  cost_squares: number
}

/**
 * Results for one shard of the people, by hash. Under 1 KB, so that a call costs one write unit.
 */
export interface RolloutShare {
  revision: number
  /** Hashes of people with the canary: first those who talked to it, then those in a call. */
  people: string[]
  /** Number of `people` who talked to the canary and were counted. */
  talked: number
  /** Bloom filter (base64) of people who were counted and are not in `people`. */
  counted: string
  opted_out: string[]
  live: Tally
  canary: Tally
}

const noCalls: Tally = {
  ...{ calls: 0, goals: 0, short: 0, opt_outs: 0, apologies: 0, tool_failures: 0 },
  ...{ cost: 0, cost_squares: 0 },
}
export const emptyShare: RolloutShare = {
  revision: 0,
  people: [],
  talked: 0,
  counted: '',
  opted_out: [],
  live: noCalls,
  canary: noCalls,
}

const peoplePerShare = 20
const optedOutMax = 10
export const afterCallsMin = 20
export const afterCallsMax = 1000

export const sharesOf = ({ after_calls }: Pick<Rollout, 'after_calls'>): number =>
  Math.ceil(after_calls / peoplePerShare)

const peopleMax = ({ after_calls }: Pick<Rollout, 'after_calls'>, share: number): number => {
  const shares = sharesOf({ after_calls })
  return Math.floor(after_calls / shares) + (share < after_calls % shares ? 1 : 0)
}

export interface RolloutPlace {
  arm: Arm
  share: number
  person: string
}

export const placeIn = (rollout: Pick<Rollout, 'id' | 'percent' | 'after_calls'>, person: string): RolloutPlace => {
  const hash = createHash('sha256').update(`${rollout.id} ${person}`).digest()
  return {
    arm: hash.readUInt32BE(0) / 2 ** 32 < rollout.percent / 100 ? 'canary' : 'live',
    share: hash.readUInt32BE(4) % sharesOf(rollout),
    person: hash.subarray(8, 14).toString('base64url'),
  }
}

/**
 * `counts`: false for a call that is not counted, because the limit of people with the canary is
 * reached.
 */
export interface ArmChoice {
  arm: Arm
  counts: boolean
  share?: RolloutShare
}

/**
 * Chooses the version for a person. Once the canary is proven, the person's hash alone decides.
 * Before, new people get the canary only until `peopleMax` is reached.
 */
export const admit = (rollout: LiveRollout, share: RolloutShare, place: RolloutPlace): ArmChoice => {
  if (rollout.is_proven) return { arm: place.arm, counts: true }
  const isFull = share.people.length >= peopleMax(rollout, place.share)
  if (place.arm === 'live') return { arm: 'live', counts: !isFull }
  if (share.people.includes(place.person)) return { arm: 'canary', counts: true }
  if (isFull) return { arm: 'live', counts: false }
  return { arm: 'canary', counts: true, share: { ...share, people: [...share.people, place.person] } }
}

export type CallOutcome = Omit<Tally, 'calls' | 'cost_squares' | 'opt_outs'>

/**
 * Counts only a person's first talk. A canary call without a talk removes the person from `people`.
 * Undefined when nothing changes.
 */
export const countCall = (
  share: RolloutShare,
  { arm, person }: RolloutPlace,
  outcome: CallOutcome | undefined,
): RolloutShare | undefined => {
  if (isCounted(share, { arm, person })) return undefined
  const others = share.people.filter((one) => one !== person)
  if (!outcome) return others.length < share.people.length ? { ...share, people: others } : undefined
  const call = { ...outcome, calls: 1, opt_outs: 0, cost_squares: outcome.cost ** 2 }
  const counted = { ...share, [arm]: added(share[arm], call) }
  if (arm === 'live' || others.length >= peoplePerShare)
    return { ...counted, counted: withPerson(share.counted, person) }
  const people = [...others.slice(0, share.talked), person, ...others.slice(share.talked)]
  return { ...counted, people, talked: share.talked + 1 }
}

export const countOptOut = (share: RolloutShare, { arm, person }: RolloutPlace): RolloutShare | undefined => {
  if (share.opted_out.includes(person) || !isCounted(share, { arm, person })) return undefined
  const opted_out = [...share.opted_out, person].slice(-optedOutMax)
  return { ...share, opted_out, [arm]: { ...share[arm], opt_outs: share[arm].opt_outs + 1 } }
}

const isCounted = (share: RolloutShare, { arm, person }: Pick<RolloutPlace, 'arm' | 'person'>): boolean =>
  (arm === 'canary' && share.people.slice(0, share.talked).includes(person)) || holdsPerson(share.counted, person)

/**
 * Bytes of the Bloom filter: 180 people with 3 % false matches. A person who matches falsely is not
 * counted.
 */
const filterBytes = 192

const bitsOf = (person: string): number[] => {
  const hash = Buffer.from(person, 'base64url')
  return [0, 2, 4].map((at) => hash.readUInt16BE(at) % (filterBytes * 8))
}

const holdsPerson = (filter: string, person: string): boolean => {
  if (filter === '') return false
  const bytes = Buffer.from(filter, 'base64')
  return bitsOf(person).every((bit) => ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
}

const withPerson = (filter: string, person: string): string => {
  const bytes = filter === '' ? Buffer.alloc(filterBytes) : Buffer.from(filter, 'base64')
  for (const bit of bitsOf(person)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
  return bytes.toString('base64')
}

const added = (one: Tally, other: Tally): Tally => ({
  calls: one.calls + other.calls,
  goals: one.goals + other.goals,
  short: one.short + other.short,
  opt_outs: one.opt_outs + other.opt_outs,
  apologies: one.apologies + other.apologies,
  tool_failures: one.tool_failures + other.tool_failures,
  cost: one.cost + other.cost,
  cost_squares: one.cost_squares + other.cost_squares,
})

export interface Arms {
  live: Tally
  canary: Tally
  people: number
}

export const together = (shares: readonly (RolloutShare | undefined)[]): Arms =>
  shares.reduce<Arms>(
    (sum, share) =>
      share
        ? {
            live: added(sum.live, share.live),
            canary: added(sum.canary, share.canary),
            people: sum.people + share.talked,
          }
        : sum,
    { live: noCalls, canary: noCalls, people: 0 },
  )

const badOf: Record<Exclude<GuardMetric, 'cost_per_call'>, (tally: Tally) => number> = {
  goal_rate: ({ calls, goals }) => calls - goals,
  short_call_rate: ({ short }) => short,
  opt_out_rate: ({ opt_outs }) => opt_outs,
  apology_rate: ({ apologies }) => apologies,
  tool_failure_rate: ({ tool_failures }) => tool_failures,
}

const microsPerUnit = 1_000_000
const costsOf = ({ calls, cost, cost_squares }: Tally): ArmSums => ({
  calls,
  sum: cost / microsPerUnit,
  squares: cost_squares / microsPerUnit ** 2,
})

export interface GuardVerdict extends Guard {
  state: 'undecided' | 'tripped' | 'holds'
  live: number | null
  canary: number | null
}

/**
 * Judges each guarded metric. A guard trips when the canary is worse with statistical certainty,
 * and the observed difference is at least `worse_by`.
 */
export const judge = (
  { guards, percent, after_calls }: Pick<Rollout, 'guards' | 'percent' | 'after_calls'>,
  arms: Arms,
): GuardVerdict[] => {
  const risk = alpha / Math.max(1, guards.length)
  return guards.map((guard) => {
    const { metric, worse_by: scale } = guard
    const isCost = metric === 'cost_per_call'
    const counts = (tally: Tally): Counts => ({ calls: tally.calls, bad: isCost ? 0 : badOf[metric](tally) })
    const sums = (tally: Tally): ArmSums =>
      isCost ? costsOf(tally) : { ...counts(tally), sum: counts(tally).bad, squares: 0 }
    const compared = { canary: sums(arms.canary), live: sums(arms.live) }
    const isWorse = isCost
      ? meanEvidence(compared, scale) >= -Math.log(risk)
      : isRateWorse(
          { canary: counts(arms.canary), live: counts(arms.live) },
          { share: percent / 100, after_calls, risk },
        )
    const trips = isWorse && meanOf(compared.canary) - meanOf(compared.live) >= scale
    const bound = isCost ? compared : { canary: smoothed(counts(arms.canary)), live: smoothed(counts(arms.live)) }
    const shown = (tally: Tally, mean: number) => (tally.calls === 0 ? null : metric === 'goal_rate' ? 1 - mean : mean)
    return {
      ...guard,
      state: trips ? 'tripped' : worstDifference(bound, { scale, risk }) < scale ? 'holds' : 'undecided',
      live: shown(arms.live, meanOf(compared.live)),
      canary: shown(arms.canary, meanOf(compared.canary)),
    }
  })
}

export const reasonOf = (verdicts: readonly GuardVerdict[]): string | undefined => {
  const tripped = verdicts.find(({ state }) => state === 'tripped')
  return tripped && `The guard ${tripped.metric} tripped.`
}

export type LiveRollout = Pick<Rollout, 'id' | 'version' | 'percent' | 'after_calls'> & {
  is_proven?: true
}

export const isCanary = ({ rollout, version }: { rollout?: LiveRollout; version: number }): boolean =>
  rollout?.version === version

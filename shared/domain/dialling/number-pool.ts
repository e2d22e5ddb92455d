import { isoTime } from '../../words/time.ts'
import { isExpired, type OwnedNumber } from '../account/number.ts'
import type { Campaign } from '../campaigns/campaign.ts'
import { dayMs, instantAt, wallTime } from '../campaigns/zone-time.ts'

export interface NumberDay {
  /** Date in the campaign's time zone: `2026-11-25`. */
  day: string
  number_id: number
  calls: number
  ended?: number
  answered?: number
}

const ratedDays = 7
const ratedCallsMin = 100
/** A number is paused if its answer rate is below this share of the pool's rate. */
const weakShare = 0.5
export const pauseMs = dayMs

export interface PoolNumber {
  number: OwnedNumber
  calls_today: number
  ended: number
  answered: number
  /** Calls of the number since its last pause. */
  judged: { ended: number; answered: number }
}

export interface NumberPool extends Pick<Campaign, 'caller_id_daily_max' | 'caller_id_strategy'> {
  day: string
  next_day_at: number
  numbers: readonly PoolNumber[]
}

export const dayOf = (zone: string, at: number): string => new Date(wallTime(zone, at)).toISOString().slice(0, 10)

export const firstRatedDay = (zone: string, now: number): string =>
  new Date(wallTime(zone, now) - (ratedDays - 1) * dayMs).toISOString().slice(0, 10)

export const poolOf = (
  campaign: Pick<Campaign, 'phone_number_ids' | 'caller_id_daily_max' | 'caller_id_strategy' | 'timezone'>,
  owned: readonly OwnedNumber[],
  days: readonly NumberDay[],
  now: number,
): NumberPool | undefined => {
  const { phone_number_ids, caller_id_daily_max, caller_id_strategy, timezone } = campaign
  if (phone_number_ids === null) return undefined
  const day = dayOf(timezone, now)
  const usable = new Map(owned.filter((number) => !isExpired(number, now)).map((number) => [number.id, number]))
  const own = phone_number_ids.flatMap((id) => usable.get(id) ?? [])
  const numbers = own.map((number): PoolNumber => {
    const counted = days.filter(({ number_id }) => number_id === number.id)
    const since = number.pause?.day ?? ''
    return {
      number,
      calls_today: counted.find((one) => one.day === day)?.calls ?? 0,
      ...ends(counted),
      judged: ends(counted.filter((one) => one.day > since)),
    }
  })
  const next_day_at = instantAt(timezone, Date.parse(day) + dayMs)
  return { caller_id_daily_max, caller_id_strategy, day, next_day_at, numbers }
}

const ends = (days: readonly NumberDay[]) => ({
  ended: days.reduce((sum, { ended = 0 }) => sum + ended, 0),
  answered: days.reduce((sum, { answered = 0 }) => sum + answered, 0),
})

const isPaused = ({ pause }: OwnedNumber, now: number): boolean => pause !== undefined && now < pause.until

/** `next_at` is undefined when waiting does not help. */
export interface PoolBlocker {
  reason: string
  next_at: number | undefined
}

export const poolReasons = {
  none: 'The campaign has no number left to call from.',
  full: 'The numbers of the campaign have made as many calls today as they may.',
  paused: 'The numbers of the campaign are paused, because few of their calls are answered.',
  refused: 'The numbers of the campaign are paused, because the carrier refused calls from them.',
} as const

export const poolBlocker = (pool: NumberPool, now: number): PoolBlocker | undefined => {
  if (freeNumbers(pool, now).length > 0) return undefined
  if (pool.numbers.length === 0) return { reason: poolReasons.none, next_at: undefined }
  const areAllPaused = pool.numbers.every(({ number }) => isPaused(number, now))
  const next_at = Math.min(...pool.numbers.map((one) => freeAt(pool, one, now)))
  if (!areAllPaused) return { reason: poolReasons.full, next_at }
  const isAnyRefused = pool.numbers.some(({ number }) => isRefused(number, now))
  return { reason: isAnyRefused ? poolReasons.refused : poolReasons.paused, next_at }
}

export const freeNumbers = ({ numbers, caller_id_daily_max }: NumberPool, now: number): PoolNumber[] =>
  numbers.filter(({ number, calls_today }) => !isPaused(number, now) && calls_today < caller_id_daily_max)

export const poolRoom = (pool: NumberPool, now: number): number =>
  freeNumbers(pool, now).reduce((room, { calls_today }) => room + pool.caller_id_daily_max - calls_today, 0)

const freeAt = (
  { caller_id_daily_max, next_day_at }: NumberPool,
  { number, calls_today }: PoolNumber,
  now: number,
): number =>
  Math.max(isPaused(number, now) ? (number.pause?.until ?? 0) : 0, calls_today < caller_id_daily_max ? 0 : next_day_at)

export const withPool = (at: number | undefined, pool: NumberPool | undefined, now: number): number | undefined => {
  const blocker = pool && poolBlocker(pool, now)
  if (at === undefined || !blocker) return at
  return blocker.next_at === undefined ? undefined : Math.max(at, blocker.next_at)
}

export const isRefused = (number: OwnedNumber, now: number): boolean =>
  isPaused(number, now) && number.pause?.refusal !== undefined

const isUsable = (number: OwnedNumber | undefined, now: number): boolean =>
  number !== undefined && !isExpired(number, now) && !isRefused(number, now)

export const hasUsableNumber = (
  { phone_number_ids }: Pick<Campaign, 'phone_number_ids'>,
  owned: readonly OwnedNumber[],
  now: number,
): boolean => owned.some((number) => phone_number_ids?.includes(number.id) && isUsable(number, now))

/**
 * True when the call may still use its number. `counted`: id of the pool number whose daily count
 * includes the call.
 */
export const mayCallFrom = (
  { phone_number_ids }: Pick<Campaign, 'phone_number_ids'>,
  { counted, from }: { counted: number | undefined; from: OwnedNumber | undefined },
  now: number,
): boolean => {
  if (counted === undefined) return phone_number_ids === null
  return isUsable(from, now) && phone_number_ids?.includes(counted) === true
}

export const withCall = (pool: NumberPool, { number }: PoolNumber): NumberPool => ({
  ...pool,
  numbers: pool.numbers.map((one) =>
    one.number.id === number.id ? { ...one, calls_today: one.calls_today + 1 } : one,
  ),
})

const answerRate = ({ ended, answered }: { ended: number; answered: number }): number | null =>
  ended === 0 ? null : Math.round((answered / ended) * 10_000) / 10_000

const fewAnswers = 'Few of its calls are answered.'

export const numbersView = (pool: NumberPool | undefined, now: number) =>
  (pool?.numbers ?? []).map(({ number, calls_today, ended, answered }) => ({
    id: number.id,
    calls_today,
    answer_rate_7d: answerRate({ ended, answered }),
    paused_until: number.pause && isPaused(number, now) ? isoTime(number.pause.until) : null,
    pause_reason: number.pause && isPaused(number, now) ? (number.pause.refusal ?? fewAnswers) : null,
  }))

export interface WeakNumber {
  number: OwnedNumber
  answer_rate: number
  pool_answer_rate: number
}

/**
 * Returns numbers whose calls are answered less than half as often as the pool's, over enough
 * calls.
 */
export const weakNumbers = ({ numbers }: NumberPool, now: number): WeakNumber[] => {
  const sum = (count: 'ended' | 'answered') => numbers.reduce((total, { judged }) => total + judged[count], 0)
  const pool_answer_rate = answerRate({ ended: sum('ended'), answered: sum('answered') })
  if (pool_answer_rate === null) return []
  return numbers.flatMap(({ number, judged }) => {
    const answer_rate = answerRate(judged)
    const isWeak = answer_rate !== null && judged.ended >= ratedCallsMin && answer_rate < pool_answer_rate * weakShare
    return isWeak && !isPaused(number, now) ? [{ number, answer_rate, pool_answer_rate }] : []
  })
}

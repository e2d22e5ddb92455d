import type { ReadToken } from '../../domain/account/token.ts'
import { rateKey } from '../../table/keys.ts'
import { type Table, when } from '../../table/table.ts'
import type { Random } from '../../words/clock.ts'

export interface Allowance {
  isAllowed: boolean
  limit: number
  remaining: number
  resetSeconds: number
  settled: Promise<void>
}

/**
 * Counts requests per token and minute. Each function instance counts several requests with one
 * write.
 */
export interface RateLimit {
  /** Returns the number of requests in this minute. Does not check the token. */
  seen(token: ReadToken, now: number): Promise<number>
  take(token: ReadToken, seen: number, now: number): Promise<Allowance>
  /** False when `waitingMax` requests of the token already wait for a model or endpoint. */
  enter(token: ReadToken, now: number): Promise<boolean>
  leave(token: ReadToken, now: number): Promise<void>
}

const limitDefault = 600
export const waitingMax = 10
const minuteMs = 60_000
const keptSeconds = 3600

/**
 * Each write counts several requests in advance: at most 1/40 of the limit, and 1/6 of what is left
 * of it.
 */
const largestPart = 40
const shrinkingPart = 6
/** A request waits for its own write when at most 1/10 of the limit is left. */
const nearPart = 10

interface Counting {
  /**
   * Requests that are not written yet. Negative when the last write counted requests in advance.
   */
  unwritten: number
  phase: number
}

interface RateLimitParts {
  table: Table
  random: Random
  settings: { get(name: string): string | undefined }
}

export const rateLimit = ({ table, random, settings }: RateLimitParts): RateLimit => {
  const limit = Number(settings.get('RATE_LIMIT_PER_MINUTE') ?? limitDefault)
  const counted = new Map<string, Counting>()
  let countedMinute = 0

  const countingOf = (hash: string, minute: number): Counting => {
    if (minute !== countedMinute) counted.clear()
    countedMinute = minute
    const counting = counted.get(hash) ?? { unwritten: 0, phase: random.number() }
    counted.set(hash, counting)
    return counting
  }

  return {
    seen: async ({ user_id, hash }, now) => {
      const item = await table.get<{ requests: number }>(rateKey(user_id, hash, minuteOf(now)))
      return item?.requests ?? 0
    },

    take: async ({ user_id, hash }, seen, now) => {
      const minute = minuteOf(now)
      const resetSeconds = Math.ceil(((minute + 1) * minuteMs - now) / 1000)
      const counting = countingOf(hash, minute)
      const left = limit - seen - Math.max(0, counting.unwritten)
      const refused = { isAllowed: false, limit, remaining: 0, resetSeconds, settled: Promise.resolve() }
      if (left < 1) return refused

      const chunk = Math.max(1, Math.floor(Math.min(limit / largestPart, left / shrinkingPart)))
      const place = 1 + Math.floor(counting.phase * chunk)
      counting.unwritten += 1
      const allowed = { isAllowed: true, limit, remaining: left - 1, resetSeconds, settled: Promise.resolve() }
      if (counting.unwritten < place) return allowed

      const requests = counting.unwritten - place + chunk
      counting.unwritten -= requests
      const writing = table.write([
        {
          update: rateKey(user_id, hash, minute),
          add: { requests },
          set: { expires_at_seconds: (minute * minuteMs) / 1000 + keptSeconds },
          when: when('attribute_not_exists(#requests) OR #requests < :limit', { limit }),
        },
      ])
      if (chunk > 1 && left > limit / nearPart) {
        const settled = writing.then(
          () => undefined,
          () => undefined,
        )
        return { ...allowed, settled }
      }
      return (await writing).done ? allowed : refused
    },

    enter: async ({ user_id, hash }, now) => {
      const minute = minuteOf(now)
      const entered = await table.write([
        {
          update: rateKey(user_id, hash, minute),
          add: { waiting: 1 },
          set: { expires_at_seconds: (minute * minuteMs) / 1000 + keptSeconds },
          when: when('attribute_not_exists(#waiting) OR #waiting < :max', { max: waitingMax }),
        },
      ])
      return entered.done
    },

    leave: async ({ user_id, hash }, now) => {
      await table.write([{ update: rateKey(user_id, hash, minuteOf(now)), add: { waiting: -1 } }])
    },
  }
}

const minuteOf = (now: number): number => Math.floor(now / minuteMs)

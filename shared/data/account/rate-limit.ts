import type { ReadToken } from '../../domain/account/token.ts'
import { rateKey } from '../../table/keys.ts'
import { type Table, when } from '../../table/table.ts'
import type { Random } from '../../words/clock.ts'

/** State of a token after one more request. */
export interface Allowance {
  isAllowed: boolean
  /** Requests in a minute. */
  limit: number
  remaining: number
  /** Until the minute ends. */
  resetSeconds: number
  /** Resolves when what had to be written is; never rejects. */
  settled: Promise<void>
}

/**
 * Requests of each token in each minute, counted by many instances of many functions without a
 * write for each. An instance writes a chunk at a time, at a random place among its first requests:
 * so it is as often ahead of what it has seen as it is behind, and what instances have not said of
 * themselves cancels out. Chunks shrink as the limit comes near, down to one.
 */
export interface RateLimit {
  /**
   * The counts that instances have written for this minute. May be read before the token is known
   * to be good.
   */
  seen(token: ReadToken, now: number): Promise<number>
  /** Counts one more request, on top of what was seen. */
  take(token: ReadToken, seen: number, now: number): Promise<Allowance>
  /**
   * Counts a request that waits for others. False when `waitingMax` requests that the token began
   * in this minute still wait. API Gateway cuts a request off after 29 seconds, so twice as many
   * wait at the turn of a minute at most.
   */
  enter(token: ReadToken, now: number): Promise<boolean>
  /**
   * Such a request is over; `now` is that of `enter`. The count of one that crashed is void with
   * its minute.
   */
  leave(token: ReadToken, now: number): Promise<void>
}

const limitDefault = 600
export const waitingMax = 10
const minuteMs = 60_000
/** Counters of past minutes are of no use. */
const keptSeconds = 3600

/**
 * The largest chunk, and a chunk near the end, as parts of the limit and of what is left. Together:
 * 58 writes for 600 requests. With up to two dozen instances at work the limit is met within 5 %;
 * see the simulation in the test.
 */
const largestPart = 40
const shrinkingPart = 6
/**
 * This close to the limit, a chunk is only given while the counter itself says that there is room.
 */
const nearPart = 10

interface Counting {
  /** Requests counted here, less what was written of them; negative when ahead. */
  unwritten: number
  /** In [0, 1): the place of this instance's writes. */
  phase: number
}

interface RateLimitParts {
  table: Table
  random: Random
  settings: { get(name: string): string | undefined }
}

/** Remembers, so there is one for each instance of a function. */
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
      // This instance's lead makes up for others that lag, so it gets none of that back.
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

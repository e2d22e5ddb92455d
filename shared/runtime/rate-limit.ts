import type { Allowance, RateLimit } from '../data/account/rate-limit.ts'
import type { ReadToken } from '../domain/account/token.ts'
import { Problem } from '../words/problem.ts'
import type { Identity } from './authenticate.ts'

/** What every request of a user uses to be counted. */
export const rateLimitUses = ['rateLimit.seen', 'rateLimit.take'] as const

/** What a request uses in addition when it waits for others. */
export const waitingUses = ['rateLimit.enter', 'rateLimit.leave'] as const

type RateLimiting = Pick<RateLimit, 'seen' | 'take'>

/**
 * The identity, once it may ask for one thing more. The count is read beside the token; only a good token is counted, and a
 * count that cannot be read or written refuses no request.
 */
export const allow = async (
  identified: Promise<Identity>,
  claim: ReadToken,
  now: number,
  rateLimit: RateLimiting,
  tell: (allowance: Allowance) => void,
): Promise<Identity> => {
  const seeing = rateLimit.seen(claim, now).catch(() => 0)
  const identity = await identified
  const allowance = await rateLimit.take(claim, await seeing, now).catch(() => undefined)
  if (!allowance) return identity
  tell(allowance)
  if (!allowance.isAllowed) throw new Problem('too_many_attempts', { retrySeconds: allowance.resetSeconds })
  return identity
}

interface Waiting {
  claim: ReadToken
  now: number
  rateLimit: Pick<RateLimit, 'enter' | 'leave'>
  /** Called before a refusal. */
  refuse: () => void
}

/** Does `work` as one of the few requests of a token that may wait at a time. A count that fails refuses no request. */
export const asOneOfFew = async <T>({ claim, now, rateLimit, refuse }: Waiting, work: () => Promise<T>): Promise<T> => {
  const entered = await rateLimit.enter(claim, now).catch(() => undefined)
  if (entered === false) {
    refuse()
    throw new Problem('too_many_attempts', { retrySeconds: 1 })
  }
  try {
    return await work()
  } finally {
    if (entered) await rateLimit.leave(claim, now).catch(() => undefined)
  }
}

/** On every answer to a good token, so that a client can slow down before it must. */
export const rateHeaders = (allowance: Allowance | undefined): Record<string, string> =>
  allowance
    ? {
        'x-ratelimit-limit': String(allowance.limit),
        'x-ratelimit-remaining': String(allowance.remaining),
      }
    : {}

import type { Allowance, RateLimit } from '../data/account/rate-limit.ts'
import type { ReadToken } from '../domain/account/token.ts'
import { Problem } from '../words/problem.ts'
import type { Identity } from './authenticate.ts'

/** What every request of a user uses to be counted. */
export const rateLimitUses = ['rateLimit.seen', 'rateLimit.take'] as const

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

/** On every answer to a good token, so that a client can slow down before it must. */
export const rateHeaders = (allowance: Allowance | undefined): Record<string, string> =>
  allowance
    ? {
        'x-ratelimit-limit': String(allowance.limit),
        'x-ratelimit-remaining': String(allowance.remaining),
      }
    : {}

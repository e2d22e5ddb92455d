import type { Allowance, RateLimit } from '../data/account/rate-limit.ts'
import type { ReadToken } from '../domain/account/token.ts'
import { Problem } from '../words/problem.ts'
import type { Identity } from './authenticate.ts'
import type { Parts } from './parts.ts'

/** Services that count every request of a user. */
export const rateLimitUses = ['rateLimit.seen', 'rateLimit.take'] as const

/** Further services of a request that waits for others. */
export const waitingUses = ['rateLimit.enter', 'rateLimit.leave'] as const

interface Identifying {
  identity: Promise<Identity>
  claim: ReadToken
  now: number
  rateLimit: Pick<RateLimit, 'seen' | 'take'>
}

/**
 * The identity, once it may ask for one thing more. The count is read beside the token; only a good
 * token is counted, and a count that cannot be read or written refuses no request.
 */
export const allow = async (
  { identity: identified, claim, now, rateLimit }: Identifying,
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
  identity: Promise<Identity>
  claim: ReadToken
  now: number
  rateLimit: Pick<RateLimit, 'enter' | 'leave'>
  /** Called before a refusal. */
  refuse: () => void
}

/**
 * Does `work` as one of the few requests of a token that may wait at a time. The request is counted
 * when its work first reaches the network, so a request that fails before that writes nothing.
 * The refusal replaces the outcome of the work, because services report failures in their own ways.
 * A count that fails refuses no request.
 */
export const asOneOfFew = async <T>(
  { identity, claim, now, rateLimit, refuse }: Waiting,
  parts: Parts,
  work: (parts: Parts) => Promise<T>,
): Promise<T> => {
  const tooMany = new Problem('too_many_attempts', { retrySeconds: 1 })
  let entering: Promise<boolean | undefined> | undefined
  const enter = async () => {
    await identity
    entering ??= rateLimit.enter(claim, now).catch(() => undefined)
    if ((await entering) === false) throw tooMany
  }
  const working = work(afterEntering(enter, parts))
  await working.catch(() => undefined)
  const entered = await entering
  if (entered === false) {
    refuse()
    throw tooMany
  }
  if (entered) await rateLimit.leave(claim, now).catch(() => undefined)
  return working
}

/** Parts that call `enter` before each use of the network. */
const afterEntering = (enter: () => Promise<void>, parts: Parts): Parts => ({
  ...parts,
  fetch: async (...request) => {
    await enter()
    return parts.fetch(...request)
  },
  openSocket: async (...opened) => {
    await enter()
    return parts.openSocket(...opened)
  },
  beforeNetwork: enter,
})

/** On every answer to a good token, so that a client can slow down before it must. */
export const rateHeaders = (allowance: Allowance | undefined): Record<string, string> =>
  allowance
    ? {
        'x-ratelimit-limit': String(allowance.limit),
        'x-ratelimit-remaining': String(allowance.remaining),
      }
    : {}

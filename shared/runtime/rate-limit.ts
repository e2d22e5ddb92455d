import type { Allowance, RateLimit } from '../data/account/rate-limit.ts'
import type { ReadToken } from '../domain/account/token.ts'
import { Problem } from '../words/problem.ts'
import type { Identity } from './authenticate.ts'
import type { Parts } from './parts.ts'

export const rateLimitUses = ['rateLimit.seen', 'rateLimit.take'] as const

/** Services that limit how many requests of a token wait for a model or endpoint. */
export const waitingUses = ['rateLimit.enter', 'rateLimit.leave'] as const

interface Identifying {
  identity: Promise<Identity>
  claim: ReadToken
  now: number
  rateLimit: Pick<RateLimit, 'seen' | 'take'>
}

/** Counts the request against its token's limit. If counting fails, the request is allowed. */
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
  refuse: () => void
}

/** Runs `work` unless too many requests of the token already wait for a model or endpoint. */
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

/** Headers that let a client slow down before it reaches its limit. */
export const rateHeaders = (allowance: Allowance | undefined): Record<string, string> =>
  allowance
    ? {
        'x-ratelimit-limit': String(allowance.limit),
        'x-ratelimit-remaining': String(allowance.remaining),
      }
    : {}

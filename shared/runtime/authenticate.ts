import { isGood } from '../data/tokens.ts'
import { type ReadToken, readToken } from '../domain/account/token.ts'
import { Problem } from '../domain/problem.ts'
import { type Parts, type Registry, supply } from './wiring.ts'

export interface Identity {
  user_id: number
}

/** What every authenticated operation uses beside its own parts. */
export const authenticationUses = ['tokens.find', 'tokens.noteUse'] as const

/** Who is asking? Missing, malformed, unknown, expired and revoked tokens are one and the same problem. */
export const authenticate = async (
  authorization: string | undefined,
  parts: Parts,
  registry: Registry,
): Promise<Identity> => {
  const claim = authenticate.claim(authorization)
  if (!claim) throw new Problem('unauthenticated')
  const { tokens } = supply(authenticationUses, registry, parts)
  const token = await tokens.find(claim)
  const now = parts.clock.now()
  if (!isGood(token, now)) throw new Problem('unauthenticated')
  // The request does not wait for it: one that is lost is made up for by the next.
  tokens.noteUse(token, now)
  return { user_id: claim.user_id }
}

/** Whom the header claims to be; costs no read. */
authenticate.claim = (authorization: string | undefined): ReadToken | undefined =>
  readToken(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')

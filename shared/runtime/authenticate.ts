import type { Tokens } from '../data/account/tokens.ts'
import { mayDo, type Scope } from '../domain/account/scope.ts'
import { type ReadToken, readToken } from '../domain/account/token.ts'
import { isGood } from '../domain/account/token-view.ts'
import { Problem } from '../words/problem.ts'

export interface Identity {
  user_id: number
  /** Scope of the token. */
  scope: Scope
}

/** Services of every authenticated operation, in addition to its own. */
export const authenticationUses = ['tokens.find', 'tokens.noteUse'] as const

/**
 * Is it who it claims to be, and may it do that? Unknown, expired and revoked tokens are the same
 * problem as a missing or malformed one.
 */
export const authenticate = async (
  claim: ReadToken,
  wanted: Scope,
  tokens: Pick<Tokens, 'find' | 'noteUse'>,
  now: number,
): Promise<Identity> => {
  const token = await tokens.find(claim)
  if (!isGood(token, now)) throw new Problem('unauthenticated')
  if (token.suspended_at !== undefined) throw new Problem('account_suspended')
  if (!mayDo(token.scope, wanted)) throw new Problem('not_permitted')
  // The request does not wait for it: one that is lost is made up for by the next.
  void tokens.noteUse(token, now)
  return { user_id: claim.user_id, scope: token.scope ?? 'all' }
}

/** The token that the header claims; undefined if it is missing or malformed. Costs no read. */
authenticate.claim = (authorization: string | undefined): ReadToken | undefined =>
  readToken(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')

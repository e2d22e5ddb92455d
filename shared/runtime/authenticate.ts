import type { Tokens } from '../data/account/tokens.ts'
import { mayDo, type Scope } from '../domain/account/scope.ts'
import { type ReadToken, readToken } from '../domain/account/token.ts'
import { isGood } from '../domain/account/token-view.ts'
import { Problem } from '../words/problem.ts'

export interface Identity {
  user_id: number
  scope: Scope
}

export const authenticationUses = ['tokens.find', 'tokens.noteUse'] as const

/** Checks the token. Unknown, expired and revoked tokens get the same error as missing tokens. */
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
  // Not awaited, because a later request repeats a lost write.
  void tokens.noteUse(token, now)
  return { user_id: claim.user_id, scope: token.scope ?? 'all' }
}

authenticate.claim = (authorization: string | undefined): ReadToken | undefined =>
  readToken(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')

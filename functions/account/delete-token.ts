import { tokenId, tokenNumber } from '../../shared/domain/account/token.ts'
import { deleteToken } from '../../shared/operations/account.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/**
 * Deletes a token. If two requests delete each other's token, the second fails, because its token
 * is gone.
 */
export const handler = http(deleteToken, async ({ user_id, token_id, id }, { tokens }) => {
  const stored = await tokens.list(user_id)
  const isNamed = ({ hash }: { hash: string }) => tokenNumber(hash) === id
  const token = found(
    stored.find((one) => isNamed(one) && one.revoked_at === undefined),
    'token_not_found',
  )
  if (tokenId(token.hash) === token_id) throw new Problem('token_in_use')
  const by = found(
    stored.find(({ hash }) => tokenId(hash) === token_id),
    'unauthenticated',
  )
  const outcome = await tokens.remove(token, by)
  if (outcome === 'refused') throw new Problem('unauthenticated')
  if (outcome === 'missing') throw new Problem('token_not_found')
  return { message: 'Token deleted successfully' }
})

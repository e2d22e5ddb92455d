import { hashToken, secretBytes, tokenEnding, tokenId, writeToken } from '../../shared/domain/account/token.ts'
import { isGood, type Token, tokensMax, tokenView } from '../../shared/domain/account/token-view.ts'
import { createToken } from '../../shared/operations/account.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Creates a token. A request that is repeated after a crash replaces its first attempt's token,
 * because that token's text is lost.
 */
export const handler = http(createToken, async (request, { tokens, clock, random }) => {
  const { user_id, token_id, newId } = request
  const { name, scope, expires_in_days } = await request.body()
  const now = clock.now()
  const stored = await tokens.list(user_id)
  const by = found(
    stored.find(({ hash }) => tokenId(hash) === token_id),
    'unauthenticated',
  )
  const lost = stored.find(({ request_id }) => request_id === newId)
  if (!lost && stored.filter((token) => isGood(token, now)).length >= tokensMax) throw new Problem('too_many_tokens')
  const ends = [by.expires_at, expires_in_days && now + expires_in_days * dayMs].filter((end) => end !== undefined)
  const written = writeToken(user_id, random.bytes(secretBytes))
  const token: Token = {
    hash: hashToken(written),
    user_id,
    name,
    ending: tokenEnding(written),
    scope: scope === 'all' ? undefined : scope,
    request_id: newId,
    created_at: now,
    expires_at: ends.length ? Math.min(...ends) : undefined,
  }
  if (!(await tokens.issue(token, by, lost))) throw new Problem('unauthenticated')
  return { message: 'Token created successfully', data: { ...tokenView(token, token_id), token: written } }
})

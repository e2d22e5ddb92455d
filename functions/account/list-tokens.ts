import { tokenView } from '../../shared/domain/account/token-view.ts'
import { listTokens } from '../../shared/operations/account.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listTokens, async ({ user_id, token_id }, { tokens }) => {
  const held = (await tokens.list(user_id)).filter(({ revoked_at }) => revoked_at === undefined)
  const sorted = held.toSorted((one, other) => other.created_at - one.created_at || one.hash.localeCompare(other.hash))
  return { data: sorted.map((token) => tokenView(token, token_id)) }
})

import * as z from 'zod'
import { scopes } from '../domain/account/scope.ts'
import { TokenItem } from '../domain/account/token-view.ts'
import { integer, oneOf, optional, text } from '../words/fields.ts'
import { form } from '../words/form.ts'
import { http } from './define.ts'

export const getMe = http({
  id: 'get-me',
  area: 'account',
  method: 'GET',
  path: '/user/me',
  summary: 'Get the account and its balance',
  description: 'Use it to test a token.',
  returns: z.object({ id: z.int(), name: z.string(), email: z.string(), total_balance: z.number() }),
  uses: ['ledger.balance', 'users.find'],
})

export const listTokens = http({
  id: 'list-tokens',
  area: 'account',
  method: 'GET',
  path: '/user/tokens',
  summary: 'List the API tokens of the account',
  description:
    'Shows what each token may do, and its last characters; never the token. `token_id` is what versions of assistants name. `in_use` marks the token of this request. `last_used_at` is known to the day.',
  returns: z.object({ data: z.array(TokenItem) }),
  uses: ['tokens.list'],
})

export const createToken = http({
  id: 'create-token',
  area: 'account',
  method: 'POST',
  path: '/user/tokens',
  summary: 'Create an API token',
  description:
    'Only this answer shows the token: its hash is stored. `scope` is what the token may do. A token with an end creates no token that ends later. A repetition with the same Idempotency-Key must use the same token.',
  scope: 'all',
  agents: false,
  showsSecret: true,
  body: form({
    name: text({ max: 64 }),
    scope: oneOf(scopes),
    expires_in_days: optional(integer({ min: 1, max: 3650 })),
  }),
  status: 201,
  returns: z.object({ message: z.string(), data: TokenItem.extend({ token: z.string() }) }),
  problems: ['too_many_tokens'],
  uses: ['clock', 'random', 'tokens.issue', 'tokens.list'],
})

export const deleteToken = http({
  id: 'delete-token',
  area: 'account',
  method: 'DELETE',
  path: '/user/tokens/{id}',
  summary: 'Delete an API token',
  description:
    'The token is refused from its next request on. A token does not delete itself, so at least one token that may do everything is left.',
  missing: 'token_not_found',
  // Not offered to agents: a model that deletes tokens could lock out its user.
  agents: false,
  problems: ['token_in_use'],
  returns: z.object({ message: z.string() }),
  uses: ['tokens.list', 'tokens.remove'],
})

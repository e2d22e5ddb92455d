import * as z from 'zod'
import { plainTime } from '../../words/time.ts'
import { type Scope, scopes } from './scope.ts'
import { tokenId, tokenNumber } from './token.ts'

export interface Token {
  hash: string
  user_id: number
  /** Absent for operators' tokens. */
  name?: string
  ending: string
  /** Absent: `all`. */
  scope?: Scope
  /**
   * Id of the request that created the token. After a crash, the token's text is lost, so the
   * repeated request replaces the token.
   */
  request_id?: number
  created_at: number
  expires_at?: number
  revoked_at?: number
  /** Rounded to the day; absent while the token was used only on its first day. */
  last_used_at?: number
  suspended_at?: number
}

export const tokensMax = 100

export const isGood = (token: Token | undefined, now: number): token is Token =>
  token !== undefined && !token.revoked_at && (token.expires_at === undefined || now < token.expires_at)

export const TokenItem = z.object({
  id: z.int(),
  token_id: z.string(),
  name: z.string().nullable(),
  ending: z.string(),
  scope: z.enum(scopes),
  in_use: z.boolean(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})

const timeOrNull = (time: number | undefined) => (time === undefined ? null : plainTime(time))

export const tokenView = (token: Token, own: string): z.input<typeof TokenItem> => ({
  id: tokenNumber(token.hash),
  token_id: tokenId(token.hash),
  name: token.name ?? null,
  ending: token.ending,
  scope: token.scope ?? 'all',
  in_use: tokenId(token.hash) === own,
  created_at: plainTime(token.created_at),
  expires_at: timeOrNull(token.expires_at),
  last_used_at: timeOrNull(token.last_used_at),
})

import * as z from 'zod'
import { plainTime } from '../../words/time.ts'
import { type Scope, scopes } from './scope.ts'
import { tokenId, tokenNumber } from './token.ts'

/** A token as it is stored. */
export interface Token {
  hash: string
  user_id: number
  /** Name that the user gave it. Tokens that an operator made have none. */
  name?: string
  /** The last characters of the token, so that a person can tell tokens apart. */
  ending: string
  /** Its scope; `all` when absent. */
  scope?: Scope
  /**
   * Id of the request that made it. A request that is run again after a crash replaces that token,
   * because its text is lost.
   */
  request_id?: number
  /** Epoch milliseconds. */
  created_at: number
  expires_at?: number
  revoked_at?: number
  /** To the day; absent until it is used on a day after the one on which it was made. */
  last_used_at?: number
  /** Its account is suspended: kept here too, so that a request reads nothing more. */
  suspended_at?: number
}

/** Tokens that a user may have, without those that have ended or were revoked. */
export const tokensMax = 100

/** May this token still be used? */
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

/** A token as clients see it; `own` is the id of the token that asks. */
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

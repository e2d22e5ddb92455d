import type { Scope } from '../../domain/account/scope.ts'
import type { ReadToken } from '../../domain/account/token.ts'
import { balanceKey, tokenKey } from '../../table/keys.ts'
import { exists, isNew, type Table, when } from '../../table/table.ts'

export interface Token {
  hash: string
  user_id: number
  /** The last characters of the token, so that a person can tell tokens apart. */
  ending: string
  /** What it may do; everything when it is absent. */
  scope?: Scope
  /** Epoch milliseconds. */
  created_at: number
  expires_at?: number
  revoked_at?: number
  /** To the day; absent until it is used on a day after the one on which it was made. */
  last_used_at?: number
  /** Its account is suspended: kept here too, so that a request reads nothing more. */
  suspended_at?: number
}

export interface Tokens {
  find(token: ReadToken): Promise<Token | undefined>
  /** Fails for an account that is suspended: none of its tokens may lack the mark. */
  create(token: Token): Promise<void>
  /** False when there is no such token. */
  revoke(token: ReadToken, now: number): Promise<boolean>
  list(user_id: number): Promise<Token[]>
  /** Notes that a token is in use, once a day. */
  noteUse(token: Token, now: number): Promise<void>
  /** Marks all tokens of a suspended account. */
  suspend(user_id: number, now: number): Promise<void>
  resume(user_id: number): Promise<void>
}

/** How exactly the last use is known: noting each would be a write with each request. */
const useMs = 24 * 60 * 60_000

export const tokens = ({ table }: { table: Table }): Tokens => {
  const list = (user_id: number) => table.query<Token>({ pk: tokenKey(user_id, '').pk })

  return {
    find: ({ user_id, hash }) => table.get<Token>(tokenKey(user_id, hash)),
    create: async (token) => {
      const written = await table.write([
        { put: { ...tokenKey(token.user_id, token.hash), ...token }, when: isNew },
        { check: balanceKey(token.user_id), when: when('attribute_not_exists(#suspended_at)') },
      ])
      if (!written.done) throw new Error('A token with this hash exists, or its account is suspended')
    },
    revoke: async ({ user_id, hash }, now) => {
      const written = await table.write([{ update: tokenKey(user_id, hash), set: { revoked_at: now }, when: exists }])
      return written.done
    },
    list,
    noteUse: async ({ user_id, hash, created_at, last_used_at }, now) => {
      if (now < (last_used_at ?? created_at) + useMs) return
      await table.write([{ update: tokenKey(user_id, hash), set: { last_used_at: now }, when: exists }])
    },
    suspend: async (user_id, suspended_at) => {
      for (const { hash } of await list(user_id))
        await table.write([{ update: tokenKey(user_id, hash), set: { suspended_at }, when: exists }])
    },
    resume: async (user_id) => {
      for (const { hash } of await list(user_id))
        await table.write([{ update: tokenKey(user_id, hash), remove: ['suspended_at'], when: exists }])
    },
  }
}

/** May this token still be used? */
export const isGood = (token: Token | undefined, now: number): token is Token =>
  token !== undefined && !token.revoked_at && (token.expires_at === undefined || now < token.expires_at)

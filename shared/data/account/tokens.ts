import type { ReadToken } from '../../domain/account/token.ts'
import type { Token } from '../../domain/account/token-view.ts'
import { balanceKey, tokenKey } from '../../table/keys.ts'
import { exists, isNew, type Table, when } from '../../table/table.ts'

export interface Tokens {
  find(token: ReadToken): Promise<Token | undefined>
  /** Fails for a suspended account, because the new token would have no `suspended_at`. */
  create(token: Token): Promise<void>
  /**
   * Also deletes `lost`, the token of a crashed attempt of the same request. False when the token
   * `by` is deleted, revoked or suspended.
   */
  issue(token: Token, by: Token, lost: Token | undefined): Promise<boolean>
  /** `refused`: the token `by` is deleted, revoked or suspended. */
  remove(token: Token, by: Token): Promise<'removed' | 'missing' | 'refused'>
  revoke(token: ReadToken, now: number): Promise<boolean>
  list(user_id: number): Promise<Token[]>
  /** Writes at most once a day. */
  noteUse(token: Token, now: number): Promise<void>
  suspend(user_id: number, now: number): Promise<void>
  resume(user_id: number): Promise<void>
}

const keyOf = ({ user_id, hash }: ReadToken) => tokenKey(user_id, hash)

const expiry = ({ expires_at }: Token) =>
  expires_at === undefined ? {} : { expires_at_seconds: Math.ceil(expires_at / 1000) + 30 * 24 * 60 * 60 }

const isHeld = when(
  'attribute_exists(#pk) AND attribute_not_exists(#revoked_at) AND attribute_not_exists(#suspended_at)',
)

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
    issue: async (token, by, lost) => {
      const written = await table.write([
        { put: { ...keyOf(token), ...token, ...expiry(token) }, when: isNew },
        { check: keyOf(by), when: isHeld },
        ...(lost ? [{ delete: keyOf(lost) }] : []),
      ])
      if (!written.done && written.failed[0]) throw new Error('A token with this hash exists')
      return written.done
    },
    remove: async (token, by) => {
      const written = await table.write([
        { delete: keyOf(token), when: exists },
        { check: keyOf(by), when: isHeld },
      ])
      if (written.done) return 'removed'
      return written.failed[1] ? 'refused' : 'missing'
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

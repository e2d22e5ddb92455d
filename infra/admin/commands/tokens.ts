import { type Scope, scopes } from '../../../shared/domain/account/scope.ts'
import {
  hashToken,
  type ReadToken,
  secretBytes,
  tokenEnding,
  tokenId,
  writeToken,
} from '../../../shared/domain/account/token.ts'
import { isoTime } from '../../../shared/words/time.ts'
import { type Command, command } from '../command.ts'
import { expiry, oneOf, optional, token, tokenMark, user } from '../options.ts'
import { refuse } from '../refusal.ts'
import type { AdminTools } from '../tools.ts'
import { known, timeOrNull } from './known.ts'

export const tokenCommands: Command[] = [
  command({
    name: 'token create',
    summary:
      'Gives a user one more API token, which is shown only now: to look, to do the daily work, or for all there is.',
    options: { user: user(), scope: optional(oneOf(scopes)), expires: optional(expiry()) },
    run: async ({ user, scope = 'all', expires }, tools) => {
      await known(tools, user)
      const { account } = await tools.accounts.means(user)
      if (account.suspended_at !== undefined) refuse('The account is suspended: run user resume first.')
      const now = tools.clock.now()
      const expires_at = expires?.(now)
      if (expires_at !== undefined && expires_at <= now) refuse('--expires must be in the future.')
      return { token: await newToken(tools, user, { scope, expires_at }), scope, expires_at: timeOrNull(expires_at) }
    },
  }),
  command({
    name: 'token revoke',
    summary: 'Makes a token useless from now on: the token itself, or one of a user by what token list shows of it.',
    options: { token: optional(token()), user: optional(user()), id: optional(tokenMark()) },
    run: async ({ token, user, id }, tools) => {
      const named = token ?? (user !== undefined && id !== undefined ? await tokenNamed(tools, user, id) : undefined)
      if (!named) return refuse('Name the token: --token TOKEN, or --user ID with --id ID from token list.')
      const revoked = await tools.tokens.revoke(named, tools.clock.now())
      return revoked ? { revoked } : refuse('No such token exists.')
    },
  }),
  command({
    name: 'token list',
    summary: "A user's tokens, by id and last characters; when each was last used, to the day.",
    options: { user: user() },
    run: async ({ user }, tools) => {
      await known(tools, user)
      return (await tools.tokens.list(user)).map(
        ({ hash, ending, scope = 'all', created_at, expires_at, ...token }) => ({
          id: tokenId(hash),
          ending,
          scope,
          created_at: isoTime(created_at),
          expires_at: timeOrNull(expires_at),
          last_used_at: timeOrNull(token.last_used_at),
          revoked_at: timeOrNull(token.revoked_at),
        }),
      )
    },
  }),
]

export const newToken = async (
  { tokens, clock, random }: AdminTools,
  user_id: number,
  { scope, expires_at }: { scope?: Scope; expires_at?: number } = {},
): Promise<string> => {
  const written = writeToken(user_id, random.bytes(secretBytes))
  const ending = tokenEnding(written)
  const narrowed = scope === 'all' ? undefined : scope
  await tokens.create({
    hash: hashToken(written),
    user_id,
    ending,
    scope: narrowed,
    created_at: clock.now(),
    expires_at,
  })
  return written
}

const tokenNamed = async ({ tokens }: AdminTools, user_id: number, mark: string): Promise<ReadToken> => {
  const named = (await tokens.list(user_id)).filter(({ hash, ending }) => mark === tokenId(hash) || mark === ending)
  const [only, another] = named
  if (!only) return refuse('No such token exists.')
  return another ? refuse('Several tokens end like that: give the id of one.') : { user_id, hash: only.hash }
}

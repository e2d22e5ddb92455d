import { createHash } from 'node:crypto'
import { documented, flag, optional, text, variables } from '../../words/fields.ts'
import { form } from '../../words/form.ts'
import { readIdPair } from '../../words/id.ts'
import { webMinute } from '../reference/prices.ts'
import type { Call, OpenCall } from './call.ts'
import type { CallRef } from './call-ref.ts'
import { begunCall, type Caller } from './new-call.ts'
import { overAt } from './placement.ts'

export const joinMsMax = 60_000

export const neverJoined = 'Nobody joined the call within a minute.'

export interface TokenSigner {
  engine: string
  sign(identity: string, until: number): string
}

interface Expecting {
  assistant: Caller
  rollout?: Call['rollout'] | undefined
  /** Caller ID of a transfer; undefined for a user without numbers. */
  number: string | undefined
  secret: string
  visit?: { maxSeconds: number } | undefined
}

export const newWebCall = (
  { assistant, rollout, number, secret, visit }: Expecting,
  now: number,
): Omit<OpenCall, 'id'> => ({
  ...begunCall({ assistant, rollout, carrier_minute: webMinute }, now),
  type: 'web',
  page: { hash: hashOfSecret(secret) },
  status: 'initiated',
  assistant_phone_number: number ?? '',
  client_phone_number: '',
  is_visit: visit !== undefined,
  max_duration_seconds: Math.min(assistant.max_duration, visit?.maxSeconds ?? Number.POSITIVE_INFINITY),
  placement: { phase: 'expected', until: now + joinMsMax },
})

/** The carrier allows only letters, digits and underscores in identities. */
export const writeIdentity = ({ user_id, call_id }: CallRef): string => `call_${user_id}_${call_id}`

export const readIdentity = (identity: string): CallRef | undefined => {
  const [, ids] = /^call_(\d+_\d+)$/.exec(identity) ?? []
  const pair = readIdPair(ids?.replace('_', '-'))
  return pair && { user_id: pair[0], call_id: pair[1] }
}

/**
 * Request field with a visitor's key, by which the visitor keeps one assistant version during a
 * rollout. Only its hash is stored.
 */
const visitorKey = () => optional(text({ max: 255 }))

const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export const writeFollowToken = ({ user_id, call_id }: CallRef, secret: string): string =>
  `${user_id}-${call_id}.${secret}`

export const readFollowToken = (token: string): { ref: CallRef; hash: string } | undefined => {
  const [ids, secret] = token.split('.')
  const pair = readIdPair(ids)
  return pair && secret ? { ref: { user_id: pair[0], call_id: pair[1] }, hash: hashOfSecret(secret) } : undefined
}

/** Milliseconds without a request after which a page counts as lost. Pages poll every 2 s. */
const pageLostMs = 15_000
const pageSeenMs = 3_000

/**
 * Returns the time at which the page counts as lost. A hidden page has no such time, because phones
 * may stop its timers. `same`: the stored time stays.
 */
export const pageUntil = (
  { page }: Pick<Call, 'page'>,
  isHidden: boolean,
  now: number,
): number | undefined | 'same' => {
  const until = page?.until
  if (isHidden) return until === undefined ? 'same' : undefined
  return until !== undefined && now + pageLostMs - until < pageSeenMs ? 'same' : now + pageLostMs
}

/** Milliseconds after a call's end during which its page can still read the transcript. */
const followMsMax = 60 * 60_000

export const mayFollow = (call: Pick<Call, 'page' | 'placement'>, hash: string, now: number): boolean =>
  call.page?.hash === hash && now <= (overAt(call) ?? now) + followMsMax

export const isPageLost = ({ page }: Pick<Call, 'page'>, now: number): boolean =>
  page?.until !== undefined && now >= page.until

const typed = () => optional(flag())

export const WebCallDraft = form({
  variables: optional(variables()),
  visitor_key: visitorKey(),
  typed: typed(),
  draft: optional(flag()),
})

export const VisitDraft = form({
  assistant_id: documented(text({ max: 100 }), { type: 'string' }),
  variables: optional(variables()),
  visitor_key: visitorKey(),
  typed: typed(),
})

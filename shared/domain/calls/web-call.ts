import { documented, flag, optional, text, variables } from '../../words/fields.ts'
import { form } from '../../words/form.ts'
import { readIdPair } from '../../words/id.ts'
import { webMinute } from '../reference/prices.ts'
import type { Call } from './call.ts'
import type { CallRef } from './call-ref.ts'
import { begunCall, type Caller } from './new-call.ts'

/** Time in which a page may join. */
export const joinMsMax = 60_000

export const neverJoined = 'Nobody joined the call within a minute.'

/** Signs a token with which this identity may make a call until then, epoch milliseconds. */
export type SignToken = (identity: string, until: number) => { engine: string; token: string }

interface Expecting {
  assistant: Caller
  rollout_id?: number | undefined
  rollout_person?: string | undefined
  /** Shown by a transfer to a phone. Undefined for a user without one. */
  number: string | undefined
  /** Limits of the widget, of a visitor's call. */
  visit?: { maxSeconds: number } | undefined
}

/** A web call that a page may join from now on. */
export const newWebCall = (
  { assistant, rollout_id, rollout_person, number, visit }: Expecting,
  now: number,
): Omit<Call, 'id'> => ({
  ...begunCall({ assistant, rollout_id, carrier_minute: webMinute }, now),
  ...(rollout_person !== undefined && { rollout_person }),
  type: 'web',
  status: 'initiated',
  assistant_phone_number: number ?? '',
  client_phone_number: '',
  is_visit: visit !== undefined,
  max_duration_seconds: Math.min(assistant.max_duration, visit?.maxSeconds ?? Number.POSITIVE_INFINITY),
  placement: { phase: 'expected', until: now + joinMsMax },
})

/** The caller that the carrier reports. It takes letters, digits and underscores. */
export const writeIdentity = ({ user_id, call_id }: CallRef): string => `call_${user_id}_${call_id}`

export const readIdentity = (identity: string): CallRef | undefined => {
  const [, ids] = /^call_(\d+_\d+)$/.exec(identity) ?? []
  const pair = readIdPair(ids?.replace('_', '-'))
  return pair && { user_id: pair[0], call_id: pair[1] }
}

/** Names a visitor, who keeps one version during a rollout. Only its hash is stored. */
const visitorKey = () => optional(text({ max: 255 }))

export const WebCallDraft = form({
  variables: optional(variables()),
  visitor_key: visitorKey(),
  draft: optional(flag()),
})

export const VisitDraft = form({
  assistant_id: documented(text({ max: 100 }), { type: 'string' }),
  variables: optional(variables()),
  visitor_key: visitorKey(),
})

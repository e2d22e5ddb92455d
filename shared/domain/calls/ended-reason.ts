import type { Refusal, RefusalSort } from '../../words/refusal.ts'
import type { Obstacle } from '../account/account.ts'
import type { Call, EndedBy, EndedReason } from './call.ts'
import { endedBy } from './call-life.ts'
import { endOf } from './leg.ts'
import { outcomeOf } from './placement.ts'

export type Endable = Pick<
  Call,
  | 'answered_by'
  | 'cause'
  | 'closed_at'
  | 'duration'
  | 'ended_by'
  | 'hang_up'
  | 'legs'
  | 'max_duration_seconds'
  | 'on_machine'
  | 'placement'
  | 'refusal'
>

const technicalFailures: ReadonlySet<EndedReason | undefined> = new Set([
  'carrier_failed',
  'carrier_refused_account',
  'carrier_refused_number',
  'line_lost',
  'model_failed',
] as const)

export const hasFailed = (call: Endable): boolean => technicalFailures.has(endedReasonOf(call))

export const reasonOfObstacle: Record<Obstacle, EndedReason> = {
  suspended: 'not_allowed_now',
  country: 'country_not_allowed',
  busy: 'limit_reached',
  held: 'no_money',
  balance: 'no_money',
}

const reasonOfSort: Record<RefusalSort, EndedReason> = {
  recipient: 'carrier_failed',
  country: 'country_not_allowed',
  our_number: 'carrier_refused_number',
  account: 'carrier_refused_account',
  rate: 'carrier_failed',
  ours: 'carrier_failed',
}

/** SIP codes: 603 Decline, 607 Unwanted (RFC 8197). */
const declining: readonly (number | undefined)[] = [603, 607]

const reasonOfRefusal = (refusal: Refusal): EndedReason => {
  if (refusal.sort === 'recipient' && refusal.is_final) return 'invalid_number'
  return declining.includes(refusal.code) ? 'declined' : reasonOfSort[refusal.sort]
}

const reasonOfEnder: Record<EndedBy, EndedReason> = {
  customer: 'customer_hung_up',
  assistant: 'assistant_hung_up',
  limit: 'max_duration',
}

/** Returns the seconds before the time limit at which a farewell may begin, plus 2 for rounding. */
const farewellSecondsMax = (limitSeconds: number): number => Math.min(15, limitSeconds / 4) + 2

export const endedReasonOf = (call: Endable): EndedReason | undefined => {
  if (call.closed_at === undefined) return undefined
  switch (outcomeOf(call)) {
    case 'busy':
      return 'busy'
    case 'no-answer':
      return 'no_answer'
    case 'completed':
      return reasonOfConversation(call)
    case 'failed':
    case undefined:
      return call.cause ?? (call.refusal ? reasonOfRefusal(call.refusal) : 'carrier_failed')
  }
}

const reasonOfConversation = (call: Endable): EndedReason => {
  const { cause, hang_up, legs, max_duration_seconds } = call
  const by = endedBy(call)
  if (call.answered_by === 'machine') {
    if (cause === 'fax') return 'fax'
    if (call.on_machine === 'leave message' && call.ended_by === 'assistant') return 'voicemail_message_left'
    if (hang_up === 'assistant') return 'voicemail'
  }
  if (hang_up === 'user') return 'steered'
  if (cause) return cause
  const wasTransferred = legs.some((leg) => endOf(leg)?.outcome === 'connected')
  if (wasTransferred && by !== 'limit') return 'transferred'
  // `limit` can also mean a long silence. Such a call ends before the time limit.
  const isEarly = call.duration < max_duration_seconds - farewellSecondsMax(max_duration_seconds)
  if (by === 'limit' && isEarly && !wasTransferred) return 'silence'
  return by ? reasonOfEnder[by] : 'unknown'
}

import type { OwnedNumber } from '../account/number.ts'
import { platformFeePerMinute, priceFor } from '../reference/prices.ts'
import type { Call } from './call.ts'
import { wished, wishesOf } from './call-notices.ts'
import { type Caller, transcriptionPrice } from './new-call.ts'

interface Incoming {
  assistant: Caller
  number: OwnedNumber
  /** E.164, or what the carrier says of a caller who hides: `anonymous`. */
  from: string
  carrier_sid: string
  is_attested: boolean
  /** The rollout in which the call counts. */
  rollout_id?: number | undefined
}

/**
 * A call that rings at one of our numbers. The carrier knows no limit for it, so ours are watched
 * by its deadline.
 */
export const newIncomingCall = (
  { assistant, number, from, carrier_sid, is_attested, rollout_id }: Incoming,
  now: number,
): Omit<Call, 'id'> => ({
  user_id: number.user_id,
  type: 'inbound',
  status: 'ringing',
  assistant_id: assistant.id,
  assistant_name: assistant.name,
  assistant_version: assistant.version,
  ...(rollout_id !== undefined && { rollout_id }),
  assistant_phone_number: number.phone_number,
  client_phone_number: from,
  ...(is_attested && { is_attested: true as const }),
  max_duration_seconds: assistant.max_duration,
  ends_on_voicemail: false,
  records: assistant.record,
  // Calling rules are about whom we call.
  announces: wished(wishesOf(assistant)),
  placement: { phase: 'received', asked_at: now },
  carrier_sid,
  answered_by: 'unknown',
  duration: 0,
  carrier_minute: priceFor(number.country_code).call_minute,
  platform_minute: platformFeePerMinute,
  transcription_minute: transcriptionPrice(assistant),
  carrier_cost: 0,
  total_cost: 0,
  updated_at: now,
  revision: 1,
})

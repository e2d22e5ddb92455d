import type { OwnedNumber } from '../account/number.ts'
import { priceFor } from '../reference/prices.ts'
import type { Call } from './call.ts'
import { begunCall, type Caller } from './new-call.ts'

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
  ...begunCall({ assistant, rollout_id, carrier_minute: priceFor(number.country_code).call_minute }, now),
  type: 'inbound',
  status: 'ringing',
  assistant_phone_number: number.phone_number,
  client_phone_number: from,
  is_attested,
  placement: { phase: 'received', asked_at: now },
  carrier_sid,
})

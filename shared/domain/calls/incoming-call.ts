import type { OwnedNumber } from '../account/number.ts'
import { priceFor } from '../reference/prices.ts'
import type { Call, OpenCall } from './call.ts'
import { begunCall, type Caller } from './new-call.ts'

interface Incoming {
  assistant: Caller
  number: OwnedNumber
  /** E.164, or the carrier's word for a hidden caller: `anonymous`. */
  from: string
  carrier_sid: string
  is_attested: boolean
  rollout?: Call['rollout'] | undefined
}

export const newIncomingCall = (
  { assistant, number, from, carrier_sid, is_attested, rollout }: Incoming,
  now: number,
): Omit<OpenCall, 'id'> => ({
  ...begunCall({ assistant, rollout, carrier_minute: priceFor(number.country_code).call_minute }, now),
  type: 'inbound',
  status: 'ringing',
  assistant_phone_number: number.phone_number,
  client_phone_number: from,
  is_attested,
  placement: { phase: 'received', asked_at: now },
  carrier_sid,
})

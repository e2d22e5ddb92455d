import { type CallerId, callerIdDueAt, callerIdNameOf } from '../../domain/account/caller-id.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'

type Settling = Dependencies<
  'callerIds.end' | 'callerIds.find' | 'callerIds.verify' | 'carrier.fetchCallerId' | 'clock'
>

/** Asks the carrier whether the number is verified, because the carrier's report may be lost. */
export const settleCallerId = async (services: Settling, callerId: CallerId, log: Log): Promise<void> => {
  const { callerIds, carrier, clock } = services
  const { user_id, id, phone_number } = callerId
  if (callerId.state !== 'pending' || clock.now() < callerIdDueAt(callerId)) return
  const held = await carrier.fetchCallerId(phone_number)
  const isVerified = held?.name === callerIdNameOf(callerId)
  const isOver = isVerified
    ? await callerIds.verify(callerId, held.carrier_sid)
    : await callerIds.end(callerId, 'expired')
  if (isOver) log.info(isVerified ? 'a caller id was verified' : 'a caller id expired', { user_id, number_id: id })
}

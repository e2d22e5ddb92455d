import { reportCall } from '../../shared/actions/report-call.ts'
import { receiveIncomingStatus } from '../../shared/operations/calls.ts'
import { readCallStatus } from '../../shared/providers/twilio/words.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** The end of an incoming call. The number reports it by the carrier's name for it; one that was rejected is none of ours. */
export const handler = callback(receiveIncomingStatus, async ({ form, log }, { calls, advanceCallQueue, clock }) => {
  const carrier_sid = form.CallSid ?? ''
  const ref = await calls.ofCarrier(carrier_sid)
  if (!ref) return undefined
  const parts = { calls: { apply: calls.applyIncoming }, advanceCallQueue, dispatchCampaignQueue: undefined, clock }
  await reportCall(parts, ref, { ...readCallStatus(form.CallStatus, form.CallDuration), carrier_sid }, log)
  return undefined
})

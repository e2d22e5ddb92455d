import { logMove } from '../../shared/domain/calls/call-log.ts'
import { receiveIncomingStatus } from '../../shared/operations/calls.ts'
import { readCallStatus } from '../../shared/providers/twilio/words.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** The end of an incoming call. The number reports it by the carrier's name for it; one that was rejected is none of ours. */
export const handler = callback(receiveIncomingStatus, async ({ form, log }, { calls, advanceCallQueue, clock }) => {
  const carrier_sid = form.CallSid ?? ''
  const ref = await calls.ofCarrier(carrier_sid)
  const applied =
    ref &&
    (await calls.applyIncoming(
      ref,
      { ...readCallStatus(form.CallStatus, form.CallDuration), carrier_sid },
      clock.now(),
    ))
  if (!applied) return undefined
  logMove(log, applied)
  const { call } = applied
  if (call.outcome && !call.charged_at) await advanceCallQueue.nudge(ref, call.closed_at ? 0 : evidenceSeconds)
  return undefined
})

/** When a call is over but nobody has said by whom, the word may still come. */
const evidenceSeconds = 16

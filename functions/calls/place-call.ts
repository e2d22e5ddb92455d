import { ringSeconds } from '../../shared/domain/call-life.ts'
import { writeCallRef } from '../../shared/domain/call-ref.ts'
import { placeCall } from '../../shared/operations/calls.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Asks the carrier once for each call. Whoever dies between the claim and the answer leaves an unknown, never a second dial. */
export const handler = worker(placeCall, async (ref, { calls, carrier, advanceCallQueue, clock, random }, log) => {
  const claim = Buffer.from(random.bytes(9)).toString('base64url')
  const call = await calls.claimDial(ref, claim, clock.now())
  if (!call) return
  const placement = await carrier.placeCall({
    ref: writeCallRef(ref),
    from: call.assistant_phone_number,
    to: call.client_phone_number,
    ring_seconds: ringSeconds,
    max_duration_seconds: call.max_duration_seconds,
    record: call.records,
    detect_machine: call.ends_on_voicemail,
  })
  if (placement.outcome === 'placed') {
    await calls.apply(ref, { carrier_sid: placement.carrier_sid }, clock.now())
    return
  }
  log.warn('call was not placed', { ...placement, call_id: ref.call_id })
  if (placement.outcome === 'refused') await calls.apply(ref, { not_placed: true }, clock.now())
  await advanceCallQueue.nudge(ref, placement.outcome === 'unknown' ? unknownLookSeconds : 0)
})

/** The first look for a call whose create request had no answer. */
const unknownLookSeconds = 20

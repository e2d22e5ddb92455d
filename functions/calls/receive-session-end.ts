import { logMove } from '../../shared/domain/call-log.ts'
import { readCallRef } from '../../shared/domain/call-ref.ts'
import { readSessionEnd } from '../../shared/domain/carrier-words.ts'
import { found } from '../../shared/domain/problem.ts'
import { hangUp } from '../../shared/domain/twiml.ts'
import { receiveSessionEnd } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** The conversation is over, which tells who ended it; the call itself is over only when its status says so. */
export const handler = callback(
  receiveSessionEnd,
  async ({ form, ref: path, log }, { calls, advanceCallQueue, clock }) => {
    const ref = found(readCallRef(path), 'call_not_found')
    const ended_by = readSessionEnd(form.SessionStatus, form.HandoffData)
    const applied = found(
      await calls.apply(ref, { progress: 'in-progress', ended_by, carrier_sid: form.CallSid }, clock.now()),
      'call_not_found',
    )
    logMove(log, applied)
    const { call } = applied
    if (call.closed_at && !call.charged_at) await advanceCallQueue.nudge(ref)
    return hangUp()
  },
)

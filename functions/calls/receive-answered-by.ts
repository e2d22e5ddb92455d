import { logMove } from '../../shared/domain/calls/call-log.ts'
import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { freedCampaign } from '../../shared/domain/dialling/campaign-call.ts'
import { found } from '../../shared/domain/problem.ts'
import { receiveAnsweredBy } from '../../shared/operations/calls.ts'
import { readAnsweredBy } from '../../shared/providers/twilio/words.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** A machine may have answered; when its assistant does not talk to machines, the worker ends the call. */
export const handler = callback(
  receiveAnsweredBy,
  async ({ form, ref: path, log }, { calls, advanceCallQueue, dispatchCampaignQueue, clock }) => {
    const ref = found(readCallRef(path), 'call_not_found')
    const report = { answered_by: readAnsweredBy(form.AnsweredBy), carrier_sid: form.CallSid }
    const applied = found(await calls.apply(ref, report, clock.now()), 'call_not_found')
    logMove(log, applied)
    const { call } = applied
    if (call.hang_up && !call.closed_at) await advanceCallQueue.nudge(ref)
    const freed = freedCampaign(applied)
    if (freed) await dispatchCampaignQueue.nudge(freed)
    return undefined
  },
)

import { logMove } from '../../shared/domain/calls/call-log.ts'
import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { freedCampaign } from '../../shared/domain/dialling/campaign-call.ts'
import { found } from '../../shared/domain/problem.ts'
import { receiveCallStatus } from '../../shared/operations/calls.ts'
import { readCallStatus } from '../../shared/providers/twilio/words.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** Carriers repeat and reorder these. Reports fold as evidence, so a late or duplicate one does nothing. */
export const handler = callback(
  receiveCallStatus,
  async ({ form, ref: path, log }, { calls, advanceCallQueue, dispatchCampaignQueue, clock }) => {
    const ref = found(readCallRef(path), 'call_not_found')
    const report = { ...readCallStatus(form.CallStatus, form.CallDuration), carrier_sid: form.CallSid }
    const applied = found(await calls.apply(ref, report, clock.now()), 'call_not_found')
    logMove(log, applied)
    const { before, call } = applied
    const hasClosed = call.closed_at !== undefined && before.closed_at === undefined
    if (call.outcome && (hasClosed || !call.charged_at))
      await advanceCallQueue.nudge(ref, call.closed_at ? 0 : evidenceSeconds)
    const freed = freedCampaign(applied)
    if (freed) await dispatchCampaignQueue.nudge(freed)
    return undefined
  },
)

/** When a call is over but nobody has said by whom, the word may still come. */
const evidenceSeconds = 16

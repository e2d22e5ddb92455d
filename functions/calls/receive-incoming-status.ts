import { reportCall } from '../../shared/actions/legs/report-call.ts'
import { receiveIncomingStatus } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** Applies a status report. Ignores calls that were rejected, which have no record. */
export const handler = callback(receiveIncomingStatus, async ({ report, log }, { calls, advanceCallQueue, clock }) => {
  const ref = await calls.ofCarrier(report.carrier_sid)
  if (!ref) return undefined
  const parts = { calls: { apply: calls.applyIncoming }, advanceCallQueue, dispatchCampaignQueue: undefined, clock }
  await reportCall(parts, ref, report, log)
  return undefined
})

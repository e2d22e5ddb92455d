import { reportCall } from '../../shared/actions/report-call.ts'
import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { found } from '../../shared/domain/problem.ts'
import { receiveCallStatus } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** Carriers repeat and reorder these. Reports fold as evidence, so a late or duplicate one does nothing. */
export const handler = callback(receiveCallStatus, async ({ report, ref: path, log }, services) => {
  const ref = found(readCallRef(path), 'call_not_found')
  found(await reportCall(services, ref, report, log), 'call_not_found')
  return undefined
})

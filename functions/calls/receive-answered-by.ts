import { reportCall } from '../../shared/actions/legs/report-call.ts'
import { readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { receiveAnsweredBy } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import { found } from '../../shared/words/problem.ts'

/**
 * Records whether a machine answered. If the assistant does not talk to machines, a worker then
 * ends the call.
 */
export const handler = callback(receiveAnsweredBy, async ({ report, ref: path, log }, services) => {
  const ref = found(readCallRef(path), 'call_not_found')
  found(await reportCall(services, ref, report, log), 'call_not_found')
  return undefined
})

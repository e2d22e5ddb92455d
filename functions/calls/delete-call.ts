import type { Call, CallDetail } from '../../shared/domain/calls/call.ts'
import { callRefOf } from '../../shared/domain/calls/call-ref.ts'
import { unchargedLegOf } from '../../shared/domain/calls/leg.ts'
import { deleteCall } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import type { Dependencies } from '../../shared/services.ts'
import { lost, untilWritten } from '../../shared/table/compare-and-set.ts'
import { found, Problem } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof deleteCall)['uses'][number]>

export const handler = http(deleteCall, async ({ user_id, id }, services) => {
  const { calls, conversations, clock } = services
  const ref = { user_id, call_id: id }
  const [known, [detail], talk] = await Promise.all([calls.find(ref), calls.details([ref]), conversations.find(ref)])
  const call = found(known, 'call_not_found')
  if (call.closed_at === undefined || unchargedLegOf(call)) throw new Problem('call_in_progress')
  if (call.charged_at === undefined) await calls.charge(call, clock.now())
  await Promise.all([removeWhole(call, detail, services), conversations.remove(ref, talk)])
  return { message: 'Call deleted successfully' }
})

/** Removes the recording, then the call. Starts again if a recording was stored meanwhile. */
const removeWhole = async (call: Call, detail: CallDetail | undefined, services: Services) => {
  const { calls, recordings } = services
  const ref = callRefOf(call)
  let seen = detail
  await untilWritten(services, 'call', async () => {
    if (seen?.recording_key) await recordings.remove(seen.recording_key)
    if (await calls.remove(call, seen?.recording_key)) return undefined
    ;[seen] = await calls.details([ref])
    return lost
  })
}

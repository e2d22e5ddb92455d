import { handleRefusal, logRefusal } from '../../shared/actions/dialling/handle-refusal.ts'
import { prepareTalk } from '../../shared/actions/legs/connect-assistant.ts'
import { reportCall } from '../../shared/actions/legs/report-call.ts'
import type { Report } from '../../shared/domain/calls/call-life.ts'
import { type CallRef, readCallRef } from '../../shared/domain/calls/call-ref.ts'
import { isOver } from '../../shared/domain/calls/placement.ts'
import { isCampaignCall } from '../../shared/domain/dialling/campaign-call.ts'
import { receiveCallStatus } from '../../shared/operations/calls.ts'
import { callback } from '../../shared/runtime/callback.ts'
import type { Dependencies } from '../../shared/services.ts'
import type { Log } from '../../shared/words/log.ts'
import { found } from '../../shared/words/problem.ts'

type Services = Dependencies<(typeof receiveCallStatus)['uses'][number]>

/**
 * Applies a status report. The carrier repeats and reorders reports; repeated reports change
 * nothing. While the phone rings, prepares the conversation.
 */
export const handler = callback(receiveCallStatus, async ({ report, ref: path, log }, services) => {
  const { assistants, calls, talkFunctions } = services
  const ref = found(readCallRef(path), 'call_not_found')
  if (report.refusal) await heed(ref, report, services, log)
  const { call } = found(await reportCall(services, ref, report, log), 'call_not_found')
  const { carrier_sid } = call
  if (report.progress !== 'ringing' || call.placement.phase !== 'ringing' || !carrier_sid) return undefined
  const [assistant, [detail]] = await Promise.all([
    assistants.find(ref.user_id, call.assistant_id, call.assistant_version),
    calls.details([ref]),
  ])
  await Promise.all([
    talkFunctions.wake(assistant?.llm_model_id ?? undefined),
    assistant && prepareTalk(services, { ref, call, carrier_sid, assistant, detail }),
  ])
  return undefined
})

/**
 * Applies the carrier's refusal to the campaign before the call ends, because refusals of ended
 * calls are ignored.
 */
const heed = async (ref: CallRef, { refusal, carrier_sid }: Report, services: Services, log: Log): Promise<void> => {
  const call = await services.calls.find(ref)
  const isOwn = call && (call.carrier_sid === undefined || call.carrier_sid === carrier_sid)
  if (!refusal || !isOwn || isOver(call)) return
  logRefusal(log, refusal)
  if (isCampaignCall(call)) await handleRefusal(services, call, refusal, log)
}

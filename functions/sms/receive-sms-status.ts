import { logRefusal } from '../../shared/actions/dialling/handle-refusal.ts'
import { suppress } from '../../shared/actions/opt-outs/suppress.ts'
import { logSmsMove } from '../../shared/domain/sms/sms-log.ts'
import { readSmsRef } from '../../shared/domain/sms/sms-ref.ts'
import { receiveSmsStatus } from '../../shared/operations/sms.ts'
import { callback } from '../../shared/runtime/callback.ts'
import { found } from '../../shared/words/problem.ts'

/**
 * Applies a report about an SMS. If the carrier's answer to the send request was lost, the first
 * report proves that the carrier has the SMS.
 */
export const handler = callback(receiveSmsStatus, async ({ report, ref: path, log }, services) => {
  const { sms, settleSmsQueue, clock } = services
  const seen = found(await sms.find(found(readSmsRef(path), 'sms_not_found')), 'sms_not_found')
  const { sms_sid, status, refusal } = report
  const isOptedOut = refusal?.sort === 'recipient' && refusal.opted_out
  const isOwn = seen.sms_sid === undefined || seen.sms_sid === sms_sid
  const { user_id, to } = seen
  if (isOptedOut && isOwn) await suppress(services, { user_id, phone_number: to, cause: 'carrier' })
  const now = clock.now()
  const applied = await sms.apply(seen, { sms_sid, status, refusal }, now)
  logSmsMove(log, applied, refusal?.code)
  if (refusal && applied.sms !== applied.before) logRefusal(log, refusal)
  const { put_off, id: sms_id } = applied.sms
  // The carrier was busy, so a worker sends the SMS again.
  if (put_off?.again_at !== undefined)
    await settleSmsQueue.nudge({ user_id, sms_id }, Math.max(0, Math.ceil((put_off.again_at - now) / 1000)))
  return undefined
})

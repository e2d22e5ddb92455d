import { found } from '../../shared/domain/problem.ts'
import { logSmsMove } from '../../shared/domain/sms/sms-log.ts'
import { readSmsRef } from '../../shared/domain/sms/sms-ref.ts'
import { receiveSmsStatus } from '../../shared/operations/sms.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** Carriers repeat and reorder these. If the carrier's answer was lost, the first one tells that it has the message. */
export const handler = callback(receiveSmsStatus, async ({ report, ref: path, log }, { sms, clock }) => {
  const seen = found(await sms.find(found(readSmsRef(path), 'sms_not_found')), 'sms_not_found')
  const { sms_sid, status, code } = report
  logSmsMove(log, await sms.apply(seen, { sms_sid, status }, clock.now()), code)
  return undefined
})

import { found } from '../../shared/domain/problem.ts'
import { logSmsMove } from '../../shared/domain/sms/sms-log.ts'
import { readSmsRef } from '../../shared/domain/sms/sms-ref.ts'
import { receiveSmsStatus } from '../../shared/operations/sms.ts'
import { readSmsStatus } from '../../shared/providers/twilio/words.ts'
import { callback } from '../../shared/runtime/callback.ts'

/** Carriers repeat and reorder these. Where the carrier's answer was lost, the first one tells that it has the message. */
export const handler = callback(receiveSmsStatus, async ({ form, ref: path, log }, { sms, clock }) => {
  const seen = found(await sms.find(found(readSmsRef(path), 'sms_not_found')), 'sms_not_found')
  const { MessageSid: sms_sid, MessageStatus, ErrorCode: code } = form
  const status = MessageStatus ? readSmsStatus(MessageStatus) : undefined
  logSmsMove(log, await sms.apply(seen, { sms_sid, status }, clock.now()), code)
  return undefined
})

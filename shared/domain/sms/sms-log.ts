import type { Log } from '../log.ts'
import type { Sms } from './sms.ts'

/** The line that a person follows a message by; nothing when its status stayed. `code`: the carrier's, of a failure. */
export const logSmsMove = (log: Log, { before, sms }: { before: Sms; sms: Sms }, code?: string): void => {
  if (sms.status === before.status) return
  log.info('sms moved', { user_id: sms.user_id, sms_id: sms.id, from: before.status, to: sms.status, code })
}

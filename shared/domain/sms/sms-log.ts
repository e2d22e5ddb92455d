import type { Log } from '../../words/log.ts'
import { decimalOf } from '../../words/money.ts'
import type { Sms } from './sms.ts'

export const logSmsMove = (log: Log, { before, sms }: { before: Sms; sms: Sms }, code?: number): void => {
  logSmsCharge(log, { before, sms })
  if (sms.status === before.status) return
  log.info('sms moved', { user_id: sms.user_id, sms_id: sms.id, from: before.status, to: sms.status, code })
}

export const logSmsCharge = (log: Log, { before, sms }: { before: Sms; sms: Sms }): void => {
  if (sms.money !== 'captured' || before.money === 'captured') return
  log.info('sms charged', { user_id: sms.user_id, sms_id: sms.id, amount: decimalOf(sms.total_cost) })
}

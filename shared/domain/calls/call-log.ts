import type { Log } from '../../words/log.ts'
import type { Call } from './call.ts'

export const logMove = (log: Log, { before, call }: { before: Call; call: Call }): void => {
  if (call.status === before.status) return
  log.info('call moved', { user_id: call.user_id, call_id: call.id, from: before.status, to: call.status })
}

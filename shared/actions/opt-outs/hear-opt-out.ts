import type { Call } from '../../domain/calls/call.ts'
import type { Dependencies } from '../../services.ts'
import type { Log } from '../../words/log.ts'
import { reportedNumber } from '../../words/phone-spellings.ts'
import { suppress } from './suppress.ts'

/**
 * Puts the customer's number on the blacklist. Words can be misunderstood, so the entry asks for a
 * review.
 */
export const hearOptOut = async (
  services: Dependencies<'blacklist.add' | 'calls.noteOptOut' | 'compactionStarter.start'>,
  call: Pick<Call, 'id' | 'user_id' | 'client_phone_number'> | undefined,
  cause: 'call' | 'key' | 'phrase',
  log: Log,
): Promise<void> => {
  if (!call) return
  const { user_id, id: call_id } = call
  const phone_number = reportedNumber(call.client_phone_number)
  if (!phone_number) return services.calls.noteOptOut({ user_id, call_id })
  const doubt = cause === 'phrase' ? { needs_review: true as const } : {}
  await suppress(services, { user_id, phone_number, cause, call_id, ...doubt })
  await services.calls.noteOptOut({ user_id, call_id })
  log.info('opt-out changed', { user_id, call_id, cause })
}

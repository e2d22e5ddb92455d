import type { Call } from '../domain/calls/call.ts'
import type { Log } from '../domain/log.ts'
import { reportedNumber } from '../domain/phone-spellings.ts'
import type { Supplied } from '../services.ts'
import { suppress } from './suppress.ts'

/**
 * The customer of a call asked by a key or in words to be left alone. A phrase may have meant something else: it counts all the same, and is
 * marked to be looked at. A withheld number is none that could be called again.
 */
export const hearOptOut = async (
  services: Supplied<'blacklist.add' | 'sealing.sendFor'>,
  call: Pick<Call, 'id' | 'user_id' | 'client_phone_number'> | undefined,
  cause: 'key' | 'phrase',
  log: Log,
): Promise<void> => {
  const phone_number = call && reportedNumber(call.client_phone_number)
  if (!phone_number) return
  const { user_id, id: call_id } = call
  const doubt = cause === 'phrase' ? { needs_review: true as const } : {}
  await suppress(services, { user_id, phone_number, cause, call_id, ...doubt })
  log.info('opt-out changed', { user_id, call_id, cause })
}

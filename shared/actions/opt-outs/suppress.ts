import { type BlacklistEntry, type OptOutCause, optOutReasons } from '../../domain/account/blacklist-entry.ts'
import type { Dependencies } from '../../services.ts'

interface OptedOut extends Omit<OptOutCause, 'reason'> {
  user_id: number
  /** E.164 */
  phone_number: string
  cause: keyof typeof optOutReasons
}

/** Blacklists a number. Calls and texts already requested from the carrier continue. Idempotent. */
export const suppress = async (
  { blacklist, compactionStarter }: Dependencies<'blacklist.add' | 'compactionStarter.start'>,
  { user_id, phone_number, ...optOut }: OptedOut,
): Promise<BlacklistEntry> => {
  const entry = await blacklist.add(user_id, phone_number, { ...optOut, reason: optOutReasons[optOut.cause] })
  await compactionStarter.start(user_id, ['blacklist', 'delivery'], entry.id)
  return entry
}

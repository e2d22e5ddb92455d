import { type BlacklistEntry, type OptOut, optOutReasons } from '../../domain/account/blacklist-entry.ts'
import type { Supplied } from '../../services.ts'

interface OptedOut extends Omit<OptOut, 'reason'> {
  user_id: number
  /** E.164 */
  phone_number: string
  /** How the person asked for it. */
  cause: keyof typeof optOutReasons
}

/**
 * A person asks to be left alone: from the end of this write on, every dial and every text to the
 * number that was not asked for yet is refused. Twice, late or beside another cause it changes
 * nothing that stands.
 */
export const suppress = async (
  { blacklist, sealing }: Supplied<'blacklist.add' | 'sealing.sendFor'>,
  { user_id, phone_number, ...optOut }: OptedOut,
): Promise<BlacklistEntry> => {
  const entry = await blacklist.add(user_id, phone_number, { ...optOut, reason: optOutReasons[optOut.cause] })
  await sealing.sendFor(user_id, ['blacklist', 'delivery'], entry.id)
  return entry
}

import { type BlacklistEntry, optOutReasons } from '../../domain/account/blacklist-entry.ts'
import type { Supplied } from '../../services.ts'

interface OptedOut {
  user_id: number
  /** E.164 */
  phone_number: string
  /** How the person asked for it. */
  cause: keyof typeof optOutReasons
  /** The call in which they did. */
  call_id?: number
  /** It may have meant something else: suppressed all the same, and marked to be looked at. */
  needs_review?: true
  /** When the person texted it, if a model judged it later; epoch milliseconds. */
  texted_at?: number
  /** When the person wrote START after it; epoch milliseconds. */
  started_at?: number
}

/**
 * A person asks to be left alone: from the end of this write on, every dial and every text to the number that was not asked for yet is refused.
 * Twice, late or beside another cause it changes nothing that stands.
 */
export const suppress = async (
  { blacklist, sealing }: Supplied<'blacklist.add' | 'sealing.sendFor'>,
  { user_id, phone_number, cause, ...about }: OptedOut,
): Promise<BlacklistEntry> => {
  const entry = await blacklist.add(user_id, phone_number, optOutReasons[cause], cause, about)
  await sealing.sendFor(user_id, ['blacklist', 'delivery'], entry.id)
  return entry
}

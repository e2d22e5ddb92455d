import { createHmac, hkdfSync } from 'node:crypto'
import { commonSpelling } from '../../words/phone-spellings.ts'
import type { BlacklistEntry, Causes } from './blacklist-entry.ts'

/**
 * The rest of an opt-out after its person was erased: a keyed hash of the number. A reader who
 * knows the number finds it; a reader of the table without the key learns no number from it.
 */
export interface ErasedOptOut {
  causes: Causes
  texts_from?: number
  phrase_texted?: true
  /** Epoch milliseconds, as all times here. */
  created_at: number
  erased_at: number
}

/** One key a user: two users' hashes of one number have nothing in common. */
export const numberHash = (secret: string, user_id: number, number: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `parlance numbers ${user_id}`, 32)))
    .update(commonSpelling(number))
    .digest('hex')

export const erasedOptOut = (
  { causes, texts_from, phrase_texted, created_at }: BlacklistEntry,
  erased_at: number,
): ErasedOptOut => ({
  ...{ causes, created_at, erased_at },
  ...(texts_from !== undefined && { texts_from }),
  ...(phrase_texted && { phrase_texted }),
})

/** The entry of a number that has come back by itself: its person wrote, or consented. */
export const revivedEntry = (
  { causes, texts_from, phrase_texted, created_at }: ErasedOptOut,
  { id, user_id, phone_number }: Pick<BlacklistEntry, 'id' | 'user_id' | 'phone_number'>,
): BlacklistEntry => ({
  ...{ id, user_id, phone_number, reason: null, causes, version: 0, created_at },
  ...(texts_from !== undefined && { texts_from }),
  ...(phrase_texted && { phrase_texted }),
})

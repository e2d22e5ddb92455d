import { createHmac, hkdfSync } from 'node:crypto'
import { commonSpelling } from '../../words/phone-spellings.ts'
import type { BlacklistEntry, Causes } from './blacklist-entry.ts'

/**
 * An opt-out of an erased person. It is stored under a keyed hash of the number, so only a reader
 * with the key finds it.
 */
export interface ErasedOptOut {
  causes: Causes
  texts_from?: number
  phrase_texted?: true
  created_at: number
  erased_at: number
}

/** Hashes with a key that depends on the user, so that users' hashes differ. */
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

export const revivedEntry = (
  { causes, texts_from, phrase_texted, created_at }: ErasedOptOut,
  { id, user_id, phone_number }: Pick<BlacklistEntry, 'id' | 'user_id' | 'phone_number'>,
): BlacklistEntry => ({
  ...{ id, user_id, phone_number, reason: null, causes, version: 0, created_at },
  ...(texts_from !== undefined && { texts_from }),
  ...(phrase_texted && { phrase_texted }),
})

import * as z from 'zod'
import { plainTime } from '../time.ts'

/** A number never to dial or text. */
export interface BlacklistEntry {
  id: number
  user_id: number
  /** E.164 */
  phone_number: string
  reason: string | null
  /** Epoch milliseconds. */
  created_at: number
}

export const BlacklistItem = z.object({
  id: z.int(),
  phone_number: z.string(),
  reason: z.string().nullable(),
  created_at: z.string(),
})

/** An entry as clients see it. */
export const blacklistView = (entry: BlacklistEntry): z.input<typeof BlacklistItem> => ({
  ...entry,
  created_at: plainTime(entry.created_at),
})

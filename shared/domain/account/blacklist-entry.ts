import * as z from 'zod'
import { plainTime } from '../time.ts'

/** The maker of an entry: its user by hand, a customer by an SMS or in a call, or the carrier, at which the customer had opted out. */
const blacklistSources = ['user', 'sms', 'call', 'carrier'] as const
export type BlacklistSource = (typeof blacklistSources)[number]

/** A number never to dial or text. */
export interface BlacklistEntry {
  id: number
  user_id: number
  /** E.164 */
  phone_number: string
  reason: string | null
  source: BlacklistSource
  /** Epoch milliseconds. */
  created_at: number
}

/** What the product itself gives as the reason of an opt-out. */
export const optOutReasons = {
  sms: 'Replied STOP',
  call: 'Asked for it in a call',
  carrier: 'Opted out at the carrier',
} as const

/** The maker of an entry that does not name one: only the product's own reasons tell of an opt-out. */
export const sourceOf = (reason: string | null): BlacklistSource =>
  (['sms', 'carrier'] as const).find((source) => optOutReasons[source] === reason) ?? 'user'

/** A customer who opted out may opt in again; what the user put on the list by hand, only the user takes off. */
export const isOptOut = ({ source }: Pick<BlacklistEntry, 'source'>): boolean => source !== 'user'

export const BlacklistItem = z.object({
  id: z.int(),
  phone_number: z.string(),
  reason: z.string().nullable(),
  source: z.enum(blacklistSources),
  created_at: z.string(),
})

/** An entry as clients see it. */
export const blacklistView = (entry: BlacklistEntry): z.input<typeof BlacklistItem> => ({
  ...entry,
  created_at: plainTime(entry.created_at),
})

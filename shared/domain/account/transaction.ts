import * as z from 'zod'
import { decimalOf, type Micros } from '../../words/money.ts'
import { plainTime } from '../../words/time.ts'

const entryTypes = ['top_up', 'hold', 'capture', 'release', 'call', 'number', 'adjustment'] as const
export type EntryType = (typeof entryTypes)[number]

/** A ledger entry, which never changes. The balance is the sum of all entries. */
export interface Entry {
  id: number
  user_id: number
  type: EntryType
  amount: Micros
  description: string
  sms_id?: number
  call_id?: number
  phone_number_id?: number
  created_at: number
}

export type StatedEntry = Entry & { balance_after: Micros }

export const Transaction = z.object({
  id: z.int(),
  type: z.enum(entryTypes),
  amount: z.number(),
  balance_after: z.number(),
  description: z.string(),
  sms_id: z.int().nullable(),
  call_id: z.int().nullable(),
  phone_number_id: z.int().nullable(),
  created_at: z.string(),
})

export const transactionView = (entry: StatedEntry): z.input<typeof Transaction> => ({
  id: entry.id,
  type: entry.type,
  amount: decimalOf(entry.amount),
  balance_after: decimalOf(entry.balance_after),
  description: entry.description,
  sms_id: entry.sms_id ?? null,
  call_id: entry.call_id ?? null,
  phone_number_id: entry.phone_number_id ?? null,
  created_at: plainTime(entry.created_at),
})

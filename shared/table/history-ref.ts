import * as z from 'zod'

export const historyNouns = ['blacklist', 'call', 'consent', 'delivery', 'lead', 'ledger', 'sms'] as const
export type HistoryNoun = (typeof historyNouns)[number]

export const HistoryRef = z.object({ user_id: z.int().positive(), noun: z.enum(historyNouns) })
export type HistoryRef = z.infer<typeof HistoryRef>

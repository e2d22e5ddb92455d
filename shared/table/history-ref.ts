import * as z from 'zod'

/** The nouns whose records are listed by history pages. */
export const historyNouns = ['blacklist', 'call', 'consent', 'delivery', 'lead', 'ledger', 'sms'] as const
export type HistoryNoun = (typeof historyNouns)[number]

/** Names the history of one noun of one user. */
export const HistoryRef = z.object({ user_id: z.int().positive(), noun: z.enum(historyNouns) })
export type HistoryRef = z.infer<typeof HistoryRef>

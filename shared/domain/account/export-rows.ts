import * as z from 'zod'
import { CallItem } from '../calls/call-view.ts'
import { ChatItem } from '../conversations/chat-view.ts'
import { LeadItem } from '../leads/lead-view.ts'
import { SmsRecord } from '../sms/sms-view.ts'
import type { ExportSubject } from './export-form.ts'
import { Transaction } from './transaction.ts'

/**
 * Rows of exports: those of the lists. A link to a recording would expire before the file does. The
 * campaign of a lead is one cell.
 */
export const exportRows = {
  calls: CallItem.omit({ recording_url: true }),
  leads: LeadItem.omit({ campaign: true }).extend({ campaign_name: z.string() }),
  sms: SmsRecord,
  transactions: Transaction,
  conversations: ChatItem,
} satisfies Record<ExportSubject, z.ZodObject>

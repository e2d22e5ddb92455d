import type { ExportSubject } from '../../domain/account/export-form.ts'
import { Transaction } from '../../domain/account/transaction.ts'
import { CallItem } from '../../domain/calls/call-view.ts'
import { ChatItem } from '../../domain/conversations/chat-view.ts'
import { ExportedLead } from '../../domain/leads/lead-view.ts'
import { SmsRecord } from '../../domain/sms/sms-view.ts'

/** A link to a recording would expire before the file. */
export const exportRows = {
  calls: CallItem.omit({ recording_url: true }),
  leads: ExportedLead,
  sms: SmsRecord,
  transactions: Transaction,
  conversations: ChatItem,
} satisfies Record<ExportSubject, object>

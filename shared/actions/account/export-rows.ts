import { BlacklistItem } from '../../domain/account/blacklist-entry.ts'
import type { ExportSubject } from '../../domain/account/export-form.ts'
import { NumberItem } from '../../domain/account/number-view.ts'
import { Transaction } from '../../domain/account/transaction.ts'
import { CallItem } from '../../domain/calls/call-view.ts'
import { CampaignItem } from '../../domain/campaigns/campaign-view.ts'
import { ConsentItem } from '../../domain/consents/consent-view.ts'
import { ChatItem } from '../../domain/conversations/chat-view.ts'
import { ExportedLead } from '../../domain/leads/lead-view.ts'
import { SmsRecord } from '../../domain/sms/sms-view.ts'

/**
 * Schemas of exported rows. Recording links are left out, because the links expire before the file.
 */
export const exportRows = {
  calls: CallItem.omit({ recording_url: true }),
  leads: ExportedLead,
  sms: SmsRecord,
  transactions: Transaction,
  conversations: ChatItem,
  campaigns: CampaignItem,
  consents: ConsentItem,
  blacklist: BlacklistItem,
  numbers: NumberItem,
} satisfies Record<ExportSubject, object>

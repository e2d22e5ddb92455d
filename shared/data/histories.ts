import type { HistoryNoun, HistoryRef } from '../domain/history/history-ref.ts'
import { blacklistHistory } from './blacklist.ts'
import { callHistory } from './call-history.ts'
import { deliveryHistory } from './deliveries.ts'
import type { HistoryList, HistoryParts } from './history/history-list.ts'
import { historySealer, type Sealed, type Sealer } from './history/sealer.ts'
import { leadHistory } from './leads/lead-history.ts'
import { ledgerHistory } from './ledger.ts'
import { smsHistory } from './sms.ts'

/** The histories of all lists, for what is done to each alike. */
export interface Histories {
  /** One run of the sealer; undefined when another is under way or was faster, and when it is too early. */
  seal(ref: HistoryRef): Promise<Sealed | undefined>
}

export const histories = (parts: HistoryParts): Histories => {
  const open = <T>(list: HistoryList<T>) => historySealer(parts, list)
  const all = {
    blacklist: open(blacklistHistory),
    call: open(callHistory),
    delivery: open(deliveryHistory),
    lead: open(leadHistory),
    ledger: open(ledgerHistory),
    sms: open(smsHistory),
  } satisfies Record<HistoryNoun, Sealer>
  return { seal: ({ user_id, noun }) => all[noun].seal(user_id) }
}

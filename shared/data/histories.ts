import { type HistoryNoun, type HistoryRef, historyNouns } from '../domain/history/history-ref.ts'
import { blacklistHistory } from './blacklist.ts'
import { callHistory } from './call-history.ts'
import { deliveryHistory } from './deliveries.ts'
import type { HistoryList, HistoryParts } from './history/history-list.ts'
import { historySealer, type Sealed, type Sealer } from './history/sealer.ts'
import { leadHistory } from './leads/lead-history.ts'
import { ledgerHistory } from './ledger-history.ts'
import { smsHistory } from './sms.ts'

/** The histories of all lists, for what is done to each alike. */
export interface Histories {
  /** One run of the sealer; undefined when another is under way or was faster, and when it is too early. */
  seal(ref: HistoryRef): Promise<Sealed | undefined>
  /** Until when runs may go on that have begun; in the past if there are none. */
  runningUntil(user_id: number): Promise<number>
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
  return {
    seal: ({ user_id, noun }) => all[noun].seal(user_id),
    runningUntil: async (user_id) =>
      Math.max(...(await Promise.all(historyNouns.map((noun) => all[noun].runningUntil(user_id))))),
  }
}

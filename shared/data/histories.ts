import { type HistoryNoun, type HistoryRef, historyNouns } from '../domain/history/history-ref.ts'
import { blacklistHistory } from './blacklist.ts'
import { callHistory } from './call-history.ts'
import { deliveryHistory } from './deliveries.ts'
import type { HistoryList, HistoryParts } from './history/history-list.ts'
import { historyMarks } from './history/marks.ts'
import { historySealer, type Sealed } from './history/sealer.ts'
import { leadHistory } from './leads/lead-history.ts'
import { ledgerHistory } from './ledger.ts'
import { smsHistory } from './sms.ts'

/** The histories of all lists, for what is done to each alike. */
export interface Histories {
  /** One run of the sealer; undefined when another is under way or was faster, and when it is too early. */
  seal(ref: HistoryRef): Promise<Sealed | undefined>
  /** Until when runs may go on that have begun; in the past if there are none. */
  runningUntil(user_id: number): Promise<number>
  /** Has the sealer come to these lists of a user, for one new record in sixteen. */
  sendForSealer(user_id: number, id: number, nouns: readonly HistoryNoun[]): Promise<void>
}

export const histories = (parts: HistoryParts): Histories => {
  const open = <T>(list: HistoryList<T>) => ({ ...historySealer(parts, list), ...historyMarks(parts, list) })
  const all = {
    blacklist: open(blacklistHistory),
    call: open(callHistory),
    delivery: open(deliveryHistory),
    lead: open(leadHistory),
    ledger: open(ledgerHistory),
    sms: open(smsHistory),
  } satisfies Record<HistoryNoun, unknown>
  return {
    seal: ({ user_id, noun }) => all[noun].seal(user_id),
    runningUntil: async (user_id) =>
      Math.max(...(await Promise.all(historyNouns.map((noun) => all[noun].runningUntil(user_id))))),
    sendForSealer: async (user_id, id, nouns) => {
      if (id % recordsPerAlarm === 0) await Promise.all(nouns.map((noun) => all[noun].wake(user_id)))
    },
  }
}

/** Ids have random low bits, so this many records send for the sealer once, on average; none has to count. */
const recordsPerAlarm = 16

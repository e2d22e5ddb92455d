import { ledgerHistory } from '../data/account/ledger-history.ts'
import { callHistory } from '../data/calls/call-history.ts'
import { leadHistory } from '../data/leads/lead-history.ts'
import { blacklistHistory } from '../data/opt-outs/blacklist.ts'
import { consentHistory } from '../data/rules/consents.ts'
import { smsHistory } from '../data/sms/sms.ts'
import { deliveryHistory } from '../data/webhooks/deliveries.ts'
import { type Compared, historyComparison } from '../lists/store/comparison.ts'
import type { HistoryList, HistoryParts } from '../lists/store/history-list.ts'
import { type CompactionProgress, historyProgress } from '../lists/store/progress.ts'
import { historyRenewal } from '../lists/store/renewal.ts'
import { historySealer, type Sealed } from '../lists/store/sealer.ts'
import type { HistoryNoun, HistoryRef } from '../table/history-ref.ts'

/** The histories of all lists, for what is done to each alike. */
export interface Histories {
  /** One run of the compactor; undefined when another is under way or was faster. */
  seal(ref: HistoryRef): Promise<Sealed | undefined>
  /** Compares a list with its records, all of them read; undefined while the list is not ready. */
  compare(ref: HistoryRef): Promise<Compared | undefined>
  /**
   * Has a list compacted again, from its records; false if none of it is compacted. It can be
   * repeated at any moment.
   */
  rebuild(ref: HistoryRef): Promise<boolean>
  /** Since when records wait that are worth a run; undefined if none do. */
  waitingSince(ref: HistoryRef): Promise<number | undefined>
  progress(ref: HistoryRef): Promise<CompactionProgress>
}

export const histories = (parts: HistoryParts): Histories => {
  const open = <T>(list: HistoryList<T>) => ({
    ...historySealer(parts, list),
    ...historyProgress(parts, list),
    compare: historyComparison(parts, list),
    rebuild: historyRenewal(parts, list),
  })
  type Opened = ReturnType<typeof open>
  const all = {
    blacklist: open(blacklistHistory),
    call: open(callHistory),
    consent: open(consentHistory),
    delivery: open(deliveryHistory),
    lead: open(leadHistory),
    ledger: open(ledgerHistory),
    sms: open(smsHistory),
  } satisfies Record<HistoryNoun, Opened>
  return {
    seal: ({ user_id, noun }) => all[noun].seal(user_id),
    compare: ({ user_id, noun }) => all[noun].compare(user_id),
    rebuild: ({ user_id, noun }) => all[noun].rebuild(user_id),
    waitingSince: ({ user_id, noun }) => all[noun].waitingSince(user_id),
    progress: ({ user_id, noun }) => all[noun].progress(user_id),
  }
}

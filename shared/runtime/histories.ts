import { ledgerHistory } from '../data/account/ledger-history.ts'
import { callHistory } from '../data/calls/call-history.ts'
import { leadHistory } from '../data/leads/lead-history.ts'
import { blacklistHistory } from '../data/opt-outs/blacklist.ts'
import { consentHistory } from '../data/rules/consents.ts'
import { smsHistory } from '../data/sms/sms.ts'
import { deliveryHistory } from '../data/webhooks/deliveries.ts'
import { type Compacted, historyCompactor } from '../lists/store/compactor.ts'
import { type Compared, historyComparison } from '../lists/store/comparison.ts'
import type { HistoryList, HistoryParts } from '../lists/store/history-list.ts'
import { type CompactionProgress, historyProgress } from '../lists/store/progress.ts'
import { historyRenewal } from '../lists/store/renewal.ts'
import type { HistoryNoun, HistoryRef } from '../table/history-ref.ts'

export interface Histories {
  /** Undefined if another compaction is active or was faster. */
  compact(ref: HistoryRef): Promise<Compacted | undefined>
  compare(ref: HistoryRef): Promise<Compared | undefined>
  /** Idempotent. False if the list was never compacted. */
  rebuild(ref: HistoryRef): Promise<boolean>
  /** Returns since when (epoch milliseconds) enough records wait for a compaction. */
  waitingSince(ref: HistoryRef): Promise<number | undefined>
  progress(ref: HistoryRef): Promise<CompactionProgress>
}

export const histories = (parts: HistoryParts): Histories => {
  const open = <T>(list: HistoryList<T>) => ({
    ...historyCompactor(parts, list),
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
    compact: ({ user_id, noun }) => all[noun].compact(user_id),
    compare: ({ user_id, noun }) => all[noun].compare(user_id),
    rebuild: ({ user_id, noun }) => all[noun].rebuild(user_id),
    waitingSince: ({ user_id, noun }) => all[noun].waitingSince(user_id),
    progress: ({ user_id, noun }) => all[noun].progress(user_id),
  }
}

import type { Entry } from '../../domain/account/transaction.ts'
import type { HistoryList } from '../../lists/store/history-list.ts'
import { ledgerKey } from '../../table/keys.ts'

/**
 * The list of entries: it has no filters, and the balance after an entry is the sum of all amounts
 * up to it.
 */
export const ledgerHistory: HistoryList<Entry> = {
  noun: 'ledger',
  recordKey: ledgerKey,
  rowOf: ({ id, amount }) => ({ id, kind: [], amount, isSettled: true }),
  hasAmounts: true,
}

import type { Entry } from '../../domain/account/transaction.ts'
import type { HistoryList } from '../../lists/store/history-list.ts'
import { ledgerKey } from '../../table/keys.ts'

export const ledgerHistory: HistoryList<Entry> = {
  noun: 'ledger',
  recordKey: ledgerKey,
  rowOf: ({ id, amount }) => ({ id, kind: [], amount, isSettled: true }),
  hasAmounts: true,
}

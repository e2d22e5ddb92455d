import { Transaction } from '../domain/account/transaction.ts'
import { dayFields, dayOrder } from '../words/day-range.ts'
import { form } from '../words/form.ts'
import { pageFields, pageOf } from '../words/page.ts'
import { http } from './define.ts'

export const listTransactions = http({
  id: 'list-transactions',
  area: 'transactions',
  method: 'GET',
  path: '/user/transactions',
  summary: 'List ledger entries, newest first',
  description: 'Every movement of the balance, with the balance after it.',
  query: form({ ...dayFields, ...pageFields }, dayOrder),
  returns: pageOf(Transaction),
  problems: ['list_not_ready'],
  uses: ['ledger.page'],
})

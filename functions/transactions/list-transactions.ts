import { transactionView } from '../../shared/domain/account/transaction.ts'
import { listTransactions } from '../../shared/operations/transactions.ts'
import { http } from '../../shared/runtime/http.ts'
import { idsOfDays } from '../../shared/words/day-range.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'

export const handler = http(listTransactions, async ({ user_id, query, location }, { ledger }) => {
  const { date_from, date_to, ...page } = await query()
  const asked = readPageRequest(page)
  const { entries, total } = await ledger.page(user_id, asked.first, asked.per_page, idsOfDays({ date_from, date_to }))
  return paginate(entries.map(transactionView), total, asked, location)
})

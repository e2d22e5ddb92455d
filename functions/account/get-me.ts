import { getMe } from '../../shared/operations/account.ts'
import { http } from '../../shared/runtime/http.ts'
import { decimalOf } from '../../shared/words/money.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getMe, async ({ user_id }, { users, ledger }) => {
  const [user, balance] = await Promise.all([users.find(user_id), ledger.balance(user_id)])
  return { ...found(user, 'unauthenticated'), total_balance: decimalOf(balance) }
})

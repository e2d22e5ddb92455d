import { isExpired } from '../../shared/domain/account/number.ts'
import { numberView } from '../../shared/domain/account/number-view.ts'
import { listSmsNumbers } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listSmsNumbers, async ({ user_id }, { numbers, clock }) => {
  const now = clock.now()
  const owned = await numbers.list(user_id)
  return owned
    .filter((number) => number.can_send_sms && !isExpired(number, now))
    .map((number) => numberView(number, now))
})

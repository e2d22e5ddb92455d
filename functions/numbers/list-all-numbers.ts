import { numberView } from '../../shared/domain/account/number-view.ts'
import { listAllNumbers } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listAllNumbers, async ({ user_id }, { numbers, clock }) => {
  const now = clock.now()
  return { data: (await numbers.list(user_id)).map((number) => numberView(number, now)) }
})

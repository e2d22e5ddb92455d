import { isAvailable, isExpired } from '../../shared/domain/account/number.ts'
import { listPhoneNumbers } from '../../shared/operations/numbers.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listPhoneNumbers, async ({ user_id, query }, { numbers, clock }) => {
  const { type } = await query()
  const now = clock.now()
  const owned = await numbers.list(user_id)
  return owned
    .map((number) => ({ ...number, is_available: isAvailable(number, now) }))
    .filter((number) => (type === 'inbound' ? number.is_available : type !== 'outbound' || !isExpired(number, now)))
})

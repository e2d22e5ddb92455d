import { blacklistView } from '../../shared/domain/account/blacklist-entry.ts'
import { readPhone } from '../../shared/domain/phone.ts'
import { found } from '../../shared/domain/problem.ts'
import { blacklistNumber } from '../../shared/operations/blacklist.ts'
import { http } from '../../shared/runtime/http.ts'

/** A number that is on the list already keeps its entry; one that opted out by itself is from now on there by hand. */
export const handler = http(blacklistNumber, async ({ user_id, body }, { blacklist }) => {
  const { phone_number, reason = null } = await body()
  const { number } = found(readPhone(phone_number), 'invalid_phone_number')
  const entry = await blacklist.add(user_id, number, reason, 'user')
  return { message: 'Number blacklisted successfully', data: blacklistView(entry) }
})

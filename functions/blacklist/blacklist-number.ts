import { blacklistView } from '../../shared/domain/account/blacklist-entry.ts'
import { blacklistNumber } from '../../shared/operations/blacklist.ts'
import { http } from '../../shared/runtime/http.ts'
import { foundPhone, readPhone } from '../../shared/words/phone.ts'

/**
 * Adds a number. A number that is already listed keeps its entry, which is also marked as added by
 * the user.
 */
export const handler = http(blacklistNumber, async ({ user_id, body }, { blacklist, compactionStarter }) => {
  const { phone_number, reason = null } = await body()
  const { number } = foundPhone(readPhone(phone_number), 'phone_number', phone_number)
  const entry = await blacklist.add(user_id, number, { cause: 'user', reason })
  await compactionStarter.start(user_id, ['blacklist', 'delivery'], entry.id)
  return { message: 'Number blacklisted successfully', data: blacklistView(entry) }
})

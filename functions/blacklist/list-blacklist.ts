import { blacklistView } from '../../shared/domain/account/blacklist-entry.ts'
import { listBlacklist } from '../../shared/operations/blacklist.ts'
import { http } from '../../shared/runtime/http.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'

export const handler = http(listBlacklist, async ({ user_id, query, location }, { blacklist }) => {
  const asked = readPageRequest(await query())
  const { items, total } = await blacklist.page(user_id, asked.first, asked.per_page)
  return paginate(items.map(blacklistView), total, asked, location)
})

import { smsView } from '../../shared/domain/sms/sms-view.ts'
import { listSms } from '../../shared/operations/sms.ts'
import { http } from '../../shared/runtime/http.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'

/** Newest first, with the exact total. */
export const handler = http(listSms, async ({ user_id, query, location }, { sms }) => {
  const asked = readPageRequest(await query())
  const { items, total } = await sms.page(user_id, asked.first, asked.per_page)
  return paginate(items.map(smsView), total, asked, location)
})

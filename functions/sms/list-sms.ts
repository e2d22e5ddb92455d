import { smsView } from '../../shared/domain/sms/sms-view.ts'
import { listSms } from '../../shared/operations/sms.ts'
import { http } from '../../shared/runtime/http.ts'
import { idsOfDays } from '../../shared/words/day-range.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'

export const handler = http(listSms, async ({ user_id, query, location }, { sms }) => {
  const { date_from, date_to, ...page } = await query()
  const asked = readPageRequest(page)
  const { items, total } = await sms.page(user_id, asked.first, asked.per_page, idsOfDays({ date_from, date_to }))
  return paginate(items.map(smsView), total, asked, location)
})

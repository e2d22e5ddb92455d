import { listedDelivery } from '../../shared/domain/webhooks/delivery-view.ts'
import { listWebhookDeliveries } from '../../shared/operations/webhooks.ts'
import { http } from '../../shared/runtime/http.ts'
import { idsOfDays } from '../../shared/words/day-range.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'

export const handler = http(listWebhookDeliveries, async ({ user_id, query, location }, { deliveries }) => {
  const { date_from, date_to, page, per_page, ...filter } = await query()
  const asked = readPageRequest({ page, per_page })
  const days = idsOfDays({ date_from, date_to })
  const { items, total } = await deliveries.page(user_id, { ...filter, ...days }, asked.first, asked.per_page)
  return paginate(items.map(listedDelivery), total, asked, location)
})

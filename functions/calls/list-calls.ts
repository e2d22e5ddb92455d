import { narrowedCalls } from '../../shared/domain/calls/call-filters.ts'
import { callView, listed } from '../../shared/domain/calls/call-view.ts'
import { listCalls } from '../../shared/operations/calls.ts'
import { http } from '../../shared/runtime/http.ts'
import { paginate } from '../../shared/words/page.ts'
import { phoneFilterFinding } from '../../shared/words/phone.ts'

const perPageDefault = 15

export const handler = http(listCalls, async ({ user_id, query, location }, { callPages, recordings }) => {
  const asked = await query(({ phone_number }) => phoneFilterFinding('phone_number', phone_number))
  const { page = 1, per_page = perPageDefault, ...filters } = asked
  const matching = await callPages.page(user_id, narrowedCalls(filters), (page - 1) * per_page, per_page)
  const rows = matching.calls.map((call, index) => listed(callView(call, matching.details[index], recordings.link)))
  return paginate(rows, matching.total, { page, per_page }, location)
})

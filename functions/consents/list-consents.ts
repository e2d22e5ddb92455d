import { narrowedConsents } from '../../shared/domain/consents/consent-filters.ts'
import { consentView } from '../../shared/domain/consents/consent-view.ts'
import { listConsents } from '../../shared/operations/consents.ts'
import { http } from '../../shared/runtime/http.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'
import { phoneFilterFinding } from '../../shared/words/phone.ts'

export const handler = http(listConsents, async ({ user_id, query, location }, { consents }) => {
  const { phone_number, ...asked } = await query(({ phone_number }) => phoneFilterFinding('phone_number', phone_number))
  const { first, ...page } = readPageRequest(asked)
  const { items, total } = await consents.page(user_id, narrowedConsents({ phone_number }), first, page.per_page)
  return paginate(items.map(consentView), total, page, location)
})

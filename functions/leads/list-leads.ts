import { narrowedLeads } from '../../shared/domain/leads/lead-filters.ts'
import { listedLead } from '../../shared/domain/leads/lead-view.ts'
import { listLeads } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'
import { phoneFilterFinding } from '../../shared/words/phone.ts'

export const handler = http(listLeads, async ({ user_id, query, location }, { leadPages }) => {
  const asked = await query(({ phone_number }) => phoneFilterFinding('phone_number', phone_number))
  const { first, ...page } = readPageRequest(asked)
  const matching = await leadPages.page(user_id, narrowedLeads(asked), first, page.per_page)
  const rows = matching.leads.map(({ lead, campaign }) => listedLead(lead, campaign))
  return { ...paginate(rows, matching.total, page, location), leads: rows }
})

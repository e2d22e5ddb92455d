import { leadImportView } from '../../shared/domain/leads/lead-import.ts'
import { listLeadImports } from '../../shared/operations/leads.ts'
import { http } from '../../shared/runtime/http.ts'
import { paginate, readPageRequest } from '../../shared/words/page.ts'

export const handler = http(listLeadImports, async ({ user_id, query, location }, { leadImports }) => {
  const { first, ...request } = readPageRequest(await query())
  const all = await leadImports.list(user_id)
  const page = all.slice(first, first + request.per_page)
  return paginate(page.map(leadImportView), all.length, request, location)
})

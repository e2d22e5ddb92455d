import { assistantView } from '../../shared/domain/assistants/assistant-view.ts'
import { listAssistants } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { paginate } from '../../shared/words/page.ts'

const perPageDefault = 10

export const handler = http(listAssistants, async ({ user_id, query, location }, { assistants }) => {
  const { type, page = 1, per_page = perPageDefault } = await query()
  const { items, total } = await assistants.page(user_id, type, (page - 1) * per_page, per_page)
  return paginate(items.map(assistantView), total, { page, per_page }, location)
})

import { discardDraft } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'

export const handler = http(discardDraft, async ({ user_id, id }, { assistantDrafts }) => {
  if (!(await assistantDrafts.remove(user_id, id))) throw new Problem('draft_not_found')
  return { message: 'Draft deleted successfully' }
})

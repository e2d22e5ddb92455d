import { draftView } from '../../shared/domain/assistants/assistant-draft.ts'
import { getDraft } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getDraft, async ({ user_id, id }, { assistants, assistantDrafts }) => {
  const [live, draft] = await Promise.all([assistants.find(user_id, id), assistantDrafts.find(user_id, id)])
  return draftView(found(live, 'assistant_not_found'), found(draft, 'draft_not_found'))
})

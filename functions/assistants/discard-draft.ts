import { discardDraft } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'
import { found, Problem } from '../../shared/words/problem.ts'

/** The live assistant and its versions stay as they are. */
export const handler = http(discardDraft, async ({ user_id, id }, { assistants, assistantDrafts }) => {
  found(await assistants.find(user_id, id), 'assistant_not_found')
  if (!(await assistantDrafts.remove(user_id, id))) throw new Problem('draft_not_found')
  return { message: 'Draft deleted successfully' }
})

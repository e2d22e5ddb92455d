import { Problem } from '../../shared/domain/problem.ts'
import { deleteAssistant } from '../../shared/operations/assistants.ts'
import { http } from '../../shared/runtime/http.ts'

/** Gone from every list at once, and its number free; past calls keep its name. */
export const handler = http(deleteAssistant, async ({ user_id, id }, { assistants }) => {
  if (!(await assistants.remove(user_id, id))) throw new Problem('assistant_not_found')
  return { message: 'Assistant deleted successfully' }
})

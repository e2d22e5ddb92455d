import { knowledgebaseView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { updateKnowledgebase } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'

/** What it is called, and nothing of what it holds. */
export const handler = http(updateKnowledgebase, async (request, { knowledgebases, assistants, clock }) => {
  const { user_id, id } = request
  const [stored, knowing] = await Promise.all([knowledgebases.find(user_id, id), assistants.list(user_id)])
  const base = found(stored, 'knowledgebase_not_found')
  const renamed = await knowledgebases.rename(base, await request.body(), clock.now())
  const data = knowledgebaseView(found(renamed, 'knowledgebase_not_found'), knowing)
  return { message: 'Knowledgebase updated successfully.', data }
})

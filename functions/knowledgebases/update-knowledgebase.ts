import { knowledgebaseView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { updateKnowledgebase } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(updateKnowledgebase, async (request, { knowledgebases, assistants, clock }) => {
  const { user_id, id } = request
  const base = found(await knowledgebases.find(user_id, id), 'knowledgebase_not_found')
  const names = await request.body()
  const [renamed, knowing] = await Promise.all([
    knowledgebases.rename(base, names, clock.now()),
    assistants.list(user_id, { only: ['knowledgebase_id'] }),
  ])
  const data = knowledgebaseView(found(renamed, 'knowledgebase_not_found'), knowing)
  return { message: 'Knowledgebase updated successfully.', data }
})

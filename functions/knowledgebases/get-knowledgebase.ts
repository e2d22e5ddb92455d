import { knowledgebaseView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { getKnowledgebase } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getKnowledgebase, async ({ user_id, id }, { knowledgebases, assistants }) => {
  const [base, knowing] = await Promise.all([
    knowledgebases.find(user_id, id),
    assistants.list(user_id, { only: ['knowledgebase_id'] }),
  ])
  return { data: knowledgebaseView(found(base, 'knowledgebase_not_found'), knowing) }
})

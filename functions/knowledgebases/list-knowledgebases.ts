import { knowledgebaseView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { listKnowledgebases } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'

export const handler = http(listKnowledgebases, async ({ user_id }, { knowledgebases, assistants }) => {
  const [bases, knowing] = await Promise.all([
    knowledgebases.list(user_id),
    assistants.list(user_id, { only: ['knowledgebase_id'] }),
  ])
  return { data: bases.map((base) => knowledgebaseView(base, knowing)) }
})

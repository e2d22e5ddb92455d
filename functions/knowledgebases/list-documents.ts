import { documentView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { listDocuments } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(listDocuments, async ({ user_id, id }, { knowledgebases, documents }) => {
  const [base, all] = await Promise.all([knowledgebases.find(user_id, id), documents.list(user_id, id)])
  const known = found(base, 'knowledgebase_not_found')
  return { data: all.map((document) => documentView(document, known)) }
})

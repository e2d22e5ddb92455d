import { documentView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { getDocument } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(getDocument, async ({ user_id, id, innerId }, { documents, knowledgebases }) => {
  const [document, base] = await Promise.all([documents.find(user_id, id, innerId), knowledgebases.find(user_id, id)])
  return { data: documentView(found(document, 'document_not_found'), base) }
})

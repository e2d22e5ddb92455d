import { documentView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { updateDocument } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

export const handler = http(updateDocument, async (request, { documents, knowledgebases, clock }) => {
  const { user_id, id, innerId } = request
  const [known, base] = await Promise.all([documents.find(user_id, id, innerId), knowledgebases.find(user_id, id)])
  const document = found(known, 'document_not_found')
  const renamed = await documents.rename(document, await request.body(), clock.now())
  const data = documentView(found(renamed, 'document_not_found'), base)
  return { message: 'Document updated successfully.', data }
})

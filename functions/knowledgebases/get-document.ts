import { documentView } from '../../shared/domain/knowledge/knowledge-view.ts'
import { found } from '../../shared/domain/problem.ts'
import { getDocument } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'

/** What became of it, and never what it says. */
export const handler = http(getDocument, async ({ user_id, id, innerId }, { documents }) => {
  const document = found(await documents.find(user_id, id, innerId), 'document_not_found')
  return { data: documentView(document) }
})

import { uploadKey } from '../../shared/domain/knowledge/knowledgebase.ts'
import { deleteDocument } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import { found } from '../../shared/words/problem.ts'

/**
 * Removes the document. The same transaction tells the knowledge base to drop the document's
 * passages.
 */
export const handler = http(deleteDocument, async ({ user_id, id, innerId }, services) => {
  const { documents, knowledgeStore, readDocumentsQueue, clock } = services
  const removed = found(await documents.remove(user_id, id, innerId, clock.now()), 'document_not_found')
  await Promise.all([knowledgeStore.remove(uploadKey(removed)), readDocumentsQueue.nudge({ user_id })])
  return { message: 'Document deleted successfully.' }
})

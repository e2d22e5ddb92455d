import { readKnowing, takeOff } from '../../shared/actions/knowledge/read-documents.ts'
import { deleteKnowledgebase } from '../../shared/operations/knowledgebases.ts'
import { http } from '../../shared/runtime/http.ts'
import { Problem } from '../../shared/words/problem.ts'

/**
 * Hides the knowledge base at once. A worker removes its documents, and removes the base from
 * assistants that this request missed.
 */
export const handler = http(deleteKnowledgebase, async ({ user_id, id }, services) => {
  const { knowledgebases, readDocumentsQueue, clock } = services
  const [isMarked, among] = await Promise.all([
    knowledgebases.markDeleted(user_id, id, clock.now()),
    readKnowing(services, user_id),
  ])
  if (!isMarked) throw new Problem('knowledgebase_not_found')
  await Promise.all([takeOff(services, user_id, id, among), readDocumentsQueue.nudge({ user_id })])
  return { message: 'Knowledgebase deleted successfully.' }
})

import { processDocuments } from '../../shared/actions/knowledge/read-documents.ts'
import { readDocuments } from '../../shared/operations/knowledgebases.ts'
import { worker } from '../../shared/runtime/worker.ts'

/**
 * Milliseconds for which a worker reserves the user's documents: longer than Lambda lets it run.
 */
const leaseMs = (readDocuments.timeoutSeconds + 30) * 1000

/**
 * Reads one document, then queues the user again, so that one user's many documents do not block
 * other users.
 */
export const handler = worker(readDocuments, async ({ user_id }, services, log) => {
  const moreMs = await processDocuments(services, { user_id, leaseMs, log })
  if (moreMs !== undefined) await services.readDocumentsQueue.nudge({ user_id }, moreMs / 1000)
})

import { lookAfterDocuments } from '../../shared/actions/knowledge/read-documents.ts'
import { readDocuments } from '../../shared/operations/knowledgebases.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Longer than it may run: a worker that has lost the lease is dead. */
const leaseMs = (readDocuments.timeoutSeconds + 30) * 1000

/** One document, and then to the end of the line: a user with many delays the next user by one. */
export const handler = worker(readDocuments, async ({ user_id }, services, log) => {
  const moreMs = await lookAfterDocuments(services, { user_id, leaseMs, log })
  if (moreMs !== undefined) await services.readDocumentsQueue.nudge({ user_id }, moreMs / 1000)
})

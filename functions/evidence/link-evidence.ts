import { linkEvidence } from '../../shared/operations/evidence.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Links decisions into hash chains. The check for overdue items queues each unlinked decision. */
export const handler = worker(linkEvidence, async ({ user_id, keys }, { evidence, evidenceHeads, clock }, log) => {
  const { linked, unsigned_since } = await evidence.link(user_id, keys, evidenceHeads.newest)
  if (linked === 0) return
  const unsigned_seconds = Math.round((clock.now() - unsigned_since) / 1000)
  log.info('decisions linked', { user_id, linked, unsigned_seconds })
})

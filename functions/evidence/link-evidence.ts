import { linkEvidence } from '../../shared/operations/evidence.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Links decisions into hash chains. If a message is lost, a deadline sends its decisions again. */
export const handler = worker(linkEvidence, async ({ user_id, keys }, { evidence, evidenceHeads, clock }, log) => {
  const { linked, unsigned_since } = await evidence.link(user_id, keys, evidenceHeads.newest)
  if (linked === 0) return
  const unsigned_seconds = Math.round((clock.now() - unsigned_since) / 1000)
  log.info('decisions linked', { user_id, linked, unsigned_seconds })
})

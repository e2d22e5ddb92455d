import { sealHistory } from '../../shared/operations/histories.ts'
import { worker } from '../../shared/runtime/worker.ts'

/**
 * Compacts some of a user's rows, and again while more wait. A deadline in the head brings back a
 * run that died.
 */
export const handler = worker(sealHistory, async (ref, { histories, sealHistoryQueue }, log) => {
  const done = await histories.seal(ref)
  if (!done) return
  const { sealed, folded, more, waited_ms } = done
  log.info('history sealed', { ...ref, sealed, folded, waited_seconds: Math.round(waited_ms / 1000) })
  if (more) await sealHistoryQueue.nudge(ref)
})

import { sealHistory } from '../../shared/operations/histories.ts'
import { worker } from '../../shared/runtime/worker.ts'

/** Seals some of a user's rows and goes on while more wait; its deadline brings back a run that died. */
export const handler = worker(sealHistory, async (ref, { histories, sealHistoryQueue }, log) => {
  // This function gets its queue after all others were replaced.
  await histories.begin()
  const done = await histories.seal(ref)
  if (!done) return
  const { sealed, folded, more, waited_ms } = done
  log.info('history sealed', { ...ref, sealed, folded, waited_seconds: Math.round(waited_ms / 1000) })
  if (more) await sealHistoryQueue.nudge(ref)
})

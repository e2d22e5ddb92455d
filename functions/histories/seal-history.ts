import { compactHistory } from '../../shared/operations/histories.ts'
import { worker } from '../../shared/runtime/worker.ts'

/**
 * Compacts one of the user's lists; for calls, also updates the totals of analytics. Repeats while
 * more rows wait. After a crash, the check for overdue items starts the worker again.
 */
export const handler = worker(compactHistory, async (ref, { callTallies, histories, sealHistoryQueue }, log) => {
  const counted = ref.noun === 'call' ? await callTallies.fold(ref.user_id) : undefined
  if (counted) log.info('calls counted', { ...ref, calls: counted.calls, marks: counted.dirtyCalls })
  const done = await histories.compact(ref)
  if (!done) return counted?.more ? sealHistoryQueue.nudge(ref) : undefined
  const { compacted, folded, more, waited_ms } = done
  log.info('history compacted', { ...ref, compacted, folded, waited_seconds: Math.round(waited_ms / 1000) })
  if (more || counted?.more) await sealHistoryQueue.nudge(ref)
})

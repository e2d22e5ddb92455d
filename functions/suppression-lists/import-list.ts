import { importList as bringOn, isDone, watchLists } from '../../shared/actions/opt-outs/import-list.ts'
import { nextPollMs, uploadWaitMs } from '../../shared/domain/knowledge/document.ts'
import { importPauseMs, type ListImport, listKey } from '../../shared/domain/suppression-lists/suppression-list.ts'
import { importList } from '../../shared/operations/suppression-lists.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'

type Services = Dependencies<(typeof importList)['uses'][number]>

/** Milliseconds of a run: less than Lambda allows. */
const runMsMax = 10 * 60_000

/**
 * Continues an import for at most ten minutes, then starts another run. For a message without an
 * import id, checks the age of the user's lists.
 */
export const handler = worker(importList, async (ref, services, log) => {
  const { suppressionLists, knowledgeStore, importListQueue, clock } = services
  if (ref.import_id === undefined) return watchLists(services, ref.user_id, log)
  const before = await suppressionLists.find(ref)
  if (!before || isDone(before)) return
  if (before.status === 'waiting' && (await waitsForFile(before, services))) return
  const open = async () => knowledgeStore.read(listKey(before))
  const after = await bringOn(services, { before, open, until: clock.now() + runMsMax })
  if (!after) return
  const { id, user_id, status, rows, numbers, refused } = after
  if (!isDone(after)) return importListQueue.nudge(ref)
  if (!after.removes) await knowledgeStore.remove(listKey(after))
  log.info('do-not-call list imported', { user_id, import_id: id, state: status, rows, numbers, refused })
})

/** Checks for the file at growing intervals, then gives up. */
const waitsForFile = async (
  before: ListImport,
  { knowledgeStore, importListQueue, suppressionLists, clock }: Services,
): Promise<boolean> => {
  const { id, user_id, wait_until } = before
  const now = clock.now()
  if (wait_until === undefined || now > wait_until) return false
  if ((await knowledgeStore.etagOf(listKey({ id, user_id }))) !== undefined) return false
  const nextMs = nextPollMs(now - (wait_until - uploadWaitMs))
  if (await suppressionLists.advance(before, before, now + nextMs + importPauseMs))
    await importListQueue.nudge({ user_id, import_id: id }, nextMs / 1000)
  return true
}

import { importFile } from '../../shared/actions/leads/import-file.ts'
import type { FileSource } from '../../shared/actions/leads/lead-file.ts'
import { nextPollMs, uploadWaitMs } from '../../shared/domain/knowledge/document.ts'
import { importRunSeconds, isImportOver, type LeadImport, leadFileKey } from '../../shared/domain/leads/lead-import.ts'
import { importLeadFile } from '../../shared/operations/leads.ts'
import { worker } from '../../shared/runtime/worker.ts'
import type { Dependencies } from '../../shared/services.ts'

type Services = Dependencies<(typeof importLeadFile)['uses'][number]>

/** Milliseconds of a run: less than the five minutes after which a stream from the bucket ends. */
const runMsMax = 4 * 60_000
/** Milliseconds for which a run reserves its import: longer than Lambda's timeout. */
const leaseMs = (importRunSeconds + 60) * 1000
/** Milliseconds that a run may be late. The check for overdue items then queues the run again. */
const pauseMs = 120_000

/** Imports rows for four minutes, then queues the next run, so that other users do not wait. */
export const handler = worker(importLeadFile, async (ref, services, log) => {
  const { leadImports, knowledgeStore, importLeadsQueue, clock } = services
  const before = await leadImports.find(ref)
  if (!before) return
  if (isImportOver(before)) return knowledgeStore.remove(leadFileKey(before))
  const now = clock.now()
  if (before.run_until !== undefined && before.run_until > now) return
  const etag = before.etag ?? (await knowledgeStore.etagOf(leadFileKey(before)))
  if (etag === undefined && before.status === 'waiting' && (await waitsForFile(before, services))) return
  const after = await importFile(services, {
    before,
    source: sourceOf(before, etag, services),
    etag,
    until: now + runMsMax,
    leaseMs,
    rejected: knowledgeStore,
    warn: (text) => log.warn('lead import', { ...ref, text }),
  })
  if (!after) return
  if (!isImportOver(after)) return importLeadsQueue.nudge(ref)
  await knowledgeStore.remove(leadFileKey(after))
  const { status, rows, imported, rejected } = after
  log.info('leads imported', { ...ref, state: status, rows, imported, rejected })
})

const sourceOf = (made: LeadImport, etag: string | undefined, { knowledgeStore }: Services): FileSource => ({
  bytes: made.size ?? 0,
  read: (from, until) => knowledgeStore.read(leadFileKey(made), { from, until, etag }),
})

/** Checks for the file at growing intervals, then gives up. */
const waitsForFile = async (before: LeadImport, services: Services): Promise<boolean> => {
  const { importLeadsQueue, leadImports, clock } = services
  const { id, user_id, wait_until } = before
  const now = clock.now()
  if (wait_until === undefined || now > wait_until) return false
  const nextMs = nextPollMs(now - (wait_until - uploadWaitMs))
  if (await leadImports.advance(before, before, now + nextMs + pauseMs))
    await importLeadsQueue.nudge({ user_id, import_id: id }, nextMs / 1000)
  return true
}

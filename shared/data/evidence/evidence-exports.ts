import { openJobsMax } from '../../domain/account/job-limits.ts'
import { expiryOf } from '../../domain/account/retention.ts'
import type { EvidenceExport, EvidenceExportRef } from '../../domain/evidence/evidence-export.ts'
import { dueKey, evidenceExportKey, type StoredKey } from '../../table/keys.ts'
import { jobEnded, jobOpened, type Opened, openedBy } from '../../table/open-jobs.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'

export interface EvidenceExports {
  begin(wanted: EvidenceExport): Promise<Opened>
  find(ref: EvidenceExportRef): Promise<EvidenceExport | undefined>
  advance(before: EvidenceExport, after: Omit<EvidenceExport, 'revision'>, now: number): Promise<boolean>
  /** `files`: number of files that may still exist. False on a conflict. */
  retire(before: EvidenceExport, removed_at: number, files: number): Promise<boolean>
}

const job = 'evidence_exports'
const pauseMs = 120_000
const keptMonths = 1

export const evidenceExports = ({ table }: { table: Table }): EvidenceExports => {
  const itemOf = (made: EvidenceExport, due_at: number | undefined) => ({
    ...evidenceExportKey(made.user_id, made.id),
    ...made,
    ...dueKey(made.id, due_at),
    expires_at_seconds: expiryOf(timeOfId(made.id), keptMonths),
  })
  const put = async (made: EvidenceExport, before: EvidenceExport, due_at: number | undefined) => {
    const isUnchanged = when('#revision = :seen', { seen: before.revision })
    const writes: Write[] = [{ put: itemOf(made, due_at), when: isUnchanged }]
    if (before.status === 'waiting' && made.status !== 'waiting') writes.push(jobEnded(made.user_id, job))
    return (await table.write(writes)).done
  }
  return {
    begin: async (wanted) => {
      const put = itemOf(wanted, timeOfId(wanted.id) + pauseMs)
      return openedBy(await table.write([{ put, when: isNew }, jobOpened(wanted.user_id, job, openJobsMax[job])]))
    },

    find: async ({ user_id, export_id }) => {
      const stored = await table.get<StoredExport>(evidenceExportKey(user_id, export_id))
      return stored && read(stored)
    },

    advance: async (before, after, now) => {
      const made = { ...after, revision: before.revision + 1 }
      const due_at = after.status === 'waiting' ? now + pauseMs : undefined
      return put(made, before, due_at)
    },

    retire: (before, removed_at, files) => {
      const removed = { ...read(before), status: 'removed' as const, removed_at, files, revision: before.revision + 1 }
      return put(removed, before, undefined)
    },
  }
}

type StoredExport = EvidenceExport &
  Partial<StoredKey> & { due_shard?: string; due_at?: number; expires_at_seconds?: number }

const read = (stored: StoredExport): EvidenceExport => {
  const { pk: _pk, sk: _sk, due_shard: _shard, due_at: _due, expires_at_seconds: _expiry, ...made } = stored
  return made
}

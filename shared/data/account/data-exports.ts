import { type DataExport, type ExportRef, type ExportState, isOpen } from '../../domain/account/data-export.ts'
import { openJobsMax } from '../../domain/account/job-limits.ts'
import { expiryOf } from '../../domain/account/retention.ts'
import { dataExportKey, dueKey, type StoredKey } from '../../table/keys.ts'
import { jobEnded, jobOpened, type Opened, openedBy } from '../../table/open-jobs.ts'
import { isNew, type Table, type Write, when, without } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'

export interface DataExports {
  begin(wanted: DataExport): Promise<Opened>
  find(ref: ExportRef): Promise<DataExport | undefined>
  /** Undefined on a conflict. */
  advance(before: DataExport, after: DataExport, now: number): Promise<DataExport | undefined>
  /** Sets the status `removed`; for a removed export, sets `isGone`. False on a conflict. */
  retire(before: DataExport, now: number): Promise<boolean>
}

const job = 'data_exports'
const pauseMs = 150_000
const shownMonths = 1

type Stored = DataExport & StoredKey & { due_shard?: string; due_at?: number; expires_at_seconds: number }

export const dataExports = ({ table }: { table: Table }): DataExports => {
  const itemOf = (made: DataExport, now: number) => ({
    ...dataExportKey(made.user_id, made.id),
    ...made,
    ...dueKey(made.id, isOpen(made.state) ? now + pauseMs : undefined),
    expires_at_seconds: expiryOf(timeOfId(made.id), shownMonths),
  })

  const advance: DataExports['advance'] = async (before, after, now) => {
    const made = { ...after, revision: before.revision + 1 }
    const writes: Write[] = [{ put: itemOf(made, now), when: when('#revision = :seen', { seen: before.revision }) }]
    if (isOpen(before.state) && !isOpen(made.state)) writes.push(jobEnded(made.user_id, job))
    return (await table.write(writes)).done ? made : undefined
  }

  return {
    begin: async (wanted) => {
      const put = itemOf(wanted, timeOfId(wanted.id))
      return openedBy(await table.write([{ put, when: isNew }, jobOpened(wanted.user_id, job, openJobsMax[job])]))
    },

    find: async ({ user_id, export_id }) => {
      const stored = await table.get<Stored>(dataExportKey(user_id, export_id))
      return stored && without(stored, 'pk', 'sk', 'due_shard', 'due_at', 'expires_at_seconds')
    },

    advance,

    retire: async (before, now) =>
      (await advance(before, { ...before, state: removed(before, now) }, now)) !== undefined,
  }
}

const removed = ({ state }: DataExport, removed_at: number): ExportState => {
  if (state.status === 'removed') return { ...state, isGone: true }
  return {
    ...{ status: 'removed', removed_at, isGone: false },
    ...(state.status === 'writing' && { upload: state.upload }),
  }
}

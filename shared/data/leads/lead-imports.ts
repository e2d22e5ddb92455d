import { openJobsMax } from '../../domain/account/job-limits.ts'
import { expiryOf } from '../../domain/account/retention.ts'
import { isImportOver, type LeadImport, type LeadImportRef, leadImportMonths } from '../../domain/leads/lead-import.ts'
import { dueKey, leadImportKey, type StoredKey } from '../../table/keys.ts'
import { jobEnded, jobOpened, type Opened, openedBy } from '../../table/open-jobs.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'

export interface LeadImports {
  /** `busy`: the user's limit of open imports is reached. */
  begin(wanted: LeadImport): Promise<Opened>
  find(ref: LeadImportRef): Promise<LeadImport | undefined>
  /** Imports of the last month, newest first. */
  list(user_id: number): Promise<LeadImport[]>
  /** Undefined on a conflict. */
  advance(
    before: LeadImport,
    after: Omit<LeadImport, 'revision'>,
    due_at: number | undefined,
  ): Promise<LeadImport | undefined>
  /** `files`: number of files that may still exist. False on a conflict. */
  retire(before: LeadImport, removed_at: number, files: number): Promise<boolean>
}

const job = 'lead_imports'
const pauseMs = 120_000

/**
 * True for imports that count against the user's limit. An operator's import has no `size` and
 * does not count.
 */
const isCounted = (made: LeadImport): boolean => made.size !== undefined && !isImportOver(made)

type Stored = LeadImport & StoredKey & { due_shard?: string; due_at?: number; expires_at_seconds: number }

const read = (stored: Stored): LeadImport => {
  const { pk: _pk, sk: _sk, due_shard: _shard, due_at: _due, expires_at_seconds: _expiry, ...made } = stored
  return made
}

export const leadImports = ({ table }: { table: Table }): LeadImports => {
  const itemOf = (made: LeadImport, due_at: number | undefined) => ({
    ...leadImportKey(made.user_id, made.id),
    ...made,
    ...dueKey(made.id, made.size === undefined ? undefined : due_at),
    expires_at_seconds: expiryOf(timeOfId(made.id), leadImportMonths),
  })
  const put = async (before: LeadImport, made: LeadImport, due_at: number | undefined): Promise<boolean> => {
    const writes: Write[] = [
      { put: itemOf(made, due_at), when: when('#revision = :seen', { seen: before.revision }) },
      ...(isCounted(before) && isImportOver(made) ? [jobEnded(made.user_id, job)] : []),
    ]
    return (await table.write(writes)).done
  }

  return {
    begin: async (wanted) => {
      const put = itemOf(wanted, wanted.updated_at + pauseMs)
      const counted = isCounted(wanted) ? [jobOpened(wanted.user_id, job, openJobsMax[job])] : []
      return openedBy(await table.write([{ put, when: isNew }, ...counted]))
    },

    find: async ({ user_id, import_id }) => {
      const stored = await table.get<Stored>(leadImportKey(user_id, import_id))
      return stored && read(stored)
    },

    list: async (user_id) => {
      const { pk } = leadImportKey(user_id, 0)
      const all = await table.query<Stored>({ pk, newestFirst: true })
      // Leaves out imports from before 0.2.0, which stored only their progress.
      return all.filter(({ status }) => status !== undefined).map(read)
    },

    advance: async (before, after, due_at) => {
      const made = { ...after, revision: before.revision + 1 }
      return (await put(before, made, due_at)) ? made : undefined
    },

    retire: (before, removed_at, files) =>
      put(before, { ...before, removed_at, files, revision: before.revision + 1 }, undefined),
  }
}

import { openJobsMax } from '../../domain/account/job-limits.ts'
import { expiryOf } from '../../domain/account/retention.ts'
import { type PersonWork, type PersonWorkRef, personExportMonths } from '../../domain/people/person-work.ts'
import { dueKey, personWorkKey } from '../../table/keys.ts'
import { jobEnded, jobOpened, type Opened, openedBy } from '../../table/open-jobs.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'

export interface PersonWorks {
  /** Limits a user's open jobs, but not an operator's. */
  begin(wanted: PersonWork, by?: 'user' | 'operator'): Promise<Opened>
  find(ref: PersonWorkRef): Promise<PersonWork | undefined>
  /** Undefined on a conflict. */
  advance(before: PersonWork, after: Omit<PersonWork, 'revision'>, now: number): Promise<PersonWork | undefined>
  /**
   * Sets the status `removed` and deletes the record's phone number. `files`: number of files that
   * may still exist. False on a conflict.
   */
  retire(before: PersonWork, removed_at: number, files: number): Promise<boolean>
}

const job = 'person_works'
const pauseMs = 120_000

export const personWorks = ({ table }: { table: Table }): PersonWorks => {
  const itemOf = (work: PersonWork, due_at: number | undefined) => ({
    ...personWorkKey(work.user_id, work.id),
    ...work,
    ...dueKey(work.id, due_at),
    expires_at_seconds: expiryOf(timeOfId(work.id), personExportMonths),
  })
  return {
    begin: async (wanted, by = 'user') => {
      const put = itemOf(wanted, timeOfId(wanted.id) + pauseMs)
      return openedBy(
        await table.write([
          { put, when: isNew },
          jobOpened(wanted.user_id, job, by === 'user' ? openJobsMax[job] : undefined),
        ]),
      )
    },

    find: async ({ user_id, work_id }) => {
      const stored = await table.get<PersonWork & { due_shard?: string; due_at?: number }>(
        personWorkKey(user_id, work_id),
      )
      if (!stored) return undefined
      const { due_shard: _shard, due_at: _due, ...work } = stored
      return work
    },

    advance: async (before, after, now) => {
      const work = { ...after, revision: before.revision + 1 }
      const due_at = after.status === 'waiting' ? Math.max(after.next_at ?? 0, now) + pauseMs : undefined
      const isUnchanged = when('#revision = :seen', { seen: before.revision })
      const writes: Write[] = [{ put: itemOf(work, due_at), when: isUnchanged }]
      if (before.status === 'waiting' && after.status !== 'waiting') writes.push(jobEnded(before.user_id, job))
      return (await table.write(writes)).done ? work : undefined
    },

    retire: async (before, removed_at, files) => {
      const { id, user_id, kind, items, walks, found, left, revision } = before
      const kept = { id, user_id, kind, items, walks, found, left }
      const put = itemOf({ ...kept, status: 'removed', removed_at, files, revision: revision + 1 }, undefined)
      const writes: Write[] = [{ put, when: when('#revision = :seen', { seen: revision }) }]
      if (before.status === 'waiting') writes.push(jobEnded(user_id, job))
      return (await table.write(writes)).done
    },
  }
}

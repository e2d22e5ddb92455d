import { openJobsMax } from '../../domain/account/job-limits.ts'
import { addedEventOfList } from '../../domain/account/suppression-event.ts'
import { newRemoval } from '../../domain/suppression-lists/list-form.ts'
import { headLeaving, type ListHead } from '../../domain/suppression-lists/list-head.ts'
import type { ListImport, ListRef } from '../../domain/suppression-lists/suppression-list.ts'
import { headDueAt, importPauseMs } from '../../domain/suppression-lists/suppression-list.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import {
  dueKey,
  type StoredKey,
  suppressionBlockKey,
  suppressionEventKey,
  suppressionImportKey,
  suppressionListKey,
} from '../../table/keys.ts'
import { jobEnded, jobOpened, type Opened, openedBy } from '../../table/open-jobs.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'
import { idAt, timeOfId } from '../../words/id.ts'
import { eventDeliveryWrites } from '../webhooks/deliveries.ts'
import { findEventWebhook } from '../webhooks/event-webhooks.ts'

/** Do-not-call lists of a user, or of the operator for all users. */
export interface SuppressionLists {
  head(user_id: number): Promise<ListHead>
  /** Limits a user's open imports, but not an operator's. */
  begin(wanted: ListImport, by?: 'user' | 'operator'): Promise<Opened>
  /** Undefined when the list is not in force or its removal was already requested. */
  remove(user_id: number, import_id: number): Promise<ListRef | undefined>
  find(ref: ListRef): Promise<ListImport | undefined>
  /** Oldest first. */
  imports(user_id: number): Promise<ListImport[]>
  /** Undefined on a conflict. */
  advance(
    before: ListImport,
    after: Omit<ListImport, 'revision'>,
    due_at: number | undefined,
  ): Promise<ListImport | undefined>
  entries(head: ListHead): AsyncGenerator<Uint8Array>
  write(user_id: number, version: string, first: number, blocks: readonly Uint8Array[]): Promise<void>
  /** False on a conflict. */
  putInForce(before: ListImport, after: Omit<ListImport, 'revision'>, seen: ListHead, head: ListHead): Promise<boolean>
  clear(user_id: number, version: string, until: number): Promise<boolean>
  watch(head: ListHead, now: number): Promise<void>
}

type StoredImport = ListImport & StoredKey & { due_shard?: string; due_at?: number; expires_at_seconds: number }

const read = (stored: StoredImport): ListImport => {
  const { pk: _pk, sk: _sk, due_shard: _shard, due_at: _due, expires_at_seconds: _expiry, ...made } = stored
  return made
}

const job = 'list_imports'

const isOpen = ({ status, removes }: Pick<ListImport, 'status' | 'removes'>): boolean =>
  !removes && (status === 'waiting' || status === 'importing')
const endOf = (before: ListImport, after: ListImport): Write[] =>
  isOpen(before) && !isOpen(after) ? [jobEnded(before.user_id, job)] : []

const keptMs = 90 * 24 * 60 * 60 * 1000
const blocksAtOnce = 500
const deletesAtOnce = 50

const importItem = (made: ListImport, due_at: number | undefined) => ({
  ...suppressionImportKey(made.user_id, made.id),
  ...made,
  // No deadline when the file is on the operator's machine, which continues the import itself.
  ...dueKey(made.id, made.wait_until === undefined && !made.removes ? undefined : due_at),
  expires_at_seconds: Math.ceil((timeOfId(made.id) + keptMs) / 1000),
})
const headItem = (head: ListHead, now: number, looked_at?: number) => ({
  ...suppressionListKey(head.user_id),
  ...head,
  ...dueKey(head.user_id, headDueAt(head, now, looked_at)),
})
const unchanged = (revision: number) => when('#revision = :seen', { seen: revision })

const noLists = { revision: 0, blocks: 0, entries: 0, lists: [] }

async function* readEntries(table: Table, { user_id, version, blocks }: ListHead): AsyncGenerator<Uint8Array> {
  if (!version) return
  for (let first = 0; first < blocks; first += blocksAtOnce) {
    const { pk, sk: from } = suppressionBlockKey(user_id, version, first)
    const last = Math.min(first + blocksAtOnce, blocks) - 1
    const to = suppressionBlockKey(user_id, version, last).sk
    const found = await table.query<{ entries: Uint8Array }>({ pk, from, to })
    if (found.length !== last - first + 1) throw new Error('A block of the do-not-call lists is missing')
    for (const { entries } of found) yield entries
  }
}

export const suppressionLists = ({ table, clock, random }: StoreParts): SuppressionLists => {
  return {
    head: async (user_id) => (await table.get<ListHead>(suppressionListKey(user_id))) ?? { user_id, ...noLists },

    begin: async (wanted, by = 'user') =>
      openedBy(
        await table.write([
          { put: importItem(wanted, wanted.updated_at + importPauseMs), when: isNew },
          jobOpened(wanted.user_id, job, by === 'user' ? openJobsMax[job] : undefined),
        ]),
      ),

    remove: (user_id, import_id) =>
      untilWritten({ clock, random }, 'head of the do-not-call lists', async () => {
        const head = await table.get<ListHead>(suppressionListKey(user_id))
        const list = head?.lists.find((one) => one.import_id === import_id && !one.leaving)
        if (!head || !list) return undefined
        const now = clock.now()
        const removal = newRemoval(list, { id: idAt(now, random.number()), user_id }, now)
        const written = await table.write([
          { put: importItem(removal, now + importPauseMs), when: isNew },
          { put: headItem(headLeaving(head, import_id), now), when: unchanged(head.revision) },
        ])
        return written.done ? { user_id, import_id: removal.id } : lost
      }),

    find: async ({ user_id, import_id = 0 }) => {
      const stored = await table.get<StoredImport>(suppressionImportKey(user_id, import_id))
      return stored && read(stored)
    },

    imports: async (user_id) =>
      (await table.query<StoredImport>({ pk: suppressionImportKey(user_id, 0).pk })).map(read),

    advance: async (before, after, due_at) => {
      const made = { ...after, revision: before.revision + 1 }
      const written = await table.write([
        { put: importItem(made, due_at), when: unchanged(before.revision) },
        ...endOf(before, made),
      ])
      return written.done ? made : undefined
    },

    entries: (head) => readEntries(table, head),

    write: (user_id, version, first, blocks) =>
      table.putMany(
        blocks.map((entries, index) => ({ ...suppressionBlockKey(user_id, version, first + index), entries })),
      ),

    putInForce: async (before, after, seen, head) => {
      const now = clock.now()
      const added: Write[] = []
      if (head.user_id > 0 && !after.removes) {
        const event = addedEventOfList(after, { id: idAt(now, random.number()), at: now })
        const delivery = eventDeliveryWrites(event, await findEventWebhook(table, head.user_id))
        added.push({ put: { ...suppressionEventKey(head.user_id, event.id), ...event }, when: isNew }, ...delivery)
      }
      const made = { ...after, revision: before.revision + 1 }
      const due_at = made.outdated.length > 0 ? now + importPauseMs : undefined
      const written = await table.write([
        { put: importItem(made, due_at), when: unchanged(before.revision) },
        { put: headItem(head, now), when: seen.revision === 0 ? isNew : unchanged(seen.revision) },
        ...endOf(before, made),
        ...added,
      ])
      return written.done
    },

    clear: async (user_id, version, until) => {
      for (;;) {
        const { pk, sk: from } = suppressionBlockKey(user_id, version, 0)
        const range = { pk, from, to: `${version}$`, limit: blocksAtOnce }
        const keys = await table.query<StoredKey>({ ...range, only: ['pk', 'sk'] })
        for (let at = 0; at < keys.length; at += deletesAtOnce)
          await Promise.all(keys.slice(at, at + deletesAtOnce).map((key) => table.write([{ delete: key }])))
        if (keys.length < blocksAtOnce) return true
        if (clock.now() >= until) return false
      }
    },

    watch: async (head, now) => {
      await table.write([{ put: headItem(head, now, now), when: unchanged(head.revision) }])
    },
  }
}

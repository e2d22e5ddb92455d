import { openJobsMax } from '../../domain/account/job-limits.ts'
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts'
import type { Renaming } from '../../domain/knowledge/knowledge-form.ts'
import { documentsMax } from '../../domain/knowledge/knowledgebase.ts'
import { lost, type StoreParts, untilWritten } from '../../table/compare-and-set.ts'
import { documentKey, knowledgebaseKey, type StoredKey } from '../../table/keys.ts'
import { jobEnded, jobOpened } from '../../table/open-jobs.ts'
import { exists, isNew, type Table, type Write, when } from '../../table/table.ts'
import { type Lease, requestWork, stillHeld } from './knowledge-work.ts'

export interface Documents {
  find(user_id: number, base_id: number, id: number): Promise<KnowledgeDocument | undefined>
  /** Newest first. */
  list(user_id: number, base_id: number): Promise<KnowledgeDocument[]>
  /** `clash`: the id is taken. */
  create(document: KnowledgeDocument): Promise<'created' | 'clash' | 'no_base' | 'too_many' | 'busy'>
  rename(document: KnowledgeDocument, words: Renaming, now: number): Promise<KnowledgeDocument | undefined>
  remove(user_id: number, base_id: number, id: number, now: number): Promise<KnowledgeDocument | undefined>
  begin(document: KnowledgeDocument, lease: Lease): Promise<boolean>
  fail(document: KnowledgeDocument, reason: string, now: number, lease: Lease): Promise<void>
  clear(user_id: number, base_id: number): Promise<void>
}

export const documents = (parts: StoreParts): Documents => {
  const { table } = parts
  const find: Documents['find'] = async (user_id, base_id, id) => {
    const stored = await table.get<Stored>(documentKey(user_id, base_id, id))
    return stored && read(stored)
  }

  return {
    find,
    list: (user_id, base_id) => listDocuments(table, user_id, base_id),

    create: async (document) => {
      const { user_id, base_id, updated_at } = document
      const written = await table.write([
        { put: { ...keyOf(document), ...document }, when: isNew },
        {
          update: knowledgebaseKey(user_id, base_id),
          add: { documents: 1, processing: 1 },
          when: when('attribute_not_exists(#deleted_at) AND #documents < :max', { max: documentsMax }),
        },
        requestWork(user_id, updated_at),
        jobOpened(user_id, job, openJobsMax[job]),
      ])
      if (written.done) return 'created'
      if (written.failed[0]) return 'clash'
      if (!written.failed[1]) return 'busy'
      const base = written.before[1]
      return base && base.deleted_at === undefined ? 'too_many' : 'no_base'
    },

    rename: async (document, { name = document.name, description = document.description }, now) => {
      const words = { name, description, updated_at: now }
      const { done } = await table.write([{ update: keyOf(document), set: words, when: exists }])
      return done ? { ...document, ...words } : undefined
    },

    remove: (user_id, base_id, id, now) =>
      untilWritten(parts, 'document', async () => {
        const stored = await find(user_id, base_id, id)
        if (!stored) return undefined
        const { status } = stored
        const { done } = await table.write([
          { delete: keyOf(stored), when: when('#status = :status', { status }) },
          {
            update: knowledgebaseKey(user_id, base_id),
            add: { documents: -1, removals: 1, ...(status !== 'failed' && { [status]: -1 }) },
            when: exists,
          },
          requestWork(user_id, now),
          ...(status === 'processing' ? [jobEnded(user_id, job)] : []),
        ])
        return done ? stored : lost
      }),

    begin: async (document, lease) => {
      const { attempts } = document
      const begun = when('#status = :status AND #attempts = :attempts', { status: 'processing', attempts })
      const { done } = await table.write([
        { update: keyOf(document), set: { attempts: attempts + 1 }, when: begun },
        stillHeld(lease),
      ])
      return done
    },

    fail: async (document, reason, now, lease) => {
      const { user_id, base_id } = document
      await table.write([
        { update: keyOf(document), set: { status: 'failed', reason, updated_at: now }, when: isProcessing },
        { update: knowledgebaseKey(user_id, base_id), add: { processing: -1 }, when: exists },
        stillHeld(lease),
        jobEnded(user_id, job),
      ])
    },

    clear: async (user_id, base_id) => {
      const all = await listDocuments(table, user_id, base_id)
      await Promise.all(
        all.map(async (one) => {
          const waiting: Write[] = [{ delete: keyOf(one), when: isProcessing }, jobEnded(user_id, job)]
          if (one.status === 'processing' && (await table.write(waiting)).done) return
          await table.write([{ delete: keyOf(one) }])
        }),
      )
    },
  }
}

const listDocuments = async (table: Table, user_id: number, base_id: number) => {
  const { pk, sk } = documentKey(user_id, base_id, 0)
  const prefix = sk.slice(0, sk.indexOf('#'))
  const items = await table.query<Stored>({ pk, from: `${prefix}#`, to: `${prefix}$`, newestFirst: true })
  return items.map(read)
}

type Stored = KnowledgeDocument & StoredKey

const keyOf = ({ user_id, base_id, id }: Pick<KnowledgeDocument, 'user_id' | 'base_id' | 'id'>) =>
  documentKey(user_id, base_id, id)
const isProcessing = when('#status = :status', { status: 'processing' })
const read = ({ pk: _pk, sk: _sk, ...document }: Stored): KnowledgeDocument => document

export interface ReadDocument {
  document: KnowledgeDocument
  passages: number
  now: number
}

const job = 'documents'

export const readWrites = ({ document, passages, now }: ReadDocument): Write[] => [
  { update: keyOf(document), set: { status: 'active', passages, updated_at: now }, when: isProcessing },
  jobEnded(document.user_id, job),
]

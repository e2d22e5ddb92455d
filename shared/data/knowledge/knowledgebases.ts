import type { Renaming } from '../../domain/knowledge/knowledge-form.ts'
import { hasWork, type Knowledgebase, knowledgebasesMax, type Packed } from '../../domain/knowledge/knowledgebase.ts'
import { knowledgebaseKey, type StoredKey } from '../../table/keys.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'
import { type ReadDocument, readWrites } from './documents.ts'
import { type Lease, requestWork, stillHeld } from './knowledge-work.ts'

export interface Knowledgebases {
  find(user_id: number, id: number): Promise<Knowledgebase | undefined>
  /** Newest first. */
  list(user_id: number): Promise<Knowledgebase[]>
  unfinished(user_id: number): Promise<Knowledgebase[]>
  /** `clash`: the id is taken. */
  create(base: Knowledgebase): Promise<'created' | 'clash' | 'too_many'>
  rename(base: Knowledgebase, words: Renaming, now: number): Promise<Knowledgebase | undefined>
  markDeleted(user_id: number, id: number, now: number): Promise<boolean>
  /** Registers an S3 object for removal before the object is created. */
  reserve(base: Knowledgebase, key: string, lease: Lease): Promise<Knowledgebase | undefined>
  /** False on a conflict or when a document was deleted. */
  publish(base: Knowledgebase, packed: Packed, lease: Lease, read?: ReadDocument): Promise<boolean>
  forgetSpare(base: Knowledgebase, lease: Lease): Promise<void>
  remove(base: Knowledgebase, lease: Lease): Promise<void>
}

export const knowledgebases = ({ table }: { table: Table }): Knowledgebases => {
  const listed = async (user_id: number, newestFirst: boolean) => {
    const items = await table.query<Stored>({ pk: knowledgebaseKey(user_id, 0).pk, newestFirst })
    return items.map(read)
  }

  return {
    find: async (user_id, id) => {
      const stored = await table.get<Stored>(knowledgebaseKey(user_id, id))
      return stored && stored.deleted_at === undefined ? read(stored) : undefined
    },

    list: async (user_id) => (await listed(user_id, true)).filter(({ deleted_at }) => deleted_at === undefined),
    unfinished: async (user_id) => (await listed(user_id, false)).filter(hasWork),

    create: async (base) => {
      const { user_id, id, updated_at } = base
      const written = await table.write([
        { put: { ...knowledgebaseKey(user_id, id), ...base }, when: isNew },
        requestWork(user_id, updated_at, { bases: 1, max: knowledgebasesMax }),
      ])
      if (written.done) return 'created'
      return written.failed[0] ? 'clash' : 'too_many'
    },

    rename: async (base, { name = base.name, description = base.description }, now) => {
      const words = { name, description, updated_at: now }
      const { done } = await table.write([{ update: keyOf(base), set: words, when: isThere }])
      return done ? { ...base, ...words } : undefined
    },

    markDeleted: async (user_id, id, now) => {
      const gone = { update: knowledgebaseKey(user_id, id), set: { deleted_at: now }, when: isThere }
      return (await table.write([gone, requestWork(user_id, now, { bases: -1 })])).done
    },

    reserve: async (base, key, lease) => {
      const after = { ...base, spare: [...new Set([...(base.spare ?? []), key])], version: base.version + 1 }
      const { spare, version } = after
      const { done } = await table.write([
        { update: keyOf(base), set: { spare, version }, when: isVersion(base) },
        stillHeld(lease),
      ])
      return done ? after : undefined
    },

    publish: async (base, packed, lease, document) => {
      const { removals } = base
      const spare = spareAfter(base, packed)
      const published: Write = {
        update: keyOf(base),
        set: { packed, version: base.version + 1, ...(spare.length > 0 && { spare }) },
        ...(spare.length === 0 && { remove: ['spare'] }),
        ...(document && { add: { processing: -1, active: 1 } }),
        when: when('#version = :version AND #removals = :removals AND attribute_not_exists(#deleted_at)', {
          version: base.version,
          removals,
        }),
      }
      return (await table.write([published, ...(document ? readWrites(document) : []), stillHeld(lease)])).done
    },

    forgetSpare: async (base, lease) => {
      const set = { version: base.version + 1 }
      const forgotten: Write = { update: keyOf(base), set, remove: ['spare'], when: isVersion(base) }
      await table.write([forgotten, stillHeld(lease)])
    },

    remove: async (base, lease) => {
      await table.write([{ delete: keyOf(base) }, stillHeld(lease)])
    },
  }
}

type Stored = Knowledgebase & StoredKey

const keyOf = ({ user_id, id }: Pick<Knowledgebase, 'user_id' | 'id'>) => knowledgebaseKey(user_id, id)
const isThere = when('attribute_exists(#pk) AND attribute_not_exists(#deleted_at)')
const isVersion = ({ version }: Knowledgebase) => when('#version = :version', { version })

const spareAfter = ({ spare = [], packed: before }: Knowledgebase, packed: Packed): string[] =>
  [...new Set([...spare, ...(before ? [before.key] : [])])].filter((key) => key !== packed.key)

const read = ({ pk: _pk, sk: _sk, ...base }: Stored): Knowledgebase => base

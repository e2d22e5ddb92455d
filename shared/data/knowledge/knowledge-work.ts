import { dueKey, knowledgeWorkKey, type StoredKey } from '../../table/keys.ts'
import { type Table, type Write, when } from '../../table/table.ts'

export interface Lease {
  user_id: number
  lease_until: number
  wanted: number
}

/** Each transaction that changes documents also requests work from the indexing worker. */
export interface KnowledgeWork {
  /** Undefined when no work is left or another worker has the lease. */
  claim(user_id: number, now: number, leaseMs: number): Promise<Lease | undefined>
  /** False when more work was requested, or another worker has the lease. */
  finish(lease: Lease): Promise<boolean>
  release(lease: Lease, due_at: number): Promise<void>
}

/** Milliseconds after which unclaimed work is sent to a worker again. */
const heardMs = 60_000

export const knowledgeWork = ({ table }: { table: Table }): KnowledgeWork => ({
  claim: async (user_id, now, leaseMs) => {
    const stored = await table.get<Stored>(knowledgeWorkKey(user_id))
    if (stored?.due_at === undefined || (stored.lease_until ?? 0) > now) return undefined
    const lease = { user_id, lease_until: now + leaseMs, wanted: stored.wanted }
    const unclaimed =
      stored.lease_until === undefined
        ? when('attribute_not_exists(#lease_until)')
        : when('#lease_until = :before', { before: stored.lease_until })
    const { done } = await table.write([
      {
        update: knowledgeWorkKey(user_id),
        set: { lease_until: lease.lease_until, ...dueKey(user_id, lease.lease_until) },
        when: unclaimed,
      },
    ])
    return done ? lease : undefined
  },

  finish: async ({ user_id, lease_until, wanted }) => {
    const { done } = await table.write([
      {
        update: knowledgeWorkKey(user_id),
        remove: ['lease_until', 'due_at', 'due_shard'],
        when: when('#lease_until = :lease_until AND #wanted = :wanted', { lease_until, wanted }),
      },
    ])
    return done
  },

  release: async ({ user_id, lease_until }, due_at) => {
    await table.write([
      {
        update: knowledgeWorkKey(user_id),
        set: dueKey(user_id, due_at),
        remove: ['lease_until'],
        when: when('#lease_until = :lease_until', { lease_until }),
      },
    ])
  },
})

interface Stored extends StoredKey {
  bases?: number
  wanted: number
  lease_until?: number
  due_at?: number
}

export const requestWork = (
  user_id: number,
  now: number,
  { bases, max }: { bases?: 1 | -1; max?: number } = {},
): Write => ({
  update: knowledgeWorkKey(user_id),
  add: { wanted: 1, ...(bases && { bases }) },
  set: dueKey(user_id, now + heardMs),
  ...(max !== undefined && { when: when('attribute_not_exists(#bases) OR #bases < :max', { max }) }),
})

export const stillHeld = ({ user_id, lease_until }: Lease): Write => ({
  check: knowledgeWorkKey(user_id),
  when: when('#lease_until = :lease_until', { lease_until }),
})

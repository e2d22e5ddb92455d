import { dueKey, knowledgeWorkKey, type StoredKey } from '../../table/keys.ts'
import { type Table, type Write, when } from '../../table/table.ts'

/** One worker at a time looks after the documents of a user: it holds the lease until this time. */
export interface Lease {
  user_id: number
  /** Epoch milliseconds. */
  lease_until: number
  /** The number of requests for work when it was taken. */
  wanted: number
}

/**
 * The worker's lease on a user's documents. Each change of them registers the work in the same
 * transaction.
 */
export interface KnowledgeWork {
  /** Undefined when there is nothing to do, or another worker is at it. */
  claim(user_id: number, now: number, leaseMs: number): Promise<Lease | undefined>
  /**
   * All is done. False when more was wished for meanwhile, or the lease has passed to another
   * worker.
   */
  finish(lease: Lease): Promise<boolean>
  /** Another one may go on; at the latest at `due_at`. */
  release(lease: Lease, due_at: number): Promise<void>
}

/** A wish that is not heard of within this time is sent again. */
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

/**
 * The write that goes with a change and registers work; `bases` changes the number of bases, if no
 * more than `max`.
 */
export const wished = (user_id: number, now: number, { bases, max }: { bases?: 1 | -1; max?: number } = {}): Write => ({
  update: knowledgeWorkKey(user_id),
  add: { wanted: 1, ...(bases && { bases }) },
  set: dueKey(user_id, now + heardMs),
  ...(max !== undefined && { when: when('attribute_not_exists(#bases) OR #bases < :max', { max }) }),
})

/** Nothing is written for one whose lease has passed on. */
export const stillHeld = ({ user_id, lease_until }: Lease): Write => ({
  check: knowledgeWorkKey(user_id),
  when: when('#lease_until = :lease_until', { lease_until }),
})

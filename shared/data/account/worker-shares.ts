import { workerShareKey } from '../../table/keys.ts'
import { type Table, when } from '../../table/table.ts'
import type { Random } from '../../words/clock.ts'

export interface WorkerShare {
  user_id: number
  worker: string
  max: number
  /** Id of the call. The next worker of this call can take over the slot of a crashed worker. */
  subject?: number
}

export interface HeldShare extends WorkerShare {
  slot: number
  /** Epoch milliseconds at which a crashed worker loses the slot. Also identifies the holder. */
  until: number
}

export interface WorkerShares {
  /** Undefined when all slots are taken. */
  take(share: WorkerShare, now: number, leaseMs: number): Promise<HeldShare | undefined>
  release(held: HeldShare): Promise<void>
}

const attemptsMax = 5

export const workerShares = ({ table, random }: { table: Table; random: Random }): WorkerShares => {
  const freeSlots = async ({ user_id, worker, max, subject }: WorkerShare, now: number): Promise<number[]> => {
    const { pk, sk: from } = workerShareKey(user_id, worker, 0)
    const { sk: to } = workerShareKey(user_id, worker, max - 1)
    const taken = await table.query<HeldShare>({ pk, from, to })
    const held = new Set(
      taken.flatMap((held) =>
        held.until > now && (subject === undefined || held.subject !== subject) ? [held.slot] : [],
      ),
    )
    return Array.from({ length: max }, (_, slot) => slot).filter((slot) => !held.has(slot))
  }
  const oneOf = (slots: readonly number[]): number | undefined => slots[Math.floor(random.number() * slots.length)]

  return {
    take: async (share, now, leaseMs) => {
      const { user_id, worker, max, subject } = share
      const until = now + leaseMs + random.number()
      // Most slots are usually free, so the first attempt takes a slot without a read.
      let slot: number | undefined = subject === undefined ? Math.floor(random.number() * max) : subject % max
      for (let attempt = 0; slot !== undefined && attempt < attemptsMax; attempt++) {
        const held = { ...share, slot, until }
        const put = {
          ...workerShareKey(user_id, worker, slot),
          slot,
          until,
          subject,
          expires_at_seconds: Math.ceil(until / 1000),
        }
        const free =
          subject === undefined
            ? when('attribute_not_exists(#until) OR #until <= :now', { now })
            : when('attribute_not_exists(#until) OR #until <= :now OR #subject = :subject', { now, subject })
        if ((await table.write([{ put, when: free }])).done) return held
        slot = oneOf(await freeSlots(share, now))
      }
      return undefined
    },

    release: async ({ user_id, worker, slot, until }) => {
      const mine = when('#until = :until', { until })
      await table.write([{ delete: workerShareKey(user_id, worker, slot), when: mine }])
    },
  }
}

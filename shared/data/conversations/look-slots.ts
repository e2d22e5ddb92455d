import { rateKey } from '../../table/keys.ts'
import { type Table, when } from '../../table/table.ts'
import type { Random } from '../../words/clock.ts'

/**
 * Turns that the worker of silences takes for one user at a time. Each may last as long as the user's model and tools.
 * A user who has all slots leaves the other functions of the worker to others.
 */
export interface LookSlots {
  /** Takes a slot, or returns undefined when a few that were tried are in use. */
  take(user_id: number, now: number): Promise<LookSlot | undefined>
  free(user_id: number, slot: LookSlot): Promise<void>
}

export interface LookSlot {
  place: number
  until: number
}

/** Below the functions of the worker, `concurrencyMax`, and of one machine. */
export const lookSlotsMax = 8
const attemptsMax = 3
/** A worker runs for 120 seconds at most. The slot of one that crashed is free then. */
const heldMs = 120_000
const keptSeconds = 3600

export const lookSlots = ({ table, random }: { table: Table; random: Random }): LookSlots => ({
  take: async (user_id, now) => {
    const first = Math.floor(random.number() * lookSlotsMax)
    const until = now + heldMs
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const place = (first + attempt) % lookSlotsMax
      const taken = await table.write([
        {
          update: rateKey(user_id, 'look', place),
          set: { until, expires_at_seconds: Math.ceil(until / 1000) + keptSeconds },
          when: when('attribute_not_exists(#until) OR #until <= :now', { now }),
        },
      ])
      if (taken.done) return { place, until }
    }
    return undefined
  },

  free: async (user_id, { place, until }) => {
    await table.write([
      { update: rateKey(user_id, 'look', place), set: { until: 0 }, when: when('#until = :until', { until }) },
    ])
  },
})

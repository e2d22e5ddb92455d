/** Single calls and campaigns that wait for a dial slot. */
export type WaiterKind = 'single' | 'campaign'

/** A single call, or a campaign with the number of its calls that could be created now. */
export interface Waiter {
  kind: WaiterKind
  user_id: number
  /** Id of the call or of the campaign. */
  id: number
  /** Number of dial slots that it can use. */
  wanted: number
  /** When it joined the queue, epoch milliseconds. */
  since: number
}

/** Waiters by user. Users are in the order of their turns, and so are the waiters of a user. */
export type WaiterQueue = readonly (readonly Waiter[])[]

/** A waiter with the instants at which the carrier may be asked for its calls. */
export interface Given {
  waiter: Waiter
  dials_at: number[]
}

/** Milliseconds ahead that dial slots are given out: queues wake workers to the second. */
export const aheadMs = 1000

/** Dial slots from `free_at` until a second from now. */
export const slotsUntilAhead = (free_at: number, now: number, intervalMs: number): number[] => {
  const first = Math.max(now, free_at)
  const count = Math.max(0, Math.floor((now + aheadMs - first) / intervalMs) + 1)
  return Array.from({ length: count }, (_, place) => first + place * intervalMs)
}

/**
 * Gives out slots, one after another. While both kinds wait, they alternate; the kind that is not
 * `last` begins. Within a kind, users take turns, and within a user, its campaigns.
 */
export const giveSlots = (
  queues: Record<WaiterKind, WaiterQueue>,
  last: WaiterKind,
  slots: readonly number[],
): Given[] => {
  const left = { single: queues.single.map(withoutSlots), campaign: queues.campaign.map(withoutSlots) }
  const given = new Set<Given>()
  let kind = last
  for (const slot of slots) {
    if (left[other(kind)].length > 0) kind = other(kind)
    const user = left[kind].shift()
    const next = user?.shift()
    if (!user || !next) return [...given]
    next.dials_at.push(slot)
    // In the order of their last slots: the last one says whose turn was last.
    given.delete(next)
    given.add(next)
    if (next.dials_at.length < next.waiter.wanted) user.push(next)
    if (user.length > 0) left[kind].push(user)
  }
  return [...given]
}

const withoutSlots = (user: readonly Waiter[]): Given[] => user.map((waiter) => ({ waiter, dials_at: [] }))

const other = (kind: WaiterKind): WaiterKind => (kind === 'single' ? 'campaign' : 'single')

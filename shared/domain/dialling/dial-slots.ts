/** Single calls and campaigns that wait for a dial slot. */
export type WaiterKind = 'single' | 'campaign'

/** A single call, or a campaign with its number of possible calls. */
export interface Waiter {
  kind: WaiterKind
  user_id: number
  /** Id of the call or campaign. */
  id: number
  /** Usable dial slots. */
  wanted: number
  /** Epoch milliseconds. */
  since: number
}

/** Waiters by user; users and their waiters in order of turns. */
export type WaiterQueue = readonly (readonly Waiter[])[]

/** A waiter with its dial slots. */
export interface Given {
  waiter: Waiter
  dials_at: number[]
}

/** Milliseconds ahead, because queues work by the second. */
export const aheadMs = 1000

/** Dial slots from `free_at` until a second from now. */
export const slotsUntilAhead = (free_at: number, now: number, intervalMs: number): number[] => {
  const first = Math.max(now, free_at)
  const count = Math.max(0, Math.floor((now + aheadMs - first) / intervalMs) + 1)
  return Array.from({ length: count }, (_, place) => first + place * intervalMs)
}

/**
 * Gives out slots in turn. Both kinds alternate, beginning with the one that is not `last`; within
 * them users, then their campaigns, take turns.
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
    // Ordered by last slots: the last one had the last turn.
    given.delete(next)
    given.add(next)
    if (next.dials_at.length < next.waiter.wanted) user.push(next)
    if (user.length > 0) left[kind].push(user)
  }
  return [...given]
}

const withoutSlots = (user: readonly Waiter[]): Given[] => user.map((waiter) => ({ waiter, dials_at: [] }))

const other = (kind: WaiterKind): WaiterKind => (kind === 'single' ? 'campaign' : 'single')

export type WaiterKind = 'single' | 'campaign'

export interface Waiter {
  kind: WaiterKind
  user_id: number
  id: number
  wanted: number
  since: number
}

export type WaiterQueue = readonly (readonly Waiter[])[]

export interface Given {
  waiter: Waiter
  dials_at: number[]
}

/** Slots are assigned this many milliseconds ahead, because SQS delays by whole seconds. */
export const aheadMs = 1000

export const slotsUntilAhead = (free_at: number, now: number, intervalMs: number): number[] => {
  const first = Math.max(now, free_at)
  const count = Math.max(0, Math.floor((now + aheadMs - first) / intervalMs) + 1)
  return Array.from({ length: count }, (_, index) => first + index * intervalMs)
}

/**
 * Assigns dial slots to waiting calls and campaigns. The two kinds alternate; `last` is the kind
 * with the previous slot. Within a kind, users take turns.
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
    given.delete(next)
    given.add(next)
    if (next.dials_at.length < next.waiter.wanted) user.push(next)
    if (user.length > 0) left[kind].push(user)
  }
  return [...given]
}

const withoutSlots = (user: readonly Waiter[]): Given[] => user.map((waiter) => ({ waiter, dials_at: [] }))

const other = (kind: WaiterKind): WaiterKind => (kind === 'single' ? 'campaign' : 'single')

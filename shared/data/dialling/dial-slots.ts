import {
  aheadMs,
  type Given,
  giveSlots,
  slotsUntilAhead,
  type Waiter,
  type WaiterKind,
  type WaiterQueue,
} from '../../domain/dialling/dial-slots.ts'
import type { StoreParts } from '../../table/compare-and-set.ts'
import { dialQueueKey, dialSlotsKey } from '../../table/keys.ts'
import { isNew, type Table, when } from '../../table/table.ts'

/**
 * Assigns dial slots: times at which we may ask the carrier to create a call. A worker takes the
 * next free slots, unless other workers wait. One worker, the pacer, then serves the queue.
 */
export interface DialSlots {
  /** Returns no slot if other workers wait in the queue or take the slots first. */
  take(wanted: number): Promise<number[]>
  /** Takes the next free slot ahead of the queue, because a customer waits in a running call. */
  takeAhead(): Promise<void>
  /** Returns the pacer round that the caller must start. Undefined while the pacer runs. */
  join(waiter: Omit<Waiter, 'since'>): Promise<number | undefined>
  /**
   * Runs one round of the pacer: gives slots to waiters. Undefined if another worker ran this
   * round. `next`: the round to start after `delaySeconds`.
   */
  give(round: number): Promise<{ given: Given[]; next?: { round: number; delaySeconds: number } } | undefined>
}

interface SlotParts extends StoreParts {
  settings: { get(name: string): string | undefined }
}

interface Stored {
  /** Epoch milliseconds before which no slot is free. */
  free_at: number
  round: number
  /** Set while the pacer runs. `take` then returns no slots. */
  waits?: true
  last?: WaiterKind
  single?: number
  campaign?: number
}

const unused: Stored = { free_at: 0, round: 0 }

/** The pacer sleeps until this many milliseconds before the next free slot. */
const nearMs = aheadMs / 2
/** Milliseconds after `free_at` after which a running pacer counts as crashed. */
const stalledMs = 5_000
const sleepMsMax = 1_000
const campaignsMax = 500

export const dialSlots = (parts: SlotParts): DialSlots => {
  const { table, clock } = parts
  const intervalMs = () => {
    const perSecond = Number(parts.settings.get('CARRIER_CALLS_PER_SECOND') ?? 1)
    if (!(perSecond > 0)) throw new Error('CARRIER_CALLS_PER_SECOND is not a positive number')
    return 1000 / perSecond
  }

  return {
    take: async (wanted) => {
      const stored = await read(table)
      const slots = slotsUntilAhead(stored.free_at, clock.now(), intervalMs()).slice(0, wanted)
      const last = slots.at(-1)
      if (stored.waits || last === undefined) return []
      return (await change(table, stored, { free_at: last + intervalMs() })) ? [] : slots
    },

    takeAhead: async () => {
      for (let stored: Stored | undefined = await read(table); stored; )
        stored = await change(table, stored, { free_at: Math.max(clock.now(), stored.free_at) + intervalMs() })
    },

    join: async (waiter) => {
      const key = dialQueueKey(waiter.kind, waiter.user_id, waiter.id)
      await table.write([{ put: { ...key, ...waiter, since: clock.now() }, when: isNew }])
      return wake(parts)
    },

    give: async (round) => {
      for (;;) {
        const stored = await read(table)
        if (!stored.waits || stored.round !== round) return undefined
        const waitMs = stored.free_at - nearMs - clock.now()
        if (waitMs > sleepMsMax) return { given: [], next: { round, delaySeconds: Math.floor(waitMs / 1000) } }
        if (waitMs > 0) await clock.sleep(waitMs)
        const done = await giveOnce(parts, stored, intervalMs())
        if (done) return done
      }
    },
  }
}

const read = async (table: Table): Promise<Stored> => ({
  ...unused,
  ...(await table.get<Partial<Stored>>(dialSlotsKey)),
})
const change = async (table: Table, seen: Stored, set: Partial<Stored>): Promise<Stored | undefined> => {
  const { free_at, round, waits } = seen
  const isSame = `#free_at = :free_at AND #round = :round AND ${waits ? '#waits = :waits' : 'attribute_not_exists(#waits)'}`
  const next = { ...seen, round: Math.max(1, round), ...set }
  const written = await table.write<Partial<Stored>>([
    {
      put: { ...dialSlotsKey, ...next },
      when: round === 0 ? isNew : when(isSame, { free_at, round, ...(waits && { waits }) }),
    },
  ])
  return written.done ? undefined : { ...unused, ...written.before[0] }
}

const wake = async ({ table, clock }: SlotParts): Promise<number | undefined> => {
  let stored = await read(table)
  for (;;) {
    const { round, waits, free_at } = stored
    const now = clock.now()
    if (waits) return now > free_at + stalledMs ? round : undefined
    const next = round + 1
    const changed = await change(table, stored, { waits: true, round: next, free_at: Math.max(free_at, now) })
    if (!changed) return next
    stored = changed
  }
}

/** Reads waiters, starting after the user who was served last. */
const readQueue = async (table: Table, kind: WaiterKind, after: number, slots: number): Promise<WaiterQueue> => {
  const users = new Map<number, Waiter[]>()
  const limit = kind === 'single' ? slots + 1 : campaignsMax
  const scan = async (from: number, to: number): Promise<void> => {
    if (users.size > slots || from > to) return
    const range = { from: dialQueueKey(kind, from, 0).sk, to: dialQueueKey(kind, to, Number.MAX_SAFE_INTEGER).sk }
    const page = await table.query<Waiter>({ pk: dialQueueKey(kind, 0, 0).pk, ...range, limit })
    for (const one of page) users.set(one.user_id, [...(users.get(one.user_id) ?? []), one])
    const last = page.at(-1)
    if (last && page.length === limit) await scan(last.user_id + 1, to)
  }
  await scan(after + 1, Number.MAX_SAFE_INTEGER)
  await scan(0, after)
  return [...users.values()].map((own) => own.toSorted((one, other) => one.since - other.since))
}
const isEmpty = async (table: Table, kind: WaiterKind): Promise<boolean> =>
  (await table.query({ pk: dialQueueKey(kind, 0, 0).pk, limit: 1 })).length === 0

const giveOnce = async (parts: SlotParts, stored: Stored, intervalMs: number) => {
  const { table, clock } = parts
  const { last = 'campaign', round } = stored
  const slots = slotsUntilAhead(stored.free_at, clock.now(), intervalMs)
  const [single, campaign] = await Promise.all([
    readQueue(table, 'single', stored.single ?? 0, slots.length),
    readQueue(table, 'campaign', stored.campaign ?? 0, slots.length),
  ])
  const given = giveSlots({ single, campaign }, last, slots)
  const wanted = [...single, ...campaign].flat().reduce((sum, waiter) => sum + waiter.wanted, 0)
  const isLast = wanted <= slots.length
  const lastOf = (kind: WaiterKind) => given.findLast(({ waiter }) => waiter.kind === kind)?.waiter.user_id
  const taken = Math.max(stored.free_at, ...given.flatMap(({ dials_at }) => dials_at.map((at) => at + intervalMs)))
  const changed = await change(table, stored, {
    free_at: taken,
    round: round + 1,
    waits: isLast ? undefined : true,
    last: given.at(-1)?.waiter.kind ?? last,
    single: lastOf('single') ?? stored.single,
    campaign: lastOf('campaign') ?? stored.campaign,
  })
  if (changed) return undefined
  // A crash from here on loses the slots just given. Each waiter then joins the queue again at its
  // deadline.
  await Promise.all(
    given.map(({ waiter: { kind, user_id, id } }) => table.write([{ delete: dialQueueKey(kind, user_id, id) }])),
  )
  if (!isLast) return { given, next: { round: round + 1, delaySeconds: 0 } }
  // A waiter that joined just before the pacer stopped started no new pacer, so the queues are read
  // again.
  const areEmpty = await Promise.all([isEmpty(table, 'single'), isEmpty(table, 'campaign')])
  const woken = areEmpty.every(Boolean) ? undefined : await wake(parts)
  return { given, next: woken === undefined ? undefined : { round: woken, delaySeconds: 0 } }
}

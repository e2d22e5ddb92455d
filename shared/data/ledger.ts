import { type Account, heldFor } from '../domain/account/account.ts'
import type { Entry, StatedEntry } from '../domain/account/transaction.ts'
import type { CallRef } from '../domain/calls/call-ref.ts'
import type { Random } from '../domain/clock.ts'
import { idAt } from '../domain/id.ts'
import type { Micros } from '../domain/money.ts'
import { must } from '../domain/must.ts'
import { releasing } from './accounts.ts'
import { lost, untilWritten } from './compare-and-set.ts'
import type { HistoryList, HistoryParts } from './history/history-list.ts'
import { historyMarks } from './history/marks.ts'
import { historyPages } from './history/pages.ts'
import { balanceKey, ledgerKey } from './keys.ts'
import { isNew, type Write, when } from './table.ts'

/** Its id and its time are the ledger's to give. */
export type NewEntry = Omit<Entry, 'id' | 'created_at'>

export type Moved = { moved: true } | { moved: false; why: 'insufficient' | 'stale' }

export interface Ledger {
  balance(user_id: number): Promise<Micros>
  /**
   * Adds an entry and moves the balance by its amount, in one transaction together with `beside` (the writes of whom
   * the money is for). `stale`: a condition of `beside` did not hold. `insufficient`: the balance would fall below
   * `floor`. Nothing happened in either.
   */
  move(entry: NewEntry, options?: { floor?: Micros; beside?: Write[] }): Promise<Moved>
  /** Entries, newest first, and how many there are in all. */
  page(user_id: number, first: number, count: number): Promise<{ entries: StatedEntry[]; total: number }>
}

/** What the end of a call does to the account. */
export interface Settling {
  /**
   * Gives back what is held for a call, together with its charge and `beside` in one transaction; without an entry when it cost
   * nothing.
   */
  release(ref: CallRef, entry: NewEntry | undefined, beside: Write[]): Promise<Moved>
}

/** As many ids as a millisecond has. */
const jumpMax = 4096

/** How entries are listed: nothing is asked about them, and the balance after each is the sum of all amounts up to it. */
export const ledgerHistory: HistoryList<Entry> = {
  noun: 'ledger',
  recordKey: ledgerKey,
  rowOf: ({ id, amount }) => ({ id, kind: [], amount, isSettled: true }),
  hasAmounts: true,
}

export const ledger = (parts: HistoryParts): Ledger & Settling => {
  const { table, clock, random } = parts
  const marks = historyMarks(parts, ledgerHistory)
  const { page } = historyPages(parts, ledgerHistory)
  /** Of what this ledger has seen, the last entry: the next one gets a higher id. */
  let last = 0

  const find = (user_id: number) => table.get<Account>(balanceKey(user_id))

  /** `seen` is the account as it was last seen; what a write is refused for tells how it is now. */
  const book = (
    user_id: number,
    entry: NewEntry | undefined,
    { floor, beside = [], call_id, seen }: { floor?: Micros; beside?: Write[]; call_id?: number; seen?: Account },
  ): Promise<Moved> => {
    let account = seen
    return untilWritten<Moved>(parts, 'balance', async () => {
      const created_at = clock.now()
      const id = idAfter(last, created_at, random)
      const puts: Write[] = entry ? [{ put: { ...ledgerKey(user_id, id), ...entry, id, created_at }, when: isNew }] : []
      const written = await table.write<Account>([
        ...beside,
        ...puts,
        ...balanceWrites(user_id, { id, entry, floor, account, call_id }),
      ])
      last = Math.max(last, id)
      if (written.done) {
        if (entry) await marks.settleIn(user_id, [id])
        return { moved: true }
      }
      if (written.before.slice(0, beside.length).some(Boolean)) return { moved: false, why: 'stale' }
      const taken = written.before.slice(beside.length, beside.length + puts.length).some(Boolean)
      const balance = written.before[beside.length + puts.length]
      if (balance && entry && floor !== undefined && balance.micros - (balance.reserved ?? 0) + entry.amount < floor)
        return { moved: false, why: 'insufficient' }
      if (!taken && !balance) return { moved: false, why: 'stale' }
      account = balance ?? account
      last = Math.max(last, balance?.last_entry ?? 0)
      return lost
    })
  }

  return {
    balance: async (user_id) => (await find(user_id))?.micros ?? 0,

    move: (entry, options = {}) => book(entry.user_id, entry, options),

    release: async ({ user_id, call_id }, entry, beside) =>
      book(user_id, entry, { beside, call_id, seen: await find(user_id) }),

    page: async (user_id, first, count) => {
      const { records, sums, total } = await page(user_id, {}, first, count)
      const entries = records.map((entry, place) => ({ ...entry, balance_after: must(sums[place], 'sum of an entry') }))
      return { entries, total }
    },
  }
}

/** The next id. Whose clock is behind, or who lost a race, jumps ahead; each of many to somewhere else. */
const idAfter = (last: number, now: number, random: Random): number => {
  const id = idAt(now, random.number())
  return id > last ? id : last + 1 + Math.floor(random.number() * jumpMax)
}

interface Movement {
  id: number
  entry: NewEntry | undefined
  floor: Micros | undefined
  account: Account | undefined
  call_id: number | undefined
}

/**
 * A writer need not know the balance to move it: the store adds, and refuses what would go below the floor, with what is held for
 * calls left untouched. Entries that move it get growing ids, so that the ledger reads in the order in which it happened,
 * whatever the clocks say. An entry of nothing (a capture) leaves the balance alone.
 */
const balanceWrites = (user_id: number, { id, entry, floor, account, call_id }: Movement): Write[] => {
  const amount = entry?.amount ?? 0
  const isHeld = call_id !== undefined && account !== undefined && heldFor(account, call_id) !== undefined
  const released = isHeld ? releasing(account, call_id) : undefined
  if (amount === 0 && !released) return []
  const reserved = account?.reserved ?? 0
  const conditions = [
    amount !== 0 && '(attribute_not_exists(#last_entry) OR #last_entry < :id)',
    floor !== undefined && '#micros >= :least AND (attribute_not_exists(#reserved) OR #reserved <= :reserved)',
    released?.when.expression,
  ]
  const values = {
    ...(amount !== 0 && { id }),
    ...(floor !== undefined && { least: floor - amount + reserved, reserved }),
    ...released?.when.values,
  }
  return [
    {
      update: balanceKey(user_id),
      set: { ...(amount !== 0 && { last_entry: id }), ...(entry?.type === 'top_up' && { is_prepaid: true }) },
      add: { ...(amount !== 0 && { micros: amount }), ...released?.add },
      remove: released?.remove,
      when: when(conditions.filter(Boolean).join(' AND '), values),
    },
  ]
}

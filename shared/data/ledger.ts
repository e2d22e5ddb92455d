import type { Entry, StatedEntry } from '../domain/account/transaction.ts'
import type { Random } from '../domain/clock.ts'
import { idAt } from '../domain/id.ts'
import type { Micros } from '../domain/money.ts'
import { lost, type StoreParts, untilWritten } from './compare-and-set.ts'
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

/** As many ids as a millisecond has. */
const jumpMax = 4096

interface Balance {
  micros: Micros
  /** The id of the last entry that moved it. */
  last_entry?: number
}

export const ledger = (parts: StoreParts): Ledger => {
  const { table, clock, random } = parts
  /** Of what this ledger has seen, the last entry: the next one gets a higher id. */
  let last = 0

  return {
    balance: async (user_id) => (await table.get<Balance>(balanceKey(user_id)))?.micros ?? 0,

    move: (entry, { floor, beside = [] } = {}) => {
      const { user_id, amount } = entry
      return untilWritten<Moved>(parts, 'balance', async () => {
        const created_at = clock.now()
        const id = idAfter(last, created_at, random)
        const put: Write = { put: { ...ledgerKey(user_id, id), ...entry, id, created_at }, when: isNew }
        const written = await table.write<Balance>([...beside, put, ...moveOf(user_id, id, amount, floor)])
        last = Math.max(last, id)
        if (written.done) return { moved: true }
        const [taken, balance] = written.before.slice(beside.length)
        if (written.before.slice(0, beside.length).some(Boolean)) return { moved: false, why: 'stale' }
        if (balance && floor !== undefined && balance.micros + amount < floor)
          return { moved: false, why: 'insufficient' }
        if (!taken && !balance) return { moved: false, why: 'stale' }
        last = Math.max(last, balance?.last_entry ?? 0)
        return lost
      })
    },

    page: async (user_id, first, count) => {
      const all = await table.query<Entry>({ pk: ledgerKey(user_id, 0).pk })
      let balance_after = 0
      const stated = all.map((entry) => {
        balance_after += entry.amount
        return { ...entry, balance_after }
      })
      return { entries: stated.toReversed().slice(first, first + count), total: all.length }
    },
  }
}

/** The next id. Whose clock is behind, or who lost a race, jumps ahead; each of many to somewhere else. */
const idAfter = (last: number, now: number, random: Random): number => {
  const id = idAt(now, random.number())
  return id > last ? id : last + 1 + Math.floor(random.number() * jumpMax)
}

/**
 * Nobody has to know the balance to move it: the store adds, and refuses what would go below the floor. Entries that
 * move it get growing ids, so that the ledger reads in the order in which it happened, whatever the clocks say. An entry
 * of nothing (a capture) leaves the balance alone.
 */
const moveOf = (user_id: number, id: number, amount: Micros, floor: Micros | undefined): Write[] => {
  if (amount === 0) return []
  const isLast = '(attribute_not_exists(#last_entry) OR #last_entry < :id)'
  const condition =
    floor === undefined ? when(isLast, { id }) : when(`${isLast} AND #micros >= :least`, { id, least: floor - amount })
  return [{ update: balanceKey(user_id), set: { last_entry: id }, add: { micros: amount }, when: condition }]
}

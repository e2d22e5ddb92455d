import type { Clock, Random } from '../domain/clock.ts'
import type { Micros } from '../domain/money.ts'
import { balanceKey, ledgerKey } from './keys.ts'
import { isNew, type Table, type Write, when } from './table.ts'

export type EntryType = 'top_up' | 'hold' | 'capture' | 'release' | 'call' | 'adjustment'

/** One line of the account's history; never changed, never removed. */
export interface Entry {
  id: number
  user_id: number
  type: EntryType
  /** Signed: what it adds to the balance. */
  amount: Micros
  balance_after: Micros
  description: string
  sms_id?: number
  call_id?: number
  /** Epoch milliseconds. */
  created_at: number
}

export type NewEntry = Omit<Entry, 'balance_after'>

export type Moved = { moved: true; balance: Micros } | { moved: false; why: 'exists' | 'insufficient' | 'stale' }

export interface Ledger {
  balance(user_id: number): Promise<Micros>
  /**
   * Adds an entry and moves the balance with it, in one transaction together with `beside` (the writes of whom the money
   * is for). `exists`: this entry was added before. `insufficient`: the balance would fall below `floor`.
   * `stale`: a condition of `beside` did not hold. Nothing happened in any of the three.
   */
  move(entry: NewEntry, options?: { floor?: Micros; beside?: Write[] }): Promise<Moved>
}

/** The balance is one item, and many move it at once: the loser of a race reads again, a little later. */
const attemptsMax = 60
const pauseMsMax = 40

interface LedgerParts {
  table: Table
  clock: Clock
  random: Random
}

export const ledger = ({ table, clock, random }: LedgerParts): Ledger => ({
  balance: async (user_id) => (await table.get<{ micros: Micros }>(balanceKey(user_id)))?.micros ?? 0,

  move: async (entry, { floor = Number.NEGATIVE_INFINITY, beside = [] } = {}) => {
    const { user_id } = entry
    let before = (await table.get<{ micros: Micros }>(balanceKey(user_id)))?.micros ?? 0
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const balance = before + entry.amount
      if (balance < floor) return { moved: false, why: 'insufficient' }
      const written = await table.write([
        ...beside,
        { put: { ...ledgerKey(user_id, entry.id), ...entry, balance_after: balance }, when: isNew },
        { update: balanceKey(user_id), set: { micros: balance }, when: when('#micros = :before', { before }) },
      ])
      if (written.done) return { moved: true, balance }
      const [existing, current] = written.before.slice(beside.length)
      if (existing) return { moved: false, why: 'exists' }
      if (written.before.slice(0, beside.length).some(Boolean)) return { moved: false, why: 'stale' }
      if (!current) throw new Error('The balance is missing')
      before = Number(current.micros)
      await clock.sleep(random.number() * pauseMsMax)
    }
    throw new Error('The balance is too busy')
  },
})

import { type Account, heldFor } from '../../domain/account/account.ts'
import type { StatedEntry } from '../../domain/account/transaction.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyMarks } from '../../lists/store/marks.ts'
import { historyPages } from '../../lists/store/pages.ts'
import { balanceKey, ledgerKey } from '../../table/keys.ts'
import { isNew, type Write, when } from '../../table/table.ts'
import { idAfter } from '../../words/id.ts'
import type { Micros } from '../../words/money.ts'
import { must } from '../../words/must.ts'
import { accountMoves, type NewEntry } from './account-moves.ts'
import { releasing } from './accounts.ts'
import { ledgerHistory } from './ledger-history.ts'

export type Moved = { moved: true } | { moved: false; why: 'insufficient' | 'stale' }

export interface Ledger {
  balance(user_id: number): Promise<Micros>
  /**
   * Adds an entry and moves the balance by its amount, in one transaction together with `beside` (the writes of whom
   * the money is for). `stale`: a condition of `beside` did not hold. `insufficient`: the balance would fall below
   * `floor`. Nothing happened in either. `seen`, the account as it was a moment ago, saves an attempt that tells how it is.
   */
  move(entry: NewEntry, options?: { floor?: Micros; beside?: Write[]; seen?: Account }): Promise<Moved>
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

/** Attempts to move the balance alone: a second one, with the account as it is. */
const lossesMax = 2

export const ledger = (parts: HistoryParts): Ledger => settlingLedger(parts)

/** The ledger for the repository of calls, which also releases holds. */
export const settlingLedger = (parts: HistoryParts): Ledger & Settling => {
  const { table, clock, random } = parts
  const marks = historyMarks(parts, ledgerHistory)
  const moves = accountMoves(parts)
  const { page } = historyPages(parts, ledgerHistory)
  /** Of what this ledger has seen, the last entry: the next one gets a higher id. */
  let last = 0

  const find = (user_id: number) => table.get<Account>(balanceKey(user_id))

  /**
   * `seen` is the account as it was last seen; what a write is refused for tells how it is now. A move that meets others twice is made
   * together with them.
   */
  const book = async (
    user_id: number,
    entry: NewEntry | undefined,
    { floor, beside = [], call_id, seen }: { floor?: Micros; beside?: Write[]; call_id?: number; seen?: Account },
  ): Promise<Moved> => {
    let account = seen
    last = Math.max(last, seen?.last_entry ?? 0)
    for (let losses = 0; losses < lossesMax; losses++) {
      const created_at = clock.now()
      const id = idAfter(last, created_at, random)
      const puts: Write[] = entry ? [{ put: { ...ledgerKey(user_id, id), ...entry, id, created_at }, when: isNew }] : []
      const balance = balanceWrites(user_id, { id, entry, floor, account, call_id })
      const written = await table.write<Account>([...beside, ...puts, ...balance], { once: balance.length > 0 })
      last = Math.max(last, id)
      if (written.done) {
        if (entry) await marks.settleIn(user_id, [id])
        return { moved: true }
      }
      if (!written.failed.includes(true)) break
      if (written.failed.slice(0, beside.length).includes(true)) return { moved: false, why: 'stale' }
      const current = written.before[beside.length + puts.length]
      const { micros, reserved = 0 } = current ?? { micros: 0 }
      const isRefused = written.failed[beside.length + puts.length] && floor !== undefined
      if (isRefused && entry && micros - reserved + entry.amount < floor) return { moved: false, why: 'insufficient' }
      account = current ?? account
      last = Math.max(last, current?.last_entry ?? 0)
    }
    const outcome = await moves.make(user_id, { entry, floor, beside, releases: call_id })
    if (outcome === 'made') return { moved: true }
    return { moved: false, why: outcome === 'stale' ? 'stale' : 'insufficient' }
  }

  return {
    balance: async (user_id) => (await find(user_id))?.micros ?? 0,

    move: (entry, options = {}) => book(entry.user_id, entry, options),

    release: async ({ user_id, call_id }, entry, beside) =>
      book(user_id, entry, { beside, call_id, seen: await find(user_id) }),

    page: async (user_id, first, count) => {
      const { records, sums, total } = await page(user_id, {}, first, count)
      const stated = (place: number) => ({ balance_after: must(sums[place], 'sum of an entry') })
      const entries = records.map((entry, place) => Object.assign(entry, stated(place)))
      return { entries, total }
    },
  }
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

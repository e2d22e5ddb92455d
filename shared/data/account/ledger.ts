import type { Account } from '../../domain/account/account.ts'
import type { StatedEntry } from '../../domain/account/transaction.ts'
import type { CallRef } from '../../domain/calls/call-ref.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { historyPages, idsIn } from '../../lists/store/pages.ts'
import { ledgerKey } from '../../table/keys.ts'
import { isNew, type Write } from '../../table/table.ts'
import type { IdRange } from '../../words/day-range.ts'
import { idAfter } from '../../words/id.ts'
import type { Micros } from '../../words/money.ts'
import { must } from '../../words/must.ts'
import { readAccount, readHolds } from './account-holds.ts'
import { accountMoves, type QueuedMove } from './account-moves.ts'
import { accountWrites, allows, type NewEntry } from './apply-moves.ts'
import { ledgerHistory } from './ledger-history.ts'

export type Moved = { moved: true } | { moved: false; why: 'insufficient' | 'stale' }

export interface Ledger {
  balance(user_id: number): Promise<Micros>
  /**
   * `stale`: a condition of the writes `beside` failed. `insufficient`: the balance would fall
   * below `floor`. `seen`: the account as read before.
   */
  move(entry: NewEntry, options?: { floor?: Micros; beside?: Write[]; seen?: Account }): Promise<Moved>
  page(
    user_id: number,
    first: number,
    count: number,
    range?: IdRange,
  ): Promise<{ entries: StatedEntry[]; total: number }>
}

export interface Settling {
  /** Releases the hold of a call. A free call gets no ledger entry. */
  release(ref: CallRef, entry: NewEntry | undefined, beside: Write[]): Promise<Moved>
}

const lossesMax = 2
const none: Account = { micros: 0 }

export const ledger = (parts: HistoryParts): Ledger => settlingLedger(parts)

export const settlingLedger = (parts: HistoryParts): Ledger & Settling => {
  const { table, clock, random } = parts
  const overrides = historyOverrides(parts, ledgerHistory)
  const moves = accountMoves(parts)
  const { page } = historyPages(parts, ledgerHistory)
  /** Newest entry id. The next id must be higher. */
  let last = 0

  const post = async (user_id: number, move: QueuedMove, seen: Account = none): Promise<Moved> => {
    const { entry, beside = [], releases } = move
    let account = seen
    for (let losses = 0; losses < lossesMax; losses++) {
      last = Math.max(last, account.last_entry ?? 0)
      const created_at = clock.now()
      const id = idAfter(last, created_at, random)
      const puts: Write[] = entry ? [{ put: { ...ledgerKey(user_id, id), ...entry, id, created_at }, when: isNew }] : []
      const changed = accountWrites(user_id, account, [{ ...move, entry_id: id }])
      const written = await table.write<Account>([...beside, ...puts, ...changed], { once: changed.length > 0 })
      last = Math.max(last, id)
      if (written.done) {
        if (entry) await overrides.register(user_id, [id])
        return { moved: true }
      }
      if (!written.failed.includes(true)) break
      if (written.failed.slice(0, beside.length).includes(true)) return { moved: false, why: 'stale' }
      const place = beside.length + puts.length
      if (written.failed[place])
        account = await readHolds(
          table,
          user_id,
          written.before[place] ?? none,
          releases === undefined ? [] : [releases],
        )
      if (written.failed[place] && !allows(account, move)) return { moved: false, why: 'insufficient' }
    }
    const outcome = await moves.make(user_id, move)
    if (outcome === 'made') return { moved: true }
    return { moved: false, why: outcome === 'stale' ? 'stale' : 'insufficient' }
  }

  return {
    balance: async (user_id) => (await readAccount(table, user_id))?.micros ?? 0,

    move: (entry, { seen, ...options } = {}) => post(entry.user_id, { entry, ...options }, seen),

    release: async ({ user_id, call_id }, entry, beside) =>
      post(user_id, { entry, beside, releases: call_id }, await readAccount(table, user_id, [call_id])),

    page: async (user_id, first, count, range = {}) => {
      const { records, sums, total } = await page(user_id, idsIn(range), { first, count })
      const stated = (place: number) => ({ balance_after: must(sums[place], 'sum of an entry') })
      const entries = records.map((entry, index) => Object.assign(entry, stated(index)))
      return { entries, total }
    },
  }
}

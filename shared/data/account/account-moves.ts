import { type Account, heldFor, heldName, liveCallIds, type SpendingLimits } from '../../domain/account/account.ts'
import type { Entry } from '../../domain/account/transaction.ts'
import { type Payable, wantToHold } from '../../domain/calls/call-cover.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyMarks } from '../../lists/store/marks.ts'
import { balanceKey, type Key, ledgerKey, moveKey, moveLines } from '../../table/keys.ts'
import { exists, isNew, itemOf, transactionWritesMax, type Write, when } from '../../table/table.ts'
import { idAfter, idAt, timeOfId } from '../../words/id.ts'
import type { Micros } from '../../words/money.ts'
import { ledgerHistory } from './ledger-history.ts'

/** Its id and its time are the ledger's to give. */
export type NewEntry = Omit<Entry, 'id' | 'created_at'>

/** What shall happen to an account, together with the writes of whom it is for, or not at all. */
export interface Move {
  entry?: NewEntry
  /** The entry must not make the balance fall below it. */
  floor?: Micros
  beside?: Write[]
  /** The call whose hold is given back. */
  releases?: number
  /** The call that more is held for. */
  holds?: { call: Payable; limits: SpendingLimits }
}

/** `refused`: the account does not allow it. `stale`: a condition of what stands beside it did not hold. */
export type MoveOutcome = 'made' | 'refused' | 'stale'

/**
 * Moves of one account that come so fast that their transactions conflict: fifty a second are the end of what one item takes that way.
 * So a move that meets another one stands in line, as an item of its own, and the first in line makes all that wait in one
 * transaction: entries, account, what stands beside, and their leaving the line, so that each is made once, also when a worker dies
 * over it. What one of them may not do is judged by the account as it is, and never by moves that might fail.
 */
export interface AccountMoves {
  make(user_id: number, move: Move): Promise<MoveOutcome>
}

interface StoredMove extends Key {
  /** A move as JSON. */
  move: string
  outcome?: 'refused' | 'stale'
}

interface Taken extends Move {
  key: Key
  entry_id?: number
}

/** The longest pause before a look whether a move was made. */
const lookMs = 40
/** The longest pause of the first in line after a conflict. */
const againMs = 10
/** How often is looked: for about 12 s. */
const looksMax = 400
/** Moves that are read to find the first one that waits; those before it were refused and are about to leave. */
const headMax = 5
/** The first in line that has not made the moves by then has died: the next that looks makes them. */
const deadMs = 1000
/** Longer than Lambda lets any function run: who asked for it does not wait any more, and it is not made. */
const abandonedMs = 16 * 60_000
/** Moves that are read at once. */
const movesMax = 40
const none: Account = { micros: 0 }

export const accountMoves = (parts: HistoryParts): AccountMoves => {
  const { table, clock, random } = parts
  const marks = historyMarks(parts, ledgerHistory)

  const standInLine = async (user_id: number, move: Move): Promise<Key> => {
    const stored = { move: JSON.stringify(move), expires_at_seconds: Math.ceil((clock.now() + 2 * abandonedMs) / 1000) }
    for (;;) {
      const key = moveKey(user_id, idAt(clock.now(), random.number()))
      if ((await table.write([{ put: { ...key, ...stored }, when: isNew }])).done) return key
    }
  }

  /** The first that wait, oldest first. */
  const firstInLine = async (user_id: number, limit: number): Promise<StoredMove[]> => {
    const lines = moveLines.map((line) => table.query<StoredMove>({ pk: moveKey(user_id, 0, line).pk, limit }))
    return (await Promise.all(lines)).flat().sort((one, other) => (one.sk < other.sk ? -1 : 1))
  }

  const tell = (key: Key, outcome: StoredMove['outcome']) =>
    table.write([
      { update: key, set: { outcome }, when: when('attribute_exists(#pk) AND attribute_not_exists(#outcome)') },
    ])

  /** Of those that wait, as many as one transaction has room for and the account allows one after another. */
  const takeFrom = async (waiting: StoredMove[], account: Account) => {
    const taken: Taken[] = []
    let after = account
    let least: Micros | undefined
    let last = account.last_entry ?? 0
    let writes = 1
    const touched = new Set<string>()
    for (const { pk, sk, move, outcome } of waiting) {
      const key = { pk, sk }
      const isAbandoned = clock.now() - timeOfId(Number(sk)) > abandonedMs
      if (isAbandoned) await table.write([{ delete: key }])
      if (isAbandoned || outcome) continue
      const wanted: Move = JSON.parse(move)
      // Of two that touch one item, such as those of a call that is worked on twice, one waits.
      const items = (wanted.beside ?? []).map(itemOf)
      if (items.some((item) => touched.has(item))) continue
      const next = accountAfter(after, wanted)
      // What is only refused because of moves that are not made yet is judged anew once they are.
      if (!next && after === account) await tell(key, 'refused')
      if (!next) continue
      writes += (wanted.beside?.length ?? 0) + (wanted.entry ? 2 : 1)
      if (writes > transactionWritesMax) break
      for (const item of items) touched.add(item)
      const needed = leastFor(account, next, wanted)
      if (needed !== undefined) least = Math.max(least ?? needed, needed)
      after = next
      if (wanted.entry) last = idAfter(last, clock.now(), random)
      taken.push({ ...wanted, key, ...(wanted.entry && { entry_id: last }) })
    }
    return { taken, after, least }
  }

  /** Makes what waits; those that were made. */
  const makeAll = async (user_id: number): Promise<Key[]> => {
    const waiting = await firstInLine(user_id, movesMax)
    const account = (await table.get<Account>(balanceKey(user_id))) ?? none
    const { taken, after, least } = await takeFrom(waiting, account)
    if (taken.length === 0) return []
    const ids = taken.flatMap(({ entry_id }) => entry_id ?? [])
    const parted = taken.map((one) => writesOf(user_id, one, clock.now()))
    const moved = accountWrites(user_id, account, after, ids, least)
    const writes = [...moved, ...parted.flat()]
    const written = await table.write(writes, { once: true })
    if (written.done) {
      await marks.settleIn(user_id, ids)
      return taken.map(({ key }) => key)
    }
    let place = moved.length
    for (const [index, one] of taken.entries()) {
      const beside = one.beside?.length ?? 0
      const isStale = written.failed.slice(place, place + beside).some(Boolean)
      if (isStale) await tell(one.key, 'stale')
      place += parted[index]?.length ?? 0
    }
    return []
  }

  const outcomeOf = async (key: Key): Promise<MoveOutcome | undefined> => {
    const own = await table.get<StoredMove>(key)
    if (own?.outcome) await table.write([{ delete: key }])
    return own ? own.outcome : 'made'
  }

  return {
    make: async (user_id, move) => {
      const key = await standInLine(user_id, move)
      let isFirst = false
      for (let look = 0; look < looksMax; look++) {
        await clock.sleep(random.number() * (isFirst ? againMs : lookMs))
        const outcome = await outcomeOf(key)
        if (outcome) return outcome
        const first = (await firstInLine(user_id, headMax)).find((one) => !one.outcome)
        isFirst = first?.sk === key.sk
        const isDead = first && clock.now() - timeOfId(Number(first.sk)) > deadMs
        if ((isFirst || isDead) && (await makeAll(user_id)).some(({ sk }) => sk === key.sk)) return 'made'
      }
      const isWaiting = when('attribute_exists(#pk) AND attribute_not_exists(#outcome)')
      if ((await table.write([{ delete: key, when: isWaiting }])).done) throw new Error('The balance is too busy')
      return (await outcomeOf(key)) ?? 'made'
    },
  }
}

/** What stands beside comes first: it tells what was there before. */
const writesOf = (
  user_id: number,
  { key, entry, entry_id: id = 0, beside = [] }: Taken,
  created_at: number,
): Write[] => [
  ...beside,
  ...(entry ? [{ put: { ...ledgerKey(user_id, id), ...entry, id, created_at }, when: isNew }] : []),
  { delete: key, when: exists },
]

/** The account after a move; undefined when it does not allow it, or nothing is left to do. */
const accountAfter = (account: Account, { entry, floor, releases, holds }: Move): Account | undefined => {
  let after = account
  const released = releases === undefined ? undefined : heldFor(account, releases)
  if (releases !== undefined && released !== undefined) {
    const { [heldName(releases)]: _released, ...others } = after
    after = { ...others, reserved: (after.reserved ?? 0) - released, live_calls: (after.live_calls ?? 0) - 1 }
  }
  if (entry) {
    const micros = after.micros + entry.amount
    if (floor !== undefined && micros - (after.reserved ?? 0) < floor) return undefined
    after = { ...after, micros, ...(entry.type === 'top_up' && { is_prepaid: true }) }
  }
  if (!holds) return after
  const wanted = wantToHold(holds.call, { account: after, limits: holds.limits })
  if ('obstacle' in wanted || wanted.more === 0) return undefined
  const isLive = heldFor(after, holds.call.id) !== undefined
  return {
    ...after,
    [heldName(holds.call.id)]: wanted.held + wanted.more,
    reserved: (after.reserved ?? 0) + wanted.more,
    live_calls: (after.live_calls ?? 0) + (isLive ? 0 : 1),
  }
}

/** What the balance must have for a move to be allowed after those before it; undefined where any will do. */
const leastFor = (seen: Account, after: Account, { floor, holds }: Move): Micros | undefined => {
  if (holds) return seen.micros
  return floor === undefined ? undefined : floor - (after.micros - seen.micros) + (after.reserved ?? 0)
}

/** Nothing that was decided from may have become worse meanwhile: others may have paid in and released, but not held or taken. */
const accountWrites = (
  user_id: number,
  seen: Account,
  after: Account,
  ids: number[],
  least: Micros | undefined,
): Write[] => {
  const changed = [...new Set([...liveCallIds(seen), ...liveCallIds(after)])].filter(
    (call_id) => heldFor(seen, call_id) !== heldFor(after, call_id),
  )
  const begun = changed.filter((call_id) => heldFor(after, call_id) !== undefined)
  const over = changed.filter((call_id) => heldFor(after, call_id) === undefined)
  const [first] = ids
  const conditions = [
    first !== undefined && '(attribute_not_exists(#last_entry) OR #last_entry < :first)',
    least !== undefined && '#micros >= :least AND (attribute_not_exists(#reserved) OR #reserved <= :reserved)',
    begun.length > 0 && 'attribute_exists(#pk) AND attribute_not_exists(#suspended_at)',
    begun.length > 0 && '(attribute_not_exists(#live_calls) OR #live_calls <= :live_calls)',
    ...changed.map((call_id) =>
      heldFor(seen, call_id) === undefined
        ? `attribute_not_exists(#${heldName(call_id)})`
        : `#${heldName(call_id)} = :${heldName(call_id)}`,
    ),
  ].filter(Boolean)
  const known = changed.filter((call_id) => heldFor(seen, call_id) !== undefined)
  const values = {
    ...(first !== undefined && { first }),
    ...(least !== undefined && { least, reserved: seen.reserved ?? 0 }),
    ...(begun.length > 0 && { live_calls: seen.live_calls ?? 0 }),
    ...Object.fromEntries(known.map((call_id) => [heldName(call_id), heldFor(seen, call_id)])),
  }
  const difference = (name: 'micros' | 'reserved' | 'live_calls') => (after[name] ?? 0) - (seen[name] ?? 0)
  const added = (['micros', 'reserved', 'live_calls'] as const).filter((name) => difference(name) !== 0)
  if (first === undefined && changed.length === 0 && added.length === 0) return []
  const update: Write = {
    update: balanceKey(user_id),
    set: {
      ...(first !== undefined && { last_entry: ids.at(-1) }),
      ...(after.is_prepaid && !seen.is_prepaid && { is_prepaid: true }),
      ...Object.fromEntries(begun.map((call_id) => [heldName(call_id), heldFor(after, call_id)])),
    },
    add: Object.fromEntries(added.map((name) => [name, difference(name)])),
    remove: over.map(heldName),
    ...(conditions.length > 0 && { when: when(conditions.join(' AND '), values) }),
  }
  return [update]
}

import { type Account, heldFor, heldName, liveCallIds, type SpendingLimits } from '../../domain/account/account.ts'
import type { Entry } from '../../domain/account/transaction.ts'
import { type Payable, wantToHold } from '../../domain/calls/call-cover.ts'
import { balanceKey } from '../../table/keys.ts'
import { type Condition, type Write, when } from '../../table/table.ts'
import type { Micros } from '../../words/money.ts'

/** The ledger gives an entry its id and its time. */
export type NewEntry = Omit<Entry, 'id' | 'created_at'>

/** One change of an account: a top-up, a charge, a refund, a hold or the release of a hold. */
export interface Move {
  /** Moves the balance by its amount. An entry of 0 leaves the account as it is. */
  entry?: NewEntry | undefined
  /** Balance in micro-units that must remain after the entry, in addition to all holds. */
  floor?: Micros | undefined
  /** Id of the call whose hold is released, if it has one. */
  releases?: number | undefined
  /** The call that gets a hold or a larger one. */
  holds?: { call: Payable; limits: SpendingLimits }
}

/** A move with the id of its entry. */
export type NumberedMove = Move & { entry_id?: number }

/** True when the account allows the move. False for a hold that already exists. */
export const allows = (account: Account, move: Move): boolean => {
  if (move.holds) return holdFor(account, move.holds) !== undefined
  const { micros, reserved = 0 } = moved(account, move)
  return move.floor === undefined || micros - reserved >= move.floor
}

/** Returns the account after a move. A hold that is not allowed changes nothing. */
export const moved = (account: Account, { entry, releases, holds }: Move): Account => {
  const { reserved = 0, live_calls = 0 } = account
  const hold = holds && holdFor(account, holds)
  if (hold) {
    const begins = heldFor(account, holds.call.id) === undefined
    const own = { [heldName(holds.call.id)]: hold.held + hold.more }
    return { ...account, ...own, reserved: reserved + hold.more, live_calls: live_calls + (begins ? 1 : 0) }
  }
  const paid: Account = {
    ...account,
    micros: account.micros + (entry?.amount ?? 0),
    ...(entry?.type === 'top_up' && { is_prepaid: true }),
  }
  const released = releases === undefined ? undefined : heldFor(account, releases)
  if (releases === undefined || released === undefined) return paid
  const { [heldName(releases)]: _released, ...others } = paid
  return { ...others, reserved: reserved - released, live_calls: live_calls - 1 }
}

const holdFor = (account: Account, { call, limits }: NonNullable<Move['holds']>) => {
  const wanted = wantToHold(call, { account, limits })
  return 'obstacle' in wanted || wanted.more === 0 ? undefined : wanted
}

/**
 * Applies moves to an account in one write. No write is needed when nothing changes. The store adds
 * differences. So other workers may pay in and release between the read and this write, but not
 * hold or charge. Ids of entries grow, so the ledger lists them in the order of their balances.
 */
export const accountWrites = (user_id: number, seen: Account, moves: NumberedMove[]): Write[] => {
  const after = moves.reduce(moved, seen)
  const ids = moves.flatMap(({ entry, entry_id }) => (entry?.amount ? (entry_id ?? []) : []))
  const changed = [...new Set([...liveCallIds(seen), ...liveCallIds(after)])].filter(
    (call_id) => heldFor(seen, call_id) !== heldFor(after, call_id),
  )
  if (ids.length === 0 && changed.length === 0) return []
  const counted = (['micros', 'reserved', 'live_calls'] as const).map(
    (name) => [name, (after[name] ?? 0) - (seen[name] ?? 0)] as const,
  )
  const held = changed.filter((call_id) => heldFor(after, call_id) !== undefined)
  return [
    {
      update: balanceKey(user_id),
      set: {
        ...(ids.length > 0 && { last_entry: ids.at(-1) }),
        ...(after.is_prepaid && !seen.is_prepaid && { is_prepaid: true }),
        ...Object.fromEntries(held.map((call_id) => [heldName(call_id), heldFor(after, call_id)])),
      },
      add: Object.fromEntries(counted.filter(([, difference]) => difference !== 0)),
      remove: changed.filter((call_id) => !held.includes(call_id)).map(heldName),
      when: allOf([
        ...ids
          .slice(0, 1)
          .map((first) => when('(attribute_not_exists(#last_entry) OR #last_entry < :first)', { first })),
        ...enough(seen, moves),
        ...(held.length > 0 ? mayHold(seen) : []),
        ...changed.map((call_id) => isUnchanged(seen, heldName(call_id))),
      ]),
    },
  ]
}

const allOf = (conditions: Condition[]): Condition =>
  when(
    conditions.map(({ expression }) => expression).join(' AND '),
    Object.assign({}, ...conditions.map(({ values }) => values)),
  )

/** The balance still allows each move after those before it. */
const enough = (seen: Account, moves: Move[]): Condition[] => {
  let after = seen
  const needed = moves.flatMap((move) => {
    after = moved(after, move)
    if (move.holds) return [seen.micros]
    return move.floor === undefined ? [] : [move.floor - (after.micros - seen.micros) + (after.reserved ?? 0)]
  })
  if (needed.length === 0) return []
  const isEnough = '#micros >= :least AND (attribute_not_exists(#reserved) OR #reserved <= :reserved)'
  return [when(isEnough, { least: Math.max(...needed), reserved: seen.reserved ?? 0 })]
}

/** The account may still hold money for calls: it is not suspended, and no other call began. */
const mayHold = ({ live_calls = 0 }: Account): Condition[] => [
  when('attribute_exists(#pk) AND attribute_not_exists(#suspended_at)'),
  when('(attribute_not_exists(#live_calls) OR #live_calls <= :live_calls)', { live_calls }),
]

const isUnchanged = (seen: Account, name: ReturnType<typeof heldName>): Condition =>
  seen[name] === undefined
    ? when(`attribute_not_exists(#${name})`)
    : when(`#${name} = :${name}`, { [name]: seen[name] })

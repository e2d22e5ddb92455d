import {
  type Account,
  apartCall,
  type HoldName,
  heldFor,
  heldName,
  holdName,
  liveCallIds,
  type SpendingLimits,
} from '../../domain/account/account.ts'
import type { Entry } from '../../domain/account/transaction.ts'
import { holdNeeded, type Payable } from '../../domain/calls/call-hold.ts'
import { balanceKey, holdKey } from '../../table/keys.ts'
import { type Condition, isNew, type Write, when } from '../../table/table.ts'
import type { Micros } from '../../words/money.ts'

export type NewEntry = Omit<Entry, 'id' | 'created_at'>

export interface Move {
  entry?: NewEntry | undefined
  /** Micros of the balance that must remain in addition to all holds. */
  floor?: Micros | undefined
  releases?: number | undefined
  holds?: { call: Payable; limits: SpendingLimits }
}

export type NumberedMove = Move & { entry_id?: number }

export const allows = (account: Account, move: Move): boolean => {
  if (move.holds) return holdFor(account, move.holds) !== undefined
  const { micros, reserved = 0 } = moved(account, move)
  return move.floor === undefined || micros - reserved >= move.floor
}

export const moved = (account: Account, { entry, releases, holds }: Move): Account => {
  const { reserved = 0, live_calls = 0 } = account
  const hold = holds && holdFor(account, holds)
  if (hold) {
    const begins = heldFor(account, holds.call.id) === undefined
    const name = holdName(account, holds.call.id)
    const held_apart = (account.held_apart ?? 0) + (begins && apartCall(name) !== undefined ? 1 : 0)
    const own = { [name]: hold.held + hold.more, ...(held_apart > 0 && { held_apart }) }
    return { ...account, ...own, reserved: reserved + hold.more, live_calls: live_calls + (begins ? 1 : 0) }
  }
  const paid: Account = {
    ...account,
    micros: account.micros + (entry?.amount ?? 0),
    ...(entry?.type === 'top_up' && { is_prepaid: true }),
  }
  const released = releases === undefined ? undefined : heldFor(account, releases)
  if (releases === undefined || released === undefined) return paid
  const { [holdName(paid, releases)]: _released, ...others } = paid
  return { ...others, reserved: reserved - released, live_calls: live_calls - 1 }
}

const holdFor = (account: Account, { call, limits }: NonNullable<Move['holds']>) => {
  const wanted = holdNeeded(call, { account, limits })
  return 'obstacle' in wanted || wanted.more === 0 ? undefined : wanted
}

/**
 * Returns the writes of balance changes. Payments and releases only add differences, so they can
 * run at the same time. Holds and charges conflict.
 */
export const accountWrites = (user_id: number, seen: Account, moves: NumberedMove[]): Write[] => {
  const after = moves.reduce(moved, seen)
  const ids = moves.flatMap(({ entry, entry_id }) => (entry?.amount ? (entry_id ?? []) : []))
  const changed = changedHolds(seen, after)
  if (ids.length === 0 && changed.length === 0) return []
  const counted = (['micros', 'reserved', 'live_calls', 'held_apart'] as const).map(
    (name) => [name, (after[name] ?? 0) - (seen[name] ?? 0)] as const,
  )
  const together = changed.filter((name) => apartCall(name) === undefined)
  const held = changed.filter((name) => after[name] !== undefined)
  const isHeld = (name: HoldName) => held.includes(name)
  return [
    {
      update: balanceKey(user_id),
      set: {
        ...(ids.length > 0 && { last_entry: ids.at(-1) }),
        ...(after.is_prepaid && !seen.is_prepaid && { is_prepaid: true }),
        ...Object.fromEntries(together.filter(isHeld).map((name) => [name, after[name]])),
      },
      add: Object.fromEntries(counted.filter(([, difference]) => difference !== 0)),
      remove: together.filter((name) => !isHeld(name)),
      when: allOf([
        ...ids
          .slice(0, 1)
          .map((first) => when('(attribute_not_exists(#last_entry) OR #last_entry < :first)', { first })),
        ...enough(seen, moves),
        ...(held.length > 0 ? mayHold(seen) : []),
        ...changed.flatMap((name) => isUnchanged(seen, name)),
        ...(together.some((name) => seen[name] === undefined) ? [noneApart(seen)] : []),
      ]),
    },
    ...changed.flatMap((name) => apartWrite(user_id, name, seen, after) ?? []),
  ]
}

const changedHolds = (seen: Account, after: Account): HoldName[] => {
  const names = [...liveCallIds(seen), ...liveCallIds(after)].map((call_id) =>
    heldFor(seen, call_id) === undefined ? holdName(after, call_id) : holdName(seen, call_id),
  )
  return [...new Set(names)].filter((name) => seen[name] !== after[name])
}

const apartWrite = (user_id: number, name: HoldName, seen: Account, after: Account): Write | undefined => {
  const call_id = apartCall(name)
  if (call_id === undefined) return undefined
  const key = holdKey(user_id, call_id)
  const [before, micros] = [seen[name], after[name]]
  const asSeen = before === undefined ? isNew : when('#micros = :before', { before })
  return micros === undefined ? { delete: key, when: asSeen } : { put: { ...key, call_id, micros }, when: asSeen }
}

const allOf = (conditions: Condition[]): Condition =>
  when(
    conditions.map(({ expression }) => expression).join(' AND '),
    Object.assign({}, ...conditions.map(({ values }) => values)),
  )

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

const mayHold = ({ live_calls = 0 }: Account): Condition[] => [
  when('attribute_exists(#pk) AND attribute_not_exists(#suspended_at)'),
  when('(attribute_not_exists(#live_calls) OR #live_calls <= :live_calls)', { live_calls }),
]

const isUnchanged = (seen: Account, name: HoldName): Condition[] => {
  const apart = apartCall(name)
  if (apart !== undefined)
    return [when(seen[name] === undefined ? `attribute_not_exists(#${heldName(apart)})` : 'attribute_exists(#pk)')]
  return [
    seen[name] === undefined
      ? when(`attribute_not_exists(#${name})`)
      : when(`#${name} = :${name}`, { [name]: seen[name] }),
  ]
}

const noneApart = ({ held_apart }: Account): Condition =>
  held_apart === undefined
    ? when('attribute_not_exists(#held_apart)')
    : when('#held_apart = :held_apart', { held_apart })

import type { Account } from '../../domain/account/account.ts'
import { expiryOf } from '../../domain/account/retention.ts'
import {
  callsPerHour,
  heldForReplay,
  isPlayed,
  type Replay,
  type ReplayedCall,
  type ReplayRef,
  totalsOf,
} from '../../domain/simulations/replay.ts'
import { attemptsMax, keptDays, simulationsAtOnce } from '../../domain/simulations/simulation.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { hourlyShare } from '../../table/hourly-share.ts'
import { dueKey, replayCallKey, replayKey, type StoredKey, simulationPlaceKey } from '../../table/keys.ts'
import { type Condition, exists, type Item, isNew, type Table, type Write, when, without } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'
import type { Micros } from '../../words/money.ts'
import { type Ledger, ledger } from '../account/ledger.ts'
import { freePlace } from './simulations.ts'

export interface Replays {
  find(ref: ReplayRef): Promise<Replay | undefined>
  /** Newest first. */
  list(user_id: number): Promise<Replay[]>
  played(ref: ReplayRef): Promise<ReplayedCall[]>
  findCall(ref: ReplayRef, call_id: number): Promise<ReplayedCall | undefined>
  takeCalls(
    user_id: number,
    calls: number,
    now: number,
  ): Promise<{ isAllowed: true } | { isAllowed: false; resetSeconds: number }>
  /**
   * Counts the replay against the limit of concurrent replays, and holds its price. `exists`: the
   * id is taken.
   */
  open(
    replay: Omit<Replay, 'place'>,
    floor: Micros | undefined,
    seen: { account: Account; place: number | undefined },
  ): Promise<'opened' | 'exists' | 'busy' | 'insufficient'>
  /** Undefined when the call is over, claimed, or was interrupted too often. */
  claim(ref: ReplayRef, call: ClaimedCall, span: { now: number; until: number }): Promise<ReplayedCall | undefined>
  /** False when another worker has claimed the call. */
  record(ref: ReplayRef, call: ReplayedCall, retention_months: number | undefined): Promise<boolean>
  giveUp(ref: ReplayRef, call_id: number, failure: string, now: number): Promise<boolean>
  recheckAt(ref: ReplayRef, due_at: number): Promise<void>
  conclude(replay: Replay, now: number): Promise<Replay | undefined>
}

interface ClaimedCall {
  call_id: number
  phone_number: string
  retention_months: number | undefined
}

const listMax = 50

interface Store {
  parts: HistoryParts
  move: Ledger['move']
}

export const replays = (parts: HistoryParts): Replays => {
  const { table } = parts
  const store: Store = { parts, move: ledger(parts).move }

  const findCall = async ({ user_id, replay_id }: ReplayRef, call_id: number) =>
    readCall(await table.get<StoredCall>(replayCallKey(user_id, replay_id, call_id)))

  return {
    find: (ref) => find(table, ref),
    findCall,
    played: (ref) => played(table, ref),

    list: async (user_id) => {
      const { pk } = replayKey(user_id, 0)
      const items = await table.query<StoredReplay>({ pk, newestFirst: true, limit: listMax })
      return items.flatMap((item) => readReplay(item) ?? [])
    },

    takeCalls: (user_id, calls, now) =>
      hourlyShare(table, { user_id, kind: 'replay', now }, { requests: { add: calls, max: callsPerHour } }),

    open: open(store),

    claim: async (ref, { call_id, phone_number, retention_months }, { now, until }) => {
      const seen = await findCall(ref, call_id)
      if (seen && (isPlayed(seen) || seen.until > now || seen.attempt >= attemptsMax)) return undefined
      const attempt = (seen?.attempt ?? 0) + 1
      const claimed: ReplayedCall = { call_id, state: 'running', attempt, until, phone_number }
      const put = callItem(ref, claimed, { retention_months, now })
      const written = await table.write([{ put, when: seen ? isAtAttempt(seen) : isNew }, isThere(ref)])
      return written.done ? claimed : undefined
    },

    record: async (ref, call, retention_months) => {
      const put = callItem(ref, call, { retention_months, now: parts.clock.now() })
      return (await table.write([{ put, when: isAtAttempt(call) }, isThere(ref)])).done
    },

    giveUp: async (ref, call_id, failure, now) => {
      const seen = await findCall(ref, call_id)
      if (seen && (isPlayed(seen) || seen.until > now)) return false
      const failed: ReplayedCall = {
        ...{ call_id, state: 'failed', attempt: seen?.attempt ?? 0, until: now, failure },
        phone_number: '',
      }
      const put = callItem(ref, failed, { retention_months: undefined, now })
      return (await table.write([{ put, when: seen ? isAtAttempt(seen) : isNew }, isThere(ref)])).done
    },

    recheckAt: async ({ user_id, replay_id }, due_at) => {
      await table.write([{ update: replayKey(user_id, replay_id), set: { due_at }, when: isOpen }])
    },

    conclude: conclude(store),
  }
}

const find = async (table: Table, { user_id, replay_id }: ReplayRef) =>
  readReplay(await table.get<StoredReplay>(replayKey(user_id, replay_id)))

const played = async (table: Table, { user_id, replay_id }: ReplayRef) => {
  const { pk, sk: from } = replayCallKey(user_id, replay_id, 0)
  const { sk: to } = replayCallKey(user_id, replay_id, Number.MAX_SAFE_INTEGER)
  const items = await table.query<StoredCall>({ pk, from, to })
  return items.flatMap((item) => readCall(item) ?? [])
}

const open =
  ({ parts, move }: Store): Replays['open'] =>
  async (opened, floor, seen) => {
    const { user_id, id, calls } = opened
    const description = `Replay ${id}, calls: ${calls.length}, at most`
    const hold = { user_id, type: 'hold' as const, amount: -heldForReplay(opened), description }
    let place = seen.place
    for (let losses = 0; losses <= simulationsAtOnce && place !== undefined; losses++) {
      const beside: Write[] = [
        { put: replayItem({ ...opened, place }, parts.clock.now()), when: isNew },
        { put: { ...simulationPlaceKey(user_id, place), replay_id: id }, when: isNew },
      ]
      const moved = await move(hold, { floor, beside, seen: seen.account })
      if (moved.moved) return 'opened'
      if (moved.why === 'insufficient') return 'insufficient'
      if (await find(parts.table, { user_id, replay_id: id })) return 'exists'
      place = await freePlace(parts.table, user_id)
    }
    return 'busy'
  }

const conclude =
  ({ parts, move }: Store): Replays['conclude'] =>
  async (replay, now) => {
    const { user_id, id, place, calls } = replay
    const over = (await played(parts.table, { user_id, replay_id: id })).filter(isPlayed)
    if (over.length < calls.length) return undefined
    const cost = over.reduce((sum, { outcome }) => sum + (outcome?.cost ?? 0), 0)
    const ended = { done_at: now, cost, totals: totalsOf(calls.length, over) }
    const unused = heldForReplay(replay) - cost
    const entry = {
      ...{ user_id, amount: unused, description: `Replay ${id}, calls: ${calls.length - ended.totals.failed}` },
      type: unused > 0 ? ('release' as const) : ('capture' as const),
    }
    const beside: Write[] = [
      { update: replayKey(user_id, id), set: ended, remove: ['due_at', 'due_shard'], when: isOpen },
      { delete: simulationPlaceKey(user_id, place), when: when('#replay_id = :id', { id }) },
    ]
    const { moved } = await move(entry, { beside })
    return moved ? { ...replay, due_at: undefined, ...ended } : undefined
  }

const isOpen = when('attribute_exists(#pk) AND attribute_not_exists(#done_at)')

const isThere = ({ user_id, replay_id }: ReplayRef): Write => ({ check: replayKey(user_id, replay_id), when: exists })

const isAtAttempt = ({ attempt }: ReplayedCall): Condition =>
  when('#attempt = :attempt AND #state = :running', { attempt, running: 'running' })

interface Indexed extends StoredKey {
  expires_at_seconds?: number
  due_shard?: string
}
/** `settings` and `assertions` are JSON text, because they have any shape. */
type StoredReplay = Omit<Replay, 'settings' | 'assertions'> & Indexed & { settings: string; assertions: string }
type StoredCall = Omit<ReplayedCall, 'outcome'> & Indexed & { outcome?: string }

const daySeconds = 24 * 60 * 60
const expiry = (now: number): number => Math.ceil(now / 1000) + keptDays * daySeconds

const replayItem = (replay: Replay, now: number): Item & StoredKey => ({
  ...replayKey(replay.user_id, replay.id),
  ...replay,
  settings: JSON.stringify(replay.settings),
  assertions: JSON.stringify(replay.assertions),
  ...dueKey(replay.id, replay.due_at),
  expires_at_seconds: expiry(now),
})

const callItem = (
  { user_id, replay_id }: ReplayRef,
  call: ReplayedCall,
  { retention_months, now }: { retention_months: number | undefined; now: number },
): Item & StoredKey => ({
  ...replayCallKey(user_id, replay_id, call.call_id),
  ...call,
  ...(call.outcome && { outcome: JSON.stringify(call.outcome) }),
  expires_at_seconds: Math.min(expiry(now), expiryOf(timeOfId(call.call_id), retention_months)),
})

const readReplay = (item: StoredReplay | undefined): Replay | undefined => {
  if (!item) return undefined
  const { settings, assertions, ...replay } = without(item, 'pk', 'sk', 'expires_at_seconds', 'due_shard')
  return { ...replay, settings: JSON.parse(settings), assertions: JSON.parse(assertions) }
}

const readCall = (item: StoredCall | undefined): ReplayedCall | undefined => {
  if (!item) return undefined
  const { outcome, ...call } = without(item, 'pk', 'sk', 'expires_at_seconds', 'due_shard')
  return { ...call, ...(outcome !== undefined && { outcome: JSON.parse(outcome) }) }
}

import { type Account, apartCall, holdName } from '../../domain/account/account.ts'
import type { HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { ledgerKey, moveKey, moveLines, type StoredKey } from '../../table/keys.ts'
import { exists, isNew, itemOf, type Table, transactionWritesMax, type Write, when } from '../../table/table.ts'
import { idAfter, idAt, timeOfId } from '../../words/id.ts'
import { readAccount } from './account-holds.ts'
import { accountWrites, allows, type Move, moved, type NumberedMove } from './apply-moves.ts'
import { ledgerHistory } from './ledger-history.ts'

export type QueuedMove = Move & { beside?: Write[] }

export type MoveOutcome = 'made' | 'refused' | 'stale'

/**
 * Queues changes of a busy balance and makes all of them in one transaction. DynamoDB allows about
 * fifty conflicting transactions a second per item.
 */
export interface AccountMoves {
  make(user_id: number, move: QueuedMove): Promise<MoveOutcome>
}

interface StoredMove extends StoredKey {
  move: string
  outcome?: 'refused' | 'stale'
}

type Taken = QueuedMove & NumberedMove & { key: StoredKey }

const pollMs = 40
const againMs = 10
/** Maximum number of checks whether a queued change was made: about 12 s in total. */
const pollsMax = 400
const headMax = 5
/**
 * Milliseconds after which the first queued change is overdue. Its requester has crashed, so
 * another requester makes the change.
 */
const deadMs = 1000
/**
 * Milliseconds: no Lambda runs this long. An older change is dropped, because its requester has
 * ended.
 */
const abandonedMs = 16 * 60_000
const movesMax = 40
const none: Account = { micros: 0 }

export const accountMoves = (parts: HistoryParts): AccountMoves => {
  const { table, clock, random } = parts
  const overrides = historyOverrides(parts, ledgerHistory)

  const enqueue = async (user_id: number, move: QueuedMove): Promise<StoredKey> => {
    const stored = { move: JSON.stringify(move), expires_at_seconds: Math.ceil((clock.now() + 2 * abandonedMs) / 1000) }
    for (;;) {
      const key = moveKey(user_id, idAt(clock.now(), random.number()))
      if ((await table.write([{ put: { ...key, ...stored }, when: isNew }])).done) return key
    }
  }

  const firstQueued = async (user_id: number, limit: number): Promise<StoredMove[]> => {
    const lines = moveLines.map((line) => table.query<StoredMove>({ pk: moveKey(user_id, 0, line).pk, limit }))
    return (await Promise.all(lines)).flat().sort((one, other) => (one.sk < other.sk ? -1 : 1))
  }

  const makeAll = async (user_id: number): Promise<StoredKey[]> => {
    const waiting = await firstQueued(user_id, movesMax)
    const moves = waiting.map(({ move }): QueuedMove => JSON.parse(move))
    const account = (await readAccount(table, user_id, moves.flatMap(heldCall))) ?? none
    const taken = await takeFrom(parts, waiting, account)
    if (taken.length === 0) return []
    const ids = taken.flatMap(({ entry_id }) => entry_id ?? [])
    const parted = taken.map((one) => writesOf(user_id, one, clock.now()))
    const changed = accountWrites(user_id, account, taken)
    const written = await table.write([...changed, ...parted.flat()], { once: true })
    if (written.done) {
      await overrides.register(user_id, ids)
      return taken.map(({ key }) => key)
    }
    let place = changed.length
    for (const [index, one] of taken.entries()) {
      const beside = one.beside?.length ?? 0
      const isStale = written.failed.slice(place, place + beside).some(Boolean)
      if (isStale) await tell(table, one.key, 'stale')
      place += parted[index]?.length ?? 0
    }
    return []
  }

  const outcomeOf = async (key: StoredKey): Promise<MoveOutcome | undefined> => {
    const own = await table.get<StoredMove>(key)
    if (own?.outcome) await table.write([{ delete: key }])
    return own ? own.outcome : 'made'
  }

  return {
    make: async (user_id, move) => {
      const key = await enqueue(user_id, move)
      let isFirst = false
      for (let poll = 0; poll < pollsMax; poll++) {
        await clock.sleep(random.number() * (isFirst ? againMs : pollMs))
        const outcome = await outcomeOf(key)
        if (outcome) return outcome
        const first = (await firstQueued(user_id, headMax)).find((one) => !one.outcome)
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

const heldCall = ({ holds, releases }: Move): number[] => [holds?.call.id ?? releases ?? []].flat()

const apartHolds = (account: Account, move: Move): number =>
  heldCall(move).filter((call_id) => apartCall(holdName(account, call_id)) !== undefined).length

const tell = (table: Table, key: StoredKey, outcome: StoredMove['outcome']) =>
  table.write([
    { update: key, set: { outcome }, when: when('attribute_exists(#pk) AND attribute_not_exists(#outcome)') },
  ])

const takeFrom = async ({ table, clock, random }: HistoryParts, waiting: StoredMove[], account: Account) => {
  const taken: Taken[] = []
  let after = account
  let last = account.last_entry ?? 0
  let writes = 1
  const touched = new Set<string>()
  for (const { pk, sk, move, outcome } of waiting) {
    const key = { pk, sk }
    const isAbandoned = clock.now() - timeOfId(Number(sk)) > abandonedMs
    if (isAbandoned) await table.write([{ delete: key }])
    if (isAbandoned || outcome) continue
    const wanted: QueuedMove = JSON.parse(move)
    const items = (wanted.beside ?? []).map(itemOf)
    if (items.some((item) => touched.has(item))) continue
    const isAllowed = allows(after, wanted)
    if (!isAllowed && taken.length === 0) await tell(table, key, 'refused')
    if (!isAllowed) continue
    writes += (wanted.beside?.length ?? 0) + (wanted.entry ? 2 : 1) + apartHolds(after, wanted)
    if (writes > transactionWritesMax) break
    for (const item of items) touched.add(item)
    after = moved(after, wanted)
    if (wanted.entry) last = idAfter(last, clock.now(), random)
    taken.push({ ...wanted, key, ...(wanted.entry && { entry_id: last }) })
  }
  return taken
}

const writesOf = (
  user_id: number,
  { key, entry, entry_id: id = 0, beside = [] }: Taken,
  created_at: number,
): Write[] => [
  ...beside,
  ...(entry ? [{ put: { ...ledgerKey(user_id, id), ...entry, id, created_at }, when: isNew }] : []),
  { delete: key, when: exists },
]

import type { Call } from '../../domain/calls/call.ts'
import { type CallFacts, callFactsOf, firstIdOfQuarter, quarterOfId } from '../../domain/calls/call-facts.ts'
import { packIds, unpackIds } from '../../lists/plan/columns.ts'
import { callKey, type StoredKey, tallyKey } from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import { firstIdAt } from '../../words/id.ts'
import { queryCalls, readCalls } from './call-items.ts'
import { marginMs } from './dirty-calls.ts'
import { readPage, writePage } from './tally-items.ts'

/** Page of recent calls with ids below `until`. Each new page replaces the older of two pages. */
export interface RecentPage {
  slot: 0 | 1
  until: number
}

interface RecentCalls {
  facts: Map<number, CallFacts>
  /** Ids of calls that are not evaluated yet. */
  open: number[]
}

interface StoredRecent {
  ids: Uint8Array
  rows: Uint8Array
  open: Uint8Array
}

const callsMax = 8_192
/** Read units for a call in a query. An open call is read by its id, for one unit. */
const unitsPerQueriedCall = 0.2

export const recentKey = (user_id: number, slot: number): StoredKey => tallyKey(user_id, `recent#${slot}`)

export const readRecent = async (
  table: Table,
  user_id: number,
  { slot }: Pick<RecentPage, 'slot'>,
): Promise<RecentCalls> => {
  const stored = await table.get<StoredRecent & StoredKey>(recentKey(user_id, slot))
  if (!stored) return { facts: new Map(), open: [] }
  const ids = unpackIds(stored.ids)
  const rows = readPage(stored.rows, 0)
  const facts = new Map(rows.map((row, index) => [ids[index] ?? 0, { ...row, quarter: quarterOfId(ids[index] ?? 0) }]))
  return { facts, open: unpackIds(stored.open) }
}

const finalFactsOf = (call: Call): CallFacts | undefined =>
  call.evaluated === undefined ? undefined : callFactsOf(call)

export const readCallsById = async (table: Table, user_id: number, ids: readonly number[]): Promise<Call[]> => {
  if (ids.length === 0) return []
  const of = [...new Set(ids)].map((call_id) => ({ call_id }))
  return (await readCalls(table, user_id, of)).flatMap((call) => call ?? [])
}

interface RecentAsk {
  user_id: number
  known: RecentPage | undefined
  pages_until: number
  dirty: readonly number[]
  callsMin: number
  now: number
}

export const nextRecent = async (
  table: Table,
  { user_id, known, pages_until, dirty, callsMin, now }: RecentAsk,
): Promise<{ recent?: RecentPage | undefined; item?: StoredRecent }> => {
  const first = firstIdOfQuarter(pages_until)
  const page = known && known.until > first ? known : undefined
  const from = page?.until ?? first
  const to = firstIdAt(now - marginMs) - 1
  const before = page ? await readRecent(table, user_id, page) : { facts: new Map(), open: [] }
  const changed = [...before.open, ...dirty].filter((id) => id >= first && id < from)
  const key = callKey(user_id, from)
  const range = { pk: key.pk, from: key.sk, to: callKey(user_id, to).sk, limit: callsMax }
  const [again, added] = await Promise.all([
    readCallsById(table, user_id, changed),
    to < from ? [] : queryCalls(table, range),
  ])
  if (page && added.length === 0 && changed.length === 0) return { recent: page }
  const isChanged = new Set(changed)
  const rows = [
    ...[...before.facts].filter(([id]) => id >= first && !isChanged.has(id)).map(([id, facts]) => ({ id, facts })),
    ...[...again, ...added].map((call) => ({ id: call.id, facts: finalFactsOf(call) })),
  ].sort((one, other) => one.id - other.id)
  const kept = rows.slice(0, cheapest(rows))
  if (kept.length < callsMin) return {}
  const closed = kept.flatMap(({ id, facts }) => (facts ? [{ id, facts }] : []))
  const isAll = kept.length === rows.length && added.length < callsMax
  const until = isAll ? Math.max(from, to + 1) : (kept.at(-1)?.id ?? 0) + 1
  return {
    recent: { slot: known?.slot === 0 ? 1 : 0, until },
    item: {
      ids: packIds(closed.map(({ id }) => id)),
      rows: writePage(closed.map(({ facts }) => facts)),
      open: packIds(kept.filter(({ facts }) => !facts).map(({ id }) => id)),
    },
  }
}

const cheapest = (rows: readonly { facts?: CallFacts | undefined }[]): number => {
  let [best, saved, most] = [0, 0, 0]
  for (const [index, { facts }] of rows.slice(0, callsMax).entries()) {
    saved += facts ? unitsPerQueriedCall : unitsPerQueriedCall - 1
    if (saved > most) [best, most] = [index + 1, saved]
  }
  return best
}

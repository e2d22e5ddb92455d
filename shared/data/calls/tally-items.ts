import type { GroupSums } from '../../domain/calls/analytics.ts'
import type { CallFacts } from '../../domain/calls/call-facts.ts'
import { packJson, unpackJson } from '../../lists/plan/columns.ts'
import { padded } from '../../table/item.ts'
import { dueKey, type StoredKey, tallyKey } from '../../table/keys.ts'
import { ownerIsOpen } from '../../table/owner.ts'
import { type Table, type Write, when } from '../../table/table.ts'
import type { RecentPage } from './recent-calls.ts'

/** Quarters of an hour: `from` inclusive, `until` exclusive. */
export interface Quarters {
  from: number
  until: number
}

export interface TallyBlock extends Quarters {
  calls: number
}

/** `group`: the totals of several blocks, so that a long range reads few items. */
export type TallyLevel = 'block' | 'group'

export interface TallyHead {
  build: number
  leased_until: number
  pages_until: number
  /** Oldest first, without gaps. */
  blocks: TallyBlock[]
  groups: TallyBlock[]
  loose: number
  written_at: number
  /**
   * Quarter-hours before this one were written long before `written_at`, so eventually consistent
   * reads of them are exact.
   */
  written_from: number
  recent?: RecentPage | undefined
  due_at?: number
}

const noTallies: TallyHead = {
  build: 0,
  leased_until: 0,
  pages_until: 0,
  blocks: [],
  groups: [],
  loose: 0,
  written_at: 0,
  written_from: 0,
}

/** `groups` is absent in heads written before groups existed. */
type StoredHead = Omit<TallyHead, 'blocks' | 'groups' | 'written_from'> & {
  blocks: string
  groups?: string
  written_from?: number
}

/**
 * Milliseconds after a write until eventually consistent reads are exact. Usually a second
 * suffices.
 */
const staleAfterMs = 10 * 60_000

export const isLongWritten = ({ written_at }: Pick<TallyHead, 'written_at'>, now: number): boolean =>
  now - written_at > staleAfterMs

const readRanges = (stored: string): TallyBlock[] =>
  (JSON.parse(stored) as [number, number, number][]).map(([from, until, calls]) => ({ from, until, calls }))
const writeRanges = (ranges: readonly TallyBlock[]): string =>
  JSON.stringify(ranges.map(({ from, until, calls }) => [from, until, calls]))

export const tallyHeads = (table: Table) => {
  /**
   * Returns the item's key. The sort key is numeric, because the deadline index reads it as an id.
   */
  const keyOf = (user_id: number): StoredKey => tallyKey(user_id, padded(0))
  return {
    read: async (user_id: number): Promise<TallyHead> => {
      const stored = await table.get<StoredHead & StoredKey>(keyOf(user_id))
      if (!stored) return noTallies
      const { build, leased_until, pages_until, loose, written_at, written_from = 0, recent, due_at } = stored
      const [blocks, groups] = [readRanges(stored.blocks), readRanges(stored.groups ?? '[]')]
      return { build, leased_until, pages_until, loose, written_at, written_from, recent, due_at, blocks, groups }
    },

    wake: async (user_id: number, { build, due_at }: TallyHead, now: number): Promise<void> => {
      if (build === 0 || (due_at !== undefined && due_at < now + 60_000)) return
      const isSame = when('#build = :build', { build })
      await table.write([{ update: keyOf(user_id), set: dueKey(user_id, now), when: isSame }])
    },

    /** False when another run began or the user is being erased. */
    replace: async (user_id: number, seen: TallyHead, { due_at, ...after }: TallyHead): Promise<boolean> => {
      const [blocks, groups] = [writeRanges(after.blocks), writeRanges(after.groups)]
      const isFirst = seen.build === 0
      const put: Write = {
        put: { ...keyOf(user_id), ...after, blocks, groups, ...dueKey(user_id, due_at) },
        when: isFirst ? when('attribute_not_exists(#pk)') : when('#build = :build', { build: seen.build }),
      }
      return (await table.write([put, ...(isFirst ? [ownerIsOpen(user_id)] : [])])).done
    },
  }
}

export const writePage = (facts: readonly CallFacts[]): Uint8Array => {
  const kinds = new Map<string, number>()
  const rows = facts.map(({ quarter: _quarter, seconds, cost, latencies, ...traits }) => {
    const kind = JSON.stringify(traits)
    const code = kinds.get(kind) ?? kinds.size
    kinds.set(kind, code)
    return [code, seconds, cost, ...(latencies ? [latencies] : [])]
  })
  return packJson([[...kinds.keys()], rows])
}

export const readPage = (bytes: Uint8Array, quarter: number): CallFacts[] => {
  const [kinds, rows] = unpackJson<[string[], [number, number, number, string?][]]>(bytes)
  const traits = kinds.map((kind) => JSON.parse(kind))
  return rows.map(([code, seconds, cost, latencies]) => ({
    ...traits[code],
    quarter,
    seconds,
    cost,
    ...(latencies && { latencies }),
  }))
}

export type CellKey = string | number | null
export type Cells = Map<CellKey, GroupSums>

export const writeCells = (cells: Cells): Uint8Array => {
  const sums = [...cells.values()]
  const buckets = Math.max(0, ...sums.map(({ latencies }) => latencies.length))
  const columns = [
    writeKeys([...cells.keys()]),
    sums.map(({ calls }) => calls),
    sums.map(({ answered }) => answered),
    sums.map(({ reached }) => reached),
    sums.map(({ goals }) => goals),
    sums.map(({ opt_outs }) => opt_outs),
    sums.map(({ seconds }) => seconds),
    sums.map(({ cost }) => cost),
    Array.from({ length: buckets }, (_, bucket) => {
      const counts = sums.map(({ latencies }) => latencies[bucket] ?? 0)
      return counts.some((count) => count > 0) ? counts : 0
    }),
  ]
  return packJson(columns)
}

type WrittenKeys = CellKey[] | { first: number; steps: number[] }

const writeKeys = (keys: CellKey[]): WrittenKeys => {
  const numbers = keys.filter((key) => typeof key === 'number')
  const [first] = numbers
  if (first === undefined || numbers.length < keys.length) return keys
  return { first, steps: numbers.slice(1).map((key, index) => key - (numbers[index] ?? 0)) }
}

const readKeys = (keys: WrittenKeys): CellKey[] => {
  if (Array.isArray(keys)) return keys
  let last = keys.first
  return [last, ...keys.steps.map((step) => (last += step))]
}

type Columns = [
  ...[WrittenKeys, number[], number[], number[], number[], number[], number[], number[]],
  (number[] | 0)[],
]

export const readCells = (bytes: Uint8Array): Cells => {
  const [keys, calls, answered, reached, goals, opt_outs, seconds, cost, buckets] = unpackJson<Columns>(bytes)
  return new Map(
    readKeys(keys).map((key, at): [CellKey, GroupSums] => [
      key,
      {
        calls: calls[at] ?? 0,
        answered: answered[at] ?? 0,
        reached: reached[at] ?? 0,
        goals: goals[at] ?? 0,
        opt_outs: opt_outs[at] ?? 0,
        seconds: seconds[at] ?? 0,
        cost: cost[at] ?? 0,
        latencies: buckets.map((counts) => (counts === 0 ? 0 : (counts[at] ?? 0))),
      },
    ]),
  )
}

const quarterText = (quarter: number) => String(quarter).padStart(9, '0')
export const pageKey = (user_id: number, quarter: number, part: number): StoredKey =>
  tallyKey(user_id, `page#${quarterText(quarter)}#${String(part).padStart(3, '0')}`)
export const quarterOfPage = (sk: string): number => Number(sk.split('#')[1])
const totalsNames = { block: 'total', group: 'group-total' } as const
export const totalsKey = (
  user_id: number,
  { slice, projection }: { slice: string; projection: string },
  from: number,
  level: TallyLevel,
): StoredKey => tallyKey(user_id, `${totalsNames[level]}#${slice}#${projection}#${quarterText(from)}`)
export const blockOfTotals = (sk: string): number => Number(sk.split('#').at(-1))
export const manifestKey = (user_id: number, from: number, level: TallyLevel): StoredKey =>
  tallyKey(user_id, `${level}#${quarterText(from)}`)

import { type GroupSums, noSums } from '../../domain/calls/analytics.ts'
import type { CallFacts } from '../../domain/calls/call-facts.ts'
import { addHistogram, writeHistogram } from '../../domain/calls/latency.ts'
import { packJson, unpackJson } from '../../lists/plan/columns.ts'
import { padded } from '../../table/item.ts'
import { dueKey, type StoredKey, tallyKey } from '../../table/keys.ts'
import { ownerIsOpen } from '../../table/owner.ts'
import { type Table, type Write, when } from '../../table/table.ts'

/** Quarters of an hour, from inclusive, until exclusive. */
export interface Quarters {
  from: number
  until: number
}

/** Whole quarters with totals, and the number of their calls. */
export interface TallyBlock extends Quarters {
  calls: number
}

export interface TallyHead {
  /** Number of runs begun. */
  build: number
  /** Epoch milliseconds before which no other run begins. */
  leased_until: number
  /** Calls before this quarter are in pages. */
  pages_until: number
  /** Oldest first, without gaps. */
  blocks: TallyBlock[]
  /** Calls in pages after the last block. */
  loose: number
  /** Last write of block pages or totals. Epoch milliseconds. */
  written_at: number
  due_at?: number
}

const noTallies: TallyHead = {
  build: 0,
  leased_until: 0,
  pages_until: 0,
  blocks: [],
  loose: 0,
  written_at: 0,
}

type StoredHead = Omit<TallyHead, 'blocks'> & { blocks: string }

export const tallyHeads = (table: Table) => {
  /** A numeric sort key, because the deadline index reads it as an id. */
  const keyOf = (user_id: number): StoredKey => tallyKey(user_id, padded(0))
  return {
    read: async (user_id: number): Promise<TallyHead> => {
      const stored = await table.get<StoredHead & StoredKey>(keyOf(user_id))
      if (!stored) return noTallies
      const { build, leased_until, pages_until, loose, written_at, due_at } = stored
      const blocks = (JSON.parse(stored.blocks) as [number, number, number][]).map(([from, until, calls]) => ({
        from,
        until,
        calls,
      }))
      return { build, leased_until, pages_until, loose, written_at, due_at, blocks }
    },

    /** Requests a run at once, unless one is due within a minute. */
    wake: async (user_id: number, { build, due_at }: TallyHead, now: number): Promise<void> => {
      if (build === 0 || (due_at !== undefined && due_at < now + 60_000)) return
      const isSame = when('#build = :build', { build })
      await table.write([{ update: keyOf(user_id), set: dueKey(user_id, now), when: isSame }])
    },

    /** False when another run began or the user is being erased. */
    replace: async (user_id: number, seen: TallyHead, { due_at, ...after }: TallyHead): Promise<boolean> => {
      const blocks = JSON.stringify(after.blocks.map(({ from, until, calls }) => [from, until, calls]))
      const isFirst = seen.build === 0
      const put: Write = {
        put: { ...keyOf(user_id), ...after, blocks, ...dueKey(user_id, due_at) },
        when: isFirst ? when('attribute_not_exists(#pk)') : when('#build = :build', { build: seen.build }),
      }
      return (await table.write([put, ...(isFirst ? [ownerIsOpen(user_id)] : [])])).done
    },
  }
}

/** Facts of one quarter's calls, or of a part if they are many. */
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

/** Sums by key, a column for each sum. */
export const writeCells = (cells: Cells): Uint8Array => {
  const sums = [...cells.values()]
  const columns = [
    [...cells.keys()],
    sums.map(({ calls }) => calls),
    sums.map(({ answered }) => answered),
    sums.map(({ reached }) => reached),
    sums.map(({ goals }) => goals),
    sums.map(({ opt_outs }) => opt_outs),
    sums.map(({ seconds }) => seconds),
    sums.map(({ cost }) => cost),
    sums.map(({ latencies }) => writeHistogram(latencies)),
  ]
  return packJson(columns)
}

type Columns = [CellKey[], number[], number[], number[], number[], number[], number[], number[], string[]]

export const readCells = (bytes: Uint8Array): Cells => {
  const [keys, calls, answered, reached, goals, opt_outs, seconds, cost, written] = unpackJson<Columns>(bytes)
  return new Map(
    keys.map((key, at) => {
      const sums: GroupSums = {
        ...noSums(),
        calls: calls[at] ?? 0,
        answered: answered[at] ?? 0,
        reached: reached[at] ?? 0,
        goals: goals[at] ?? 0,
        opt_outs: opt_outs[at] ?? 0,
        seconds: seconds[at] ?? 0,
        cost: cost[at] ?? 0,
      }
      addHistogram(sums.latencies, written[at] ?? '')
      return [key, sums]
    }),
  )
}

const quarterText = (quarter: number) => String(quarter).padStart(9, '0')
export const pageKey = (user_id: number, quarter: number, part: number): StoredKey =>
  tallyKey(user_id, `page#${quarterText(quarter)}#${String(part).padStart(3, '0')}`)
export const quarterOfPage = (sk: string): number => Number(sk.split('#')[1])
export const totalsKey = (user_id: number, slice: string, projection: string, from: number): StoredKey =>
  tallyKey(user_id, `total#${slice}#${projection}#${quarterText(from)}`)
export const blockOfTotals = (sk: string): number => Number(sk.split('#').at(-1))
/** Names a block's totals, so that those of vanished values are deleted. */
export const manifestKey = (user_id: number, from: number): StoredKey => tallyKey(user_id, `block#${quarterText(from)}`)

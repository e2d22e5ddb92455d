import { historyKeys, type StoredKey } from '../../table/keys.ts'
import { type Item, when } from '../../table/table.ts'
import { timeOfId } from '../../words/id.ts'
import { must } from '../../words/must.ts'
import { writeKind } from '../plan/columns.ts'
import { foldable, rowsOfRun } from '../plan/compacting.ts'
import type { RowChange } from '../plan/rebuild.ts'
import { announcing } from './announcing.ts'
import { compactedNodes } from './compacted-nodes.ts'
import { forEachConcurrently } from './concurrently.ts'
import { type Head, heads, runEnd } from './head.ts'
import { type HistoryList, type HistoryParts, type HistoryRow, limitsOf } from './history-list.ts'
import { looseRows } from './loose-rows.ts'
import { writeNode } from './nodes.ts'
import { type Override, readOverrides, rereadOverride } from './overrides.ts'

export interface Compacted {
  compacted: number
  folded: number
  /** True when more rows can be compacted immediately. */
  more: boolean
  waited_ms: number
}

export interface Compactor {
  /**
   * Runs may safely overlap or crash, because only one write replaces the head. Undefined when
   * another run is active or was faster, or the user is gone.
   */
  compact(user_id: number, all?: boolean): Promise<Compacted | undefined>
}

export const historyCompactor = <T>(parts: HistoryParts, list: HistoryList<T>): Compactor => {
  const { table, clock, random } = parts
  const limits = limitsOf(parts)
  const head = heads(table, list)
  const keys = historyKeys(list.noun)
  const announce = announcing(parts, list)
  const nodes = compactedNodes(parts, list)

  return {
    compact: async (user_id, all = false) => {
      const now = clock.now()
      const firstId = list.firstId?.(now) ?? 0
      const before = await head.read(user_id)
      const announced = runEnd(before, limits) > now ? undefined : await announce(user_id, before, now)
      if (!announced) return undefined
      const outdated = await nodes.sweep(user_id, before, now)

      // Reads the overrides before the records, so the records are at least as new.
      const overrides = await readOverrides(table, list, user_id)
      const range = await readRange(parts, list, user_id, announced)
      const read = range.records.filter((record) => (list.rowOf(record, now)?.id ?? 0) >= firstId)
      const passBefore = now - (read.length >= limits.busyRows && list.listOpen ? limits.busyPassMs : limits.passMs)
      const rows = await readRows(parts, list, read, { now, passBefore })
      const runRows = rowsOfRun(rows, range.until, passBefore)
      const hasMore = range.isCut && runRows.until === range.until
      const isWorth = all || range.isCut || runRows.settled.length + runRows.passed.length >= limits.rowsMin
      const { settled, passed, until } = isWorth ? runRows : { settled: [], passed: [], until: announced.sealed_until }
      const below = overrides.filter(({ id }) => id < announced.sealed_until)
      const max = all ? 1 : Math.min(limits.overridesMax, list.overridesMax ?? limits.overridesMax)
      const worth = { perSegment: limits.overridesPerSegment, max, writesOpen: settled.length > 0 }

      await forEachConcurrently(passed, ({ id }) => table.write([rereadOverride(list, random, user_id, id)]))
      const { changes, folded } = await readChanges(parts, list, user_id, foldable(below, announced.segments, worth))
      const built = await nodes.build(user_id, announced, settled, changes)
      if (!built) {
        if ((await head.read(user_id)).version === announced.version)
          throw new Error(`A node of the history of each ${list.noun} is lost`)
        return undefined
      }
      const changed = changes.flatMap(({ row, number }) => (row ? [{ ...row, number }] : []))
      const items: (Item & StoredKey)[] = [
        ...built.nodes.map((node) => ({ ...keys.node(user_id, node.key), ...writeNode(node) })),
        ...numberEntries(list, user_id, [...settled, ...changed]),
      ]
      await nodes.putAll(items)

      const passedIds = new Set(passed.map(({ id }) => id))
      const overtaken = overrides.filter(({ id }) => id >= announced.sealed_until && id < until && !passedIds.has(id))
      const done = [...folded, ...overtaken]
      const version = announced.version + 1
      const isBusy = rows.length >= limits.rowsMin
      const flipped = await head.replace(user_id, announced, {
        ...announced,
        version,
        flipped: version,
        folds: announced.folds + (done.length ? 1 : 0),
        sealed_until: until,
        segments: built.segments,
        retired: built.retired,
        outdated,
        due_at: hasMore ? now : isBusy ? now + limits.againMs : outdated && outdated.at + limits.runMs,
      })
      if (!flipped) return undefined
      const kept = new Set([...settled, ...changed].map(({ id }) => id))
      await clearAway(parts, list, user_id, { done, kept })
      const since = rows.filter(({ isSettled }) => isSettled)[limits.rowsMin - 1]
      return {
        compacted: settled.length,
        folded: folded.length,
        more: hasMore,
        waited_ms: since ? now - timeOfId(since.id) : 0,
      }
    },
  }
}

const readRows = async <T>(
  { table }: HistoryParts,
  list: HistoryList<T>,
  records: readonly T[],
  { now, passBefore }: { now: number; passBefore: number },
): Promise<HistoryRow[]> => {
  const rows = records.flatMap((record) => {
    const row = list.rowOf(record, now)
    return row ? [{ ...row, record }] : []
  })
  const open = rows.filter(({ id, isSettled }) => !isSettled && timeOfId(id) < passBefore)
  await forEachConcurrently(open, async (row) => {
    const write = list.listOpen?.(row.record)
    if (write) row.isSettled = (await table.write([write])).done
  })
  return rows
}

const readRange = async <T>(parts: HistoryParts, list: HistoryList<T>, user_id: number, head: Head) => {
  const { sealed_until, fence } = head
  const limit = limitsOf(parts).batchRows
  const { pk, sk: from } = list.recordKey(user_id, sealed_until)
  if (fence <= sealed_until) return { records: [], until: sealed_until, isCut: false }
  const to = list.recordKey(user_id, fence - 1).sk
  const records = await parts.table.query<T & StoredKey>({ pk, from, to, limit })
  const isCut = records.length === limit
  return { records, until: isCut ? Number(must(records.at(-1), 'last record').sk) + 1 : fence, isCut }
}

const readChanges = async <T>(
  parts: HistoryParts,
  list: HistoryList<T>,
  user_id: number,
  overrides: Override[],
): Promise<{ changes: NumberedChange[]; folded: Override[] }> => {
  const rereads = overrides.filter(({ is }) => is === 'reread').map(({ id }) => id)
  const records = await looseRows(parts, list).readRecords(user_id, rereads)
  const changes: NumberedChange[] = []
  const folded: Override[] = []
  for (const override of overrides) {
    const { id, is, kind, number } = override
    const record = records.get(id)
    const row = is === 'reread' && record ? list.rowOf(record, parts.clock.now()) : undefined
    if (row && !row.isSettled) continue
    const known = kind ? { id, kind, number } : row
    changes.push({ id, row: known, number: known?.number })
    folded.push(override)
  }
  return { changes, folded }
}

const numberEntries = <T>(
  { numberKey }: HistoryList<T>,
  user_id: number,
  rows: readonly Pick<HistoryRow, 'id' | 'kind' | 'number'>[],
) =>
  rows.flatMap(({ id, kind, number }) =>
    numberKey && number !== undefined ? [{ ...numberKey(user_id, number, id), kind: writeKind(kind) }] : [],
  )

/**
 * Deletes the search entries of removed rows. Then deletes the applied overrides, unless a newer
 * override replaced them.
 */
const clearAway = async <T>(
  { table }: HistoryParts,
  { noun, numberKey }: HistoryList<T>,
  user_id: number,
  { done, kept }: { done: Override[]; kept: Set<number> },
): Promise<void> => {
  const entries = done.flatMap(({ id, number }) =>
    numberKey && number !== undefined && !kept.has(id) ? [numberKey(user_id, number, id)] : [],
  )
  await forEachConcurrently(entries, (entry) => table.write([{ delete: entry }]))
  await forEachConcurrently(done, ({ id, stamp }) =>
    table.write([{ delete: historyKeys(noun).override(user_id, id), when: when('#stamp = :stamp', { stamp }) }]),
  )
}

type NumberedChange = RowChange & { number?: string }

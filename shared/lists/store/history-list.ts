import type { StoreParts } from '../../table/compare-and-set.ts'
import type { HistoryNoun } from '../../table/history-ref.ts'
import type { StoredKey } from '../../table/keys.ts'
import type { Table, Write } from '../../table/table.ts'
import type { Kind } from '../plan/columns.ts'
import type { HistorySizes } from '../plan/rebuild.ts'
import type { NodeCache } from './node-cache.ts'

/**
 * Exact totals for lists of a million records (docs/scaling.md): old rows are compacted into nodes
 * that never change, and overrides correct them. The creator of a record writes an override if the
 * compactor has read past its id. Only one of two compactors can replace the head.
 */
export interface HistoryList<T> {
  noun: HistoryNoun
  recordKey(user_id: number, id: number): StoredKey
  rowOf(record: T, now: number): HistoryRow | undefined
  numberKey?(user_id: number, number: string, id: number): StoredKey
  /** True for lists that keep running sums. Their rows are never removed. */
  hasAmounts?: true
  firstId?(now: number): number
  readListed?(table: Table, user_id: number): Promise<(kind: Kind) => boolean>
  /**
   * Returns a write that registers an unfinished record, so that each later change of its `kind`
   * also writes a correction (override).
   */
  listOpen?(record: T): Write | undefined
  settleMs?: number
  overridesMax?: number
}

export interface HistoryRow {
  id: number
  kind: Kind
  number?: string
  amount?: number
  /** True when the row may be compacted: later changes of its `kind` write an override. */
  isSettled: boolean
}

export interface HistoryParts extends StoreParts {
  nodes?: NodeCache
  historyLimits?: Partial<HistoryLimits>
}

export interface HistoryLimits extends HistorySizes {
  batchRows: number
  /** Age in milliseconds below which a creator may still be storing a record. */
  settleMs: number
  /** Milliseconds by which machines' clocks may differ. */
  skewMs: number
  /**
   * Age in milliseconds at which the compactor stops waiting for unfinished records and writes
   * overrides for them.
   */
  passMs: number
  /**
   * Replaces `passMs` while a list with `listOpen` has `busyRows` or more uncompacted records.
   */
  busyPassMs: number
  busyRows: number
  rowsMin: number
  overridesPerSegment: number
  overridesMax: number
  /** Milliseconds for which a run blocks other runs. */
  runMs: number
  againMs: number
  /** Limits of reading a page: uncompacted records, and milliseconds. */
  tailRows: number
  tailMs: number
  /** Number of uncompacted rows to assume before they are read. */
  unseenRows: number
}

const limitDefaults: HistoryLimits = {
  // Four bytes per id, so reading a page costs half a read unit.
  idPageRows: 960,
  segmentRows: 65_536,
  segmentKinds: 4096,
  batchRows: 8192,
  settleMs: 10_000,
  // Milliseconds. Clocks of Lambda differ by much less (Amazon Time Sync).
  skewMs: 5_000,
  passMs: 10 * 60_000,
  busyPassMs: 20_000,
  busyRows: 256,
  rowsMin: 32,
  overridesPerSegment: 20,
  overridesMax: 192,
  runMs: 2 * 60_000,
  againMs: 60_000,
  tailRows: 20_000,
  tailMs: 15_000,
  unseenRows: 2048,
}

export const limitsOf = ({ historyLimits }: Pick<HistoryParts, 'historyLimits'>): HistoryLimits => ({
  ...limitDefaults,
  ...historyLimits,
})

import type { StoreParts } from '../../table/compare-and-set.ts'
import type { HistoryNoun } from '../../table/history-ref.ts'
import type { StoredKey } from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import type { Kind } from '../plan/columns.ts'
import type { HistorySizes } from '../plan/rebuild.ts'
import type { NodeCache } from './node-cache.ts'

/**
 * # Lists of a million records, to the record
 *
 * A list that says how many records match, at any page, cannot count them each time. So records stay where they are, and the rows of
 * a list, an id and what filters ask about, are copied once into packed columns that never change: they are sealed, oldest
 * first. A reader takes the sealed rows, the records that are not sealed yet, and the marks: small exceptions that say
 * `do not believe the sealed row of this id`. All of it is exact at every moment; a sealer that dies or never comes costs
 * read units only. docs/scaling.md draws it.
 *
 *   <user>#<noun>-history  0              the head: how far the rows are sealed, and in which nodes
 *   <user>#<noun>-history  <version>#<n>  a node: leaf, volume or open volume, written once
 *   <user>#<noun>-mark     <id>           gone, or another kind, or: look at the record itself
 *   <user>#call-number     <E.164>#<id>   a sealed row by its number, with its kind
 *
 * What never may happen, and what sees to it:
 *
 *   1. A record below the fence that the sealer did not see: its creator settles in, after the store and before it answers. Only one
 *      that is stored sooner than `settleMs` less `skewMs` need not look.
 *   2. A record stored behind the sealer's back: the fence is announced before the range is read.
 *   3. Two sealers that both flip the head: it is put on condition of the version that was announced.
 *   4. An open record that is passed by unseen: its mark is written before the flip.
 *   5. A mark that goes while the reader looks elsewhere: head, then marks, and at the end `folds` again.
 *   6. A mark that goes while a newer one takes its place: it is deleted on condition of its stamp.
 *   7. A number entry that outlives its call: entries go before the marks that hid them.
 *
 * ## To put a list on it
 *
 * 1. Name the noun in `historyNouns` (table/history-ref.ts). `listItems` (table/keys.ts) makes the keys of its list.
 * 2. Declare it: a `HistoryList`, as call-history.ts does for calls, and add it to histories.ts.
 * 3. `historyPages(parts, list).page(…)` answers the list; `tally` counts by kind. Its operation names the problem `list_not_ready`.
 * 4. Creators call `historyMarks(parts, list).settleIn(user, ids)` after they stored and before they answer, also when the
 *    record was there already; beside whatever else they do then.
 * 5. A transaction that removes a row or changes its kind adds `marks.gone` or `marks.kind`; one that settles an open record adds
 *    `marks.late`, and one that opens it again `marks.look`.
 * 6. What settles records calls `sealing.sendFor`, so that the compactor runs; an import calls `marks.hold` for its chunk,
 *    and `marks.release` at its end.
 * 7. grants.ts: pages need BatchGetItem, GetItem, Query, UpdateItem and ConditionCheckItem; settling in GetItem and UpdateItem.
 */
export interface HistoryList<T> {
  noun: HistoryNoun
  recordKey(user_id: number, id: number): StoredKey
  /** A record's row; undefined for one without, such as a deleted one. */
  rowOf(record: T, now: number): HistoryRow | undefined
  /** Key of compacted rows by number, if searchable. */
  numberKey?(user_id: number, number: string, id: number): StoredKey
  /** Rows have amounts and never vanish; pages show running sums. */
  hasAmounts?: true
  /** Lower ids have expired. */
  firstId?(now: number): number
  /** Listed kinds; others are dropped when their segment is written, without overrides. */
  readListed?(table: Table, user_id: number): Promise<(kind: Kind) => boolean>
  /** Age of compaction, if unusual. */
  settleMs?: number
  /** Overrides at which all affected segments are rewritten, if fewer than usual. */
  marksMax?: number
}

export interface HistoryRow {
  id: number
  kind: Kind
  number?: string
  amount?: number
  /** The kind changes by override only. */
  isSettled: boolean
}

export interface HistoryParts extends StoreParts {
  /** Absent: no cache. */
  nodes?: NodeCache
  historyLimits?: Partial<HistoryLimits>
}

export interface HistoryLimits extends HistorySizes {
  /** Records per run. */
  batchRows: number
  /** Younger records are not compacted, because creators still settle them. */
  settleMs: number
  /** Milliseconds between two machines' clocks. */
  skewMs: number
  /** Age at which open records are overridden and passed. */
  passMs: number
  /** Fewer rows are not worth a run. */
  rowsMin: number
  /** Overrides that rewrite a segment. */
  marksPerVolume: number
  /**
   * Overrides at which all affected segments are rewritten: a cold reader opens a page for each.
   */
  marksMax: number
  /** Milliseconds of a run, during which no other begins. */
  runMs: number
  /** Pause of a busy history. */
  againMs: number
  /** Uncompacted records of a page, and their time. */
  tailRows: number
  tailMs: number
  /** Rows that may precede compacted ones, while unknown. */
  unseenRows: number
}

const limitDefaults: HistoryLimits = {
  // Four bytes per id: half a read unit.
  leafRows: 960,
  volumeRows: 65_536,
  volumeKinds: 4096,
  batchRows: 8192,
  settleMs: 10_000,
  // Amazon Time Sync keeps Lambda within milliseconds.
  skewMs: 5_000,
  passMs: 10 * 60_000,
  rowsMin: 32,
  marksPerVolume: 20,
  marksMax: 192,
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

import { dueKey, historyKeys } from '../../table/keys.ts'
import { ownerIsOpen } from '../../table/owner.ts'
import { exists, type Table, type Write, when } from '../../table/table.ts'
import { must } from '../../words/must.ts'
import { type Kind, readKind, writeKind } from '../plan/columns.ts'
import type { SegmentRef } from '../plan/history-shape.ts'
import type { HistoryLimits, HistoryList } from './history-list.ts'

export interface Head {
  /** Number of times that a compactor wrote this item. */
  version: number
  /** `version` after the last completed run. */
  flipped: number
  /**
   * Number of compactor runs that removed overrides. A reader starts again when this number
   * changes.
   */
  folds: number
  /** All records below this id are compacted or have an override. */
  sealed_until: number
  /**
   * Creators of records below this id also write an override, because the compactor may already
   * have read this range.
   */
  fence: number
  segments: SegmentRef[]
  retired: string[]
  outdated?: { version: number; at: number }
  running_since?: number
  due_at?: number
}

/** Segments are stored as text, under the name `volumes`. */
type StoredHead = Omit<Head, 'segments'> & { volumes: string; kinds?: string }

const noHead: Head = { version: 0, flipped: 0, folds: 0, sealed_until: 0, fence: 0, segments: [], retired: [] }

export const heads = <T>(table: Table, { noun }: Pick<HistoryList<T>, 'noun'>) => {
  const keys = historyKeys(noun)
  return {
    read: async (user_id: number): Promise<Head> => {
      const stored = await table.get<Partial<StoredHead>>(keys.head(user_id))
      return stored ? { ...noHead, ...stored, segments: readSegments(stored) } : noHead
    },

    /** False on a conflict. Fails if no head is stored and the user is being erased. */
    replace: async (user_id: number, before: Head, { due_at, segments, ...after }: Head): Promise<boolean> => {
      const stored: StoredHead = { ...after, ...writeSegments(segments) }
      const put: Write = {
        put: { ...keys.head(user_id), ...stored, ...dueKey(user_id, due_at) },
        when:
          before.version === 0
            ? when('attribute_not_exists(#version)')
            : when('#version = :version', { version: before.version }),
      }
      const isFirst: Write[] = before.version === 0 ? [ownerIsOpen(user_id)] : []
      return (await table.write([put, ...isFirst])).done
    },

    wake: async (user_id: number, head: Head, at: number): Promise<void> => {
      if (head.due_at !== undefined) return
      const due: Write = { update: keys.head(user_id), set: dueKey(user_id, at) }
      if (head.version > 0) await table.write([{ ...due, when: exists }])
      else await table.write([due, ownerIsOpen(user_id)])
    },
  }
}

/** Returns epoch milliseconds until which a run is active; 0 without a run. */
export const runEnd = (
  { version, flipped, running_since = 0 }: Head,
  { runMs }: Pick<HistoryLimits, 'runMs'>,
): number => (version > flipped ? running_since + runMs : 0)

/** Maximum characters of all segments' row counts, so that reading the head costs one read unit. */
const talliedLengthMax = 3000

/** Writes segments. Counts become pairs: a kind's position in `kinds`, and its number of rows. */
const writeSegments = (segments: SegmentRef[]): Pick<StoredHead, 'volumes' | 'kinds'> => {
  const places = new Map<string, number>()
  const placeOf = (kind: Kind): number => {
    const name = writeKind(kind)
    const place = places.get(name) ?? places.size
    places.set(name, place)
    return place
  }
  const bare = segments.map(({ key, first, last, count, gone, sum }) => [key, first, last, count, gone, sum])
  const tallied = segments.map(({ tally }, at) => [
    ...(bare[at] ?? []),
    ...(tally ? [tally.flatMap(([kind, rows]) => [placeOf(kind), rows])] : []),
  ])
  const written = { volumes: JSON.stringify(tallied), kinds: JSON.stringify([...places.keys()]) }
  const isShort = written.volumes.length + written.kinds.length <= talliedLengthMax
  return isShort ? written : { volumes: JSON.stringify(bare), kinds: undefined }
}

const readSegments = ({ volumes = '[]', kinds = '[]' }: Partial<StoredHead>): SegmentRef[] => {
  const known = (JSON.parse(kinds) as string[]).map(readKind)
  const refs: [string, number, number, number, number, number, number[]?][] = JSON.parse(volumes)
  return refs.map(([key, first, last, count, gone, sum, tally]) => ({
    key,
    first,
    last,
    count,
    gone,
    sum,
    ...(tally && { tally: readTally(tally, known) }),
  }))
}

const readTally = (tally: number[], kinds: Kind[]): SegmentRef['tally'] =>
  tally.flatMap((place, at) => (at % 2 === 0 ? [[must(kinds[place], 'kind'), tally[at + 1] ?? 0] as const] : []))

import { dueKey, historyKeys } from '../../table/keys.ts'
import { ownerIsOpen } from '../../table/owner.ts'
import { exists, type Table, type Write, when } from '../../table/table.ts'
import { must } from '../../words/must.ts'
import { type Kind, readKind, writeKind } from '../plan/columns.ts'
import type { VolumeRef } from '../plan/history-shape.ts'
import type { HistoryLimits, HistoryList } from './history-list.ts'

/** The end of one user's sealed rows, and their volumes: small, and read by every reader. */
export interface Head {
  /** Counts the writes of compactors, and never decreases. */
  version: number
  /**
   * The version of the last flip. A higher one was announced by a run that is under way, or has
   * died.
   */
  flipped: number
  /**
   * Counts the flips after which marks go away: a reader that has seen one between its two reads
   * starts again.
   */
  folds: number
  /** Every row below this id is sealed, or marked. */
  sealed_until: number
  /** A record stored below this id needs a mark: the compactor may have read there already. */
  fence: number
  /** Oldest first. */
  volumes: VolumeRef[]
  /** Keys of the nodes that the last flip replaced. */
  retired: string[]
  /**
   * Nodes from before a rebuild: those up to this version, which no reader asks for some time
   * later.
   */
  outdated?: { version: number; at: number }
  /** When the run that is under way began. */
  running_since?: number
  due_at?: number
}

/** Volumes are text, to be small. */
type StoredHead = Omit<Head, 'volumes'> & { volumes: string; kinds?: string }

const noHead: Head = { version: 0, flipped: 0, folds: 0, sealed_until: 0, fence: 0, volumes: [], retired: [] }

export const heads = <T>(table: Table, { noun }: Pick<HistoryList<T>, 'noun'>) => {
  const keys = historyKeys(noun)
  return {
    read: async (user_id: number): Promise<Head> => {
      const stored = await table.get<Partial<StoredHead>>(keys.head(user_id))
      return stored ? { ...noHead, ...stored, volumes: readVolumes(stored) } : noHead
    },

    /**
     * False when another run has written since. The first head of a user is made only while there
     * is that user, who is not being erased.
     */
    replace: async (user_id: number, before: Head, { due_at, ...after }: Head): Promise<boolean> => {
      const stored: StoredHead = { ...after, ...writeVolumes(after.volumes) }
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

    /** Starts the compactor at `at`, unless it starts anyway. */
    wake: async (user_id: number, head: Head, at: number): Promise<void> => {
      if (head.due_at !== undefined) return
      const due: Write = { update: keys.head(user_id), set: dueKey(user_id, at) }
      if (head.version > 0) await table.write([{ ...due, when: exists }])
      else await table.write([due, ownerIsOpen(user_id)])
    },
  }
}

/** End of the time for an announced run that has not flipped; in the past if there is none. */
export const runEnd = (
  { version, flipped, running_since = 0 }: Head,
  { runMs }: Pick<HistoryLimits, 'runMs'>,
): number => (version > flipped ? running_since + runMs : 0)

/** Bytes of volumes with their tallies: each creator shall still read the head for one unit. */
const talliedLengthMax = 3000

/** Kinds stand once, and tallies name them by their place: place, count, place, count. */
const writeVolumes = (volumes: VolumeRef[]): Pick<StoredHead, 'volumes' | 'kinds'> => {
  const places = new Map<string, number>()
  const placeOf = (kind: Kind): number => {
    const name = writeKind(kind)
    const place = places.get(name) ?? places.size
    places.set(name, place)
    return place
  }
  const bare = volumes.map(({ key, first, last, count, gone, sum }) => [key, first, last, count, gone, sum])
  const tallied = volumes.map(({ tally }, at) => [
    ...(bare[at] ?? []),
    ...(tally ? [tally.flatMap(([kind, rows]) => [placeOf(kind), rows])] : []),
  ])
  const written = { volumes: JSON.stringify(tallied), kinds: JSON.stringify([...places.keys()]) }
  const isShort = written.volumes.length + written.kinds.length <= talliedLengthMax
  return isShort ? written : { volumes: JSON.stringify(bare), kinds: undefined }
}

const readVolumes = ({ volumes = '[]', kinds = '[]' }: Partial<StoredHead>): VolumeRef[] => {
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

const readTally = (tally: number[], kinds: Kind[]): VolumeRef['tally'] =>
  tally.flatMap((place, at) => (at % 2 === 0 ? [[must(kinds[place], 'kind'), tally[at + 1] ?? 0] as const] : []))

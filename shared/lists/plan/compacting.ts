import { timeOfId } from '../../words/id.ts'
import { indexFor, isOpen, type SegmentRef } from './history-shape.ts'

export interface RunRow {
  id: number
  isSettled: boolean
}

export interface RunRows<R> {
  settled: R[]
  /**
   * Unfinished rows that are too old to wait for. Each is compacted with an override, which makes
   * readers read its record.
   */
  passed: R[]
  until: number
}

/** Ends the compactor's run before the first unfinished row that is young enough to wait for. */
export const rowsOfRun = <R extends RunRow>(rows: readonly R[], until: number, passBefore: number): RunRows<R> => {
  const stop = rows.find(({ id, isSettled }) => !isSettled && timeOfId(id) >= passBefore)
  const reached = stop ? rows.filter(({ id }) => id < stop.id) : rows
  return {
    settled: reached.filter(({ isSettled }) => isSettled),
    passed: reached.filter(({ isSettled }) => !isSettled),
    until: stop?.id ?? until,
  }
}

export interface Weighed {
  id: number
  is: 'gone' | 'reread' | 'kind'
}

/**
 * Returns an override's weight. A `reread` override weighs more, because every reader must then
 * read the record too.
 */
const weightOf = ({ is }: Weighed): number => (is === 'reread' ? 5 : 1)

/**
 * Returns the overrides to apply: those of segments with many overrides, or all if `max` is
 * reached.
 */
export const foldable = <M extends Weighed>(
  overrides: readonly M[],
  segments: readonly SegmentRef[],
  { perSegment, max, writesOpen }: { perSegment: number; max: number; writesOpen: boolean },
): M[] => {
  const weigh = (some: readonly M[]) => some.reduce((sum, override) => sum + weightOf(override), 0)
  if (weigh(overrides) >= max) return [...overrides]
  const bySegment = Map.groupBy(overrides, ({ id }) => indexFor(segments, id))
  return [...bySegment].flatMap(([index, own]) => {
    const segment = segments[index]
    const isFree = writesOpen && (!segment || isOpen(segment))
    return isFree || weigh(own) >= perSegment ? own : []
  })
}

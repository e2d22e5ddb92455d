import { timeOfId } from '../../words/id.ts'
import { indexFor, isOpen, type VolumeRef } from './history-shape.ts'

export interface SealedRow {
  id: number
  isSettled: boolean
}

export interface Seam<R> {
  settled: R[]
  /** Open for too long: overridden instead of awaited. */
  passed: R[]
  until: number
}

/** An open record stops the run, until it is too old. */
export const seamOf = <R extends SealedRow>(rows: readonly R[], until: number, passBefore: number): Seam<R> => {
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
  is: 'gone' | 'look' | 'kind'
}

/** A `look` override costs every reader a record. */
const weightOf = ({ is }: Weighed): number => (is === 'look' ? 5 : 1)

/** Folds all overrides when readers must open too many pages. */
export const foldable = <M extends Weighed>(
  marks: readonly M[],
  volumes: readonly VolumeRef[],
  { perVolume, max, writesOpen }: { perVolume: number; max: number; writesOpen: boolean },
): M[] => {
  const weigh = (some: readonly M[]) => some.reduce((sum, mark) => sum + weightOf(mark), 0)
  if (weigh(marks) >= max) return [...marks]
  const byVolume = Map.groupBy(marks, ({ id }) => indexFor(volumes, id))
  return [...byVolume].flatMap(([index, own]) => {
    const volume = volumes[index]
    const isFree = writesOpen && (!volume || isOpen(volume))
    return isFree || weigh(own) >= perVolume ? own : []
  })
}

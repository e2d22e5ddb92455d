import { timeOfId } from '../../words/id.ts'
import { indexFor, isOpen, type VolumeRef } from './history-shape.ts'

/** The compactor's facts about a record. */
export interface SealedRow {
  id: number
  isSettled: boolean
}

/** Decisions of one run about the records after the sealed ones, oldest first. */
export interface Seam<R> {
  settled: R[]
  /** Open for so long that they are marked, and no longer waited for. */
  passed: R[]
  /** Up to before this id, everything is sealed or marked then. */
  until: number
}

/**
 * `until`: as far as the records were read. An open record stops the run there, until it is too old
 * to be waited for.
 */
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

/** A look costs every reader a record. */
const weightOf = ({ is }: Weighed): number => (is === 'look' ? 5 : 1)

/**
 * Marks that are worth folding in: those of the open volume when it is written anyway, those of a
 * volume with many, and all once a reader would have to open too many leaves for them.
 */
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

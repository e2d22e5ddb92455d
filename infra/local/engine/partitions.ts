import type { ItemKey, ItemPosition } from './shape.ts'
import { type Attributes, compareTexts } from './values.ts'

/** A stored item. Changes replace the whole object, never its fields. */
export interface EngineItem {
  key: ItemKey
  fields: Attributes
  bytes: number
}

export interface ViewEntry {
  place: ItemPosition
  item: EngineItem
}

export interface Partitions {
  set(place: ItemPosition, item: EngineItem): void
  remove(place: ItemPosition): void
  entriesOf(partition: string): readonly ViewEntry[]
  all(): Iterable<readonly ViewEntry[]>
}

export const openPartitions = (): Partitions => {
  const partitions = new Map<string, ViewEntry[]>()
  return {
    set: (place, item) => {
      const entries = partitions.get(place.partition) ?? []
      partitions.set(place.partition, entries)
      const at = countBefore(entries, (one) => comparePlaces(one, place) < 0)
      const isThere = at < entries.length && comparePlaces((entries[at] as ViewEntry).place, place) === 0
      entries.splice(at, isThere ? 1 : 0, { place, item })
    },
    remove: (place) => {
      const entries = partitions.get(place.partition) ?? []
      entries.splice(
        countBefore(entries, (one) => comparePlaces(one, place) < 0),
        1,
      )
    },
    entriesOf: (partition) => partitions.get(partition) ?? [],
    all: () => partitions.values(),
  }
}

export const countBefore = (entries: readonly ViewEntry[], isBefore: (place: ItemPosition) => boolean): number => {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore((entries[middle] as ViewEntry).place)) low = middle + 1
    else high = middle
  }
  return low
}

export const comparePlaces = (one: ItemPosition, other: ItemPosition): number =>
  compareSorts(one.sort, other.sort) || compareTexts(one.pk, other.pk) || compareTexts(one.sk, other.sk)

export const compareSorts = (one: string | number, other: string | number): number =>
  typeof one === 'number' ? one - Number(other) : compareTexts(one, String(other))

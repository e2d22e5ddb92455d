import { openPartitions, type Partitions, type Stored } from './partitions.ts'
import { type Key, type Place, placeIn, type Shape, type View } from './shape.ts'
import { type Fields, sizeOfFields } from './values.ts'

/** The items of one table and its indexes, and what a change of them moves. */
export interface StoredTable {
  shape: Shape
  find(key: Key): Stored | undefined
  partitionsOf(view: View): Partitions
  /** Puts the item in the place of what has its key, or takes that away. */
  replace(key: Key, after: Stored | undefined): void
}

/** The item of a key after the write: undefined when it was deleted. */
export interface Replaced {
  key: Key
  after: Stored | undefined
}

export const openStoredTable = (shape: Shape, told: (replaced: Replaced) => void = () => {}): StoredTable => {
  const items = new Map<string, Map<string, Stored>>()
  const views = [shape.table, ...shape.indexes].map((view) => ({ view, partitions: openPartitions() }))
  const find = ({ pk, sk }: Key) => items.get(pk)?.get(sk)
  const keep = ({ pk, sk }: Key, item: Stored | undefined) => {
    const partition = items.get(pk) ?? new Map<string, Stored>()
    items.set(pk, partition)
    if (item) partition.set(sk, item)
    else partition.delete(sk)
  }
  return {
    shape,
    find,
    partitionsOf: (view) => {
      const found = views.find((one) => one.view === view)
      if (!found) throw new Error('A view of another table')
      return found.partitions
    },
    replace: (key, after) => {
      const before = find(key)
      for (const { view, partitions } of views) {
        const from = before && placeIn(view, before.fields, key)
        const to = after && placeIn(view, after.fields, key)
        if (from && (!to || !isSame(from, to))) partitions.remove(from)
        if (to && after) partitions.set(to, after)
      }
      keep(key, after)
      told({ key, after })
    },
  }
}

export const isSame = (one: Place, other: Place): boolean =>
  one.partition === other.partition && one.sort === other.sort

export const storedFrom = (key: Key, fields: Fields): Stored => ({ key, fields, bytes: sizeOfFields(fields) })

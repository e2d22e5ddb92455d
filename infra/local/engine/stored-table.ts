import { type EngineItem, openPartitions, type Partitions } from './partitions.ts'
import { type ItemKey, type ItemPosition, placeIn, type TableShape, type View } from './shape.ts'
import { type Attributes, sizeOfFields } from './values.ts'

export interface StoredTable {
  shape: TableShape
  find(key: ItemKey): EngineItem | undefined
  partitionsOf(view: View): Partitions
  replace(key: ItemKey, after: EngineItem | undefined): void
}

/** `after` is undefined for a deleted item. */
export interface ItemChange {
  key: ItemKey
  after: EngineItem | undefined
}

export const openStoredTable = (shape: TableShape, told: (replaced: ItemChange) => void = () => {}): StoredTable => {
  const items = new Map<string, Map<string, EngineItem>>()
  const views = [shape.table, ...shape.indexes].map((view) => ({ view, partitions: openPartitions() }))
  const find = ({ pk, sk }: ItemKey) => items.get(pk)?.get(sk)
  const keep = ({ pk, sk }: ItemKey, item: EngineItem | undefined) => {
    const partition = items.get(pk) ?? new Map<string, EngineItem>()
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

export const isSame = (one: ItemPosition, other: ItemPosition): boolean =>
  one.partition === other.partition && one.sort === other.sort

export const storedFrom = (key: ItemKey, fields: Attributes): EngineItem => ({
  key,
  fields,
  bytes: sizeOfFields(fields),
})

import type { Capacity, ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { EngineItem } from './partitions.ts'
import { type ItemKey, type ItemPosition, placeIn, type View } from './shape.ts'
import { isSame, type StoredTable } from './stored-table.ts'
import { sizeOfFields } from './values.ts'

/**
 * A read takes one capacity unit per 4 KB, or half a unit if eventually consistent. A write takes
 * one unit per 1 KB of the old or new item, whichever is larger.
 */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) / (isConsistent ? 1 : 2)

const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024))

/** Capacity units of one write. An index takes no units when its entry stays the same. */
export interface WriteUnits {
  table: number
  indexes: Map<string, number>
  /** Units by partition key, because DynamoDB limits the units of each key. */
  keys: KeyUnits[]
}

export interface KeyUnits {
  index?: string
  partition: string
  units: number
}

/**
 * Called before a request takes capacity units. If this function throws, the request fails with
 * that error.
 */
export type Spend = (kind: 'read' | 'write', keys: KeyUnits[]) => void

export const unitsOfWrite = (
  { shape }: StoredTable,
  { pk }: ItemKey,
  before: EngineItem | undefined,
  after: EngineItem | undefined,
) => {
  const table = writeUnits(Math.max(before?.bytes ?? 0, after?.bytes ?? 0))
  const units: WriteUnits = { table, indexes: new Map(), keys: [{ partition: pk, units: table }] }
  for (const view of shape.indexes) {
    const from = before && placeIn(view, before.fields, before.key)
    const to = after && placeIn(view, after.fields, after.key)
    if (from && to && isSame(from, to)) continue
    const left = unitsAt(view, from, before)
    const come = unitsAt(view, to, after)
    if (left + come) units.indexes.set(String(view.index), left + come)
    if (from) units.keys.push({ index: view.index, partition: from.partition, units: left })
    if (to) units.keys.push({ index: view.index, partition: to.partition, units: come })
  }
  return units
}

/**
 * Returns the units of a write whose condition fails. DynamoDB counts the size of the stored item.
 */
export const unitsOfRefusal = ({ pk }: ItemKey, before: EngineItem | undefined): KeyUnits[] => [
  { partition: pk, units: writeUnits(before?.bytes ?? 0) },
]

const unitsAt = (view: View, place: ItemPosition | undefined, item: EngineItem | undefined): number =>
  place && item ? writeUnits(projectedBytes(view, item)) : 0

export const projectedBytes = ({ index, keys }: View, { fields, bytes }: EngineItem): number =>
  index === undefined ? bytes : sizeOfFields(fields, keys)

export const readCapacity = (TableName: string | undefined, CapacityUnits: number, index?: string): ConsumedCapacity =>
  index === undefined
    ? { TableName, CapacityUnits, Table: { CapacityUnits } }
    : { TableName, CapacityUnits, Table: { CapacityUnits: 0 }, GlobalSecondaryIndexes: { [index]: { CapacityUnits } } }

export const writeCapacity = (TableName: string | undefined, { table, indexes }: WriteUnits): ConsumedCapacity =>
  capacityOf(TableName, table, indexes, (CapacityUnits) => ({ CapacityUnits }))

/**
 * Returns the capacity of a transaction, which takes twice the units of the table, but not of
 * indexes.
 */
export const transactionCapacity = (TableName: string | undefined, writes: WriteUnits[]): ConsumedCapacity => {
  const indexes = new Map<string, number>()
  for (const write of writes)
    for (const [name, units] of write.indexes) indexes.set(name, (indexes.get(name) ?? 0) + units)
  const table = writes.reduce((sum, write) => sum + 2 * write.table, 0)
  return capacityOf(TableName, table, indexes, (units) => ({ CapacityUnits: units, WriteCapacityUnits: units }))
}

const capacityOf = (
  TableName: string | undefined,
  table: number,
  indexes: Map<string, number>,
  write: (units: number) => Capacity,
): ConsumedCapacity => {
  const total = [...indexes.values()].reduce((sum, units) => sum + units, table)
  const each = Object.fromEntries([...indexes].map(([name, units]) => [name, write(units)]))
  return {
    TableName,
    ...write(total),
    Table: write(table),
    ...(indexes.size > 0 && { GlobalSecondaryIndexes: each }),
  }
}

import { type KeyUnits, unitsOfRefusal, unitsOfWrite, type WriteUnits } from './capacity.ts'
import { readCondition } from './conditions.ts'
import type { EngineItem } from './partitions.ts'
import { checkPlaceholders, placeholdersOf, type WithPlaceholders } from './placeholders.ts'
import { conditionFailed, invalid } from './refusals.ts'
import { checkIndexKeys, emptyByUpdate, type ItemKey, keyOf, onlyKeyOf } from './shape.ts'
import { type StoredTable, storedFrom } from './stored-table.ts'
import { checkChanges, readUpdate } from './updates.ts'
import type { Attributes } from './values.ts'

export interface WriteInput extends WithPlaceholders {
  Item?: Attributes
  Key?: Attributes
  UpdateExpression?: string
  ConditionExpression?: string
  ReturnValuesOnConditionCheckFailure?: string
}

export type WriteKind = 'Put' | 'Update' | 'Delete' | 'ConditionCheck'

export interface Prepared {
  key: ItemKey
  bytesBrought: number
  /** Checks the write; throws DynamoDB's error if its condition fails. */
  weigh(): WeighedWrite
  refusedUnits(): KeyUnits[]
}

export interface WeighedWrite {
  units: WriteUnits
  perform(): void
}

export const prepare = (kind: WriteKind, table: StoredTable, input: WriteInput): Prepared => {
  const placeholders = placeholdersOf(input)
  const condition = input.ConditionExpression === undefined ? undefined : readCondition(input.ConditionExpression)
  const update = input.UpdateExpression === undefined ? undefined : readUpdate(input.UpdateExpression)
  checkPlaceholders(placeholders, [condition, update].filter(isThere))
  condition?.check(placeholders)
  if (update) checkChanges(update, placeholders, table.shape.table.keys)

  const { Item: item } = input
  const key = item ? keyOf(table.shape, item) : onlyKeyOf(table.shape, input.Key ?? {})

  const brought = item && storedFrom(key, item)
  const follow = (before: EngineItem | undefined): EngineItem | undefined => {
    if (kind === 'ConditionCheck') return before
    if (kind === 'Delete') return undefined
    if (brought) return brought
    const fields: Attributes = { ...(before?.fields ?? keyFields(table, key)) }
    update?.apply(fields, placeholders)
    checkIndexKeys(table.shape, fields, emptyByUpdate)
    return checked(storedFrom(key, fields), 'Item size to update has exceeded the maximum allowed size')
  }
  return {
    key,
    bytesBrought: brought?.bytes ?? 0,
    weigh: () => {
      if (brought)
        checkIndexKeys(table.shape, checked(brought, 'Item size has exceeded the maximum allowed size').fields)
      const before = table.find(key)
      if (condition && !condition.holds(before?.fields ?? {}, placeholders))
        throw conditionFailed(input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? before?.fields : undefined)
      const after = follow(before)
      return { units: unitsOfWrite(table, key, before, after), perform: () => table.replace(key, after) }
    },
    refusedUnits: () => unitsOfRefusal(key, table.find(key)),
  }
}

const keyFields = ({ shape: { table } }: StoredTable, { pk, sk }: ItemKey): Attributes => ({
  [table.partitionKey]: { S: pk },
  [table.sortKey]: { S: sk },
})

const checked = (item: EngineItem, tooLarge: string): EngineItem => {
  if (item.bytes > itemBytesMax) throw invalid(tooLarge)
  return item
}

export const itemBytesMax = 400 * 1024

const isThere = <T>(one: T | undefined): one is T => one !== undefined

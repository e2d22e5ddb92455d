import type { CreateTableCommandInput, KeySchemaElement } from '@aws-sdk/client-dynamodb'
import { must } from '../../../shared/words/must.ts'
import { emptyKey, invalid, unknown } from './refusals.ts'
import { type AttributeKind, type Attributes, kindOf, type Value } from './values.ts'

/** The table, or an index that holds keys only. */
export interface View {
  /** Undefined for the table itself. */
  index?: string
  partitionKey: string
  sortKey: string
  sortKind: 'S' | 'N'
  keys: string[]
}

export interface TableShape {
  table: View
  indexes: View[]
}

export const shapeOf = (input: CreateTableCommandInput): TableShape => {
  const kindOf = (name: string) =>
    input.AttributeDefinitions?.find(({ AttributeName }) => AttributeName === name)?.AttributeType
  const viewOf = (schema: KeySchemaElement[] | undefined, index?: string, tableKeys: string[] = []): View => {
    const [partitionKey, sortKey] = ['HASH', 'RANGE'].map((type) =>
      must(schema?.find(({ KeyType }) => KeyType === type)?.AttributeName, `${type} key`),
    ) as [string, string]
    const sortKind = kindOf(sortKey)
    if (kindOf(partitionKey) !== 'S' || (sortKind !== 'S' && sortKind !== 'N')) throw unknown('keys of such a type')
    return { index, partitionKey, sortKey, sortKind, keys: [...new Set([partitionKey, sortKey, ...tableKeys])] }
  }
  const table = viewOf(input.KeySchema)
  const indexes = (input.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema, Projection }) => {
    if (Projection?.ProjectionType !== 'KEYS_ONLY') throw unknown('an index that carries more than keys')
    return viewOf(KeySchema, IndexName, table.keys)
  })
  return { table, indexes }
}

/** Position of an item in a view. `pk` and `sk` come last and make the position unique. */
export interface ItemPosition {
  partition: string
  sort: string | number
  pk: string
  sk: string
}

export interface ItemKey {
  pk: string
  sk: string
}

export const placeIn = (
  { partitionKey, sortKey }: View,
  fields: Attributes,
  key: ItemKey,
): ItemPosition | undefined => {
  const partition = fields[partitionKey]
  const sort = fields[sortKey]
  if (partition === undefined || sort === undefined) return undefined
  return { partition: String(keyValue(partition)), sort: keyValue(sort), ...key }
}

const keyValue = (value: Value): string | number => {
  if ('S' in value) return value.S
  if ('N' in value) return Number(value.N)
  throw unknown('a key that is neither text nor number')
}

/**
 * Throws on key values that an index cannot hold. DynamoDB's error messages differ between put and
 * update.
 */
export const checkIndexKeys = ({ indexes }: TableShape, fields: Attributes, emptyMessage = emptyInItem): void => {
  for (const { index = '', partitionKey, sortKey, sortKind } of indexes)
    for (const [name, kind] of [[partitionKey, 'S'] as const, [sortKey, sortKind] as const]) {
      const value = fields[name]
      if (value === undefined) continue
      if (!(kind in value)) throw invalid(mismatch(name, kind, kindOf(value), index))
      if ('S' in value && value.S === '') throw invalid(emptyMessage(index, name))
    }
}

const mismatch = (name: string, kind: AttributeKind, actual: AttributeKind, index: string) =>
  `One or more parameter values were invalid: Type mismatch for Index Key ${name} Expected: ${kind} Actual: ${actual} IndexName: ${index}`

const emptyInItem = (index: string, name: string) =>
  `One or more parameter values are not valid. A value specified for a secondary index key is not supported. ${emptyKey} IndexName: ${index}, IndexKey: ${name}`

export const emptyByUpdate = () =>
  `One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value that is not supported. ${emptyKey}`

export const keyOf = ({ table: { partitionKey, sortKey } }: TableShape, fields: Attributes): ItemKey => ({
  pk: keyText(fields, partitionKey),
  sk: keyText(fields, sortKey),
})

const keyText = (fields: Attributes, name: string): string => {
  const value = fields[name]
  if (!value || !('S' in value)) throw unknown(`the key attribute ${name} of another type, or missing`)
  if (value.S === '') throw invalid(`One or more parameter values are not valid. ${emptyKey} Key: ${name}`)
  return value.S
}

export const onlyKeyOf = (shape: TableShape, fields: Attributes): ItemKey => {
  if (Object.keys(fields).length !== 2) throw invalid('The provided key element does not match the schema')
  return keyOf(shape, fields)
}

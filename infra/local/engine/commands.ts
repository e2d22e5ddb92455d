import { type ConsumedCapacity, CreateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { must } from '../../../shared/words/must.ts'
import { type Spend, transactionCapacity, writeCapacity } from './capacity.ts'
import { getItem, getItems } from './gets.ts'
import type { Native } from './marshalling.ts'
import { putItems } from './puts.ts'
import { query, scan } from './queries.ts'
import { tableInUse, tableMissing, unknown } from './refusals.ts'
import { shapeOf } from './shape.ts'
import { type ItemChange, openStoredTable, type StoredTable } from './stored-table.ts'
import { transact } from './transactions.ts'
import type { Attributes } from './values.ts'
import { type Prepared, prepare, type WeighedWrite, type WriteKind } from './writes.ts'

type Answer = (input: never) => object

export interface Codec {
  toFields(native: Native): Attributes
  fromFields(fields: Attributes): Native
}

export interface CommandWatch {
  spend?: Spend
  created?: (input: CreateTableCommand['input']) => void
  replaced?: (table: string, replaced: ItemChange) => void
}

export const answersOf = (codec: Codec, watch: CommandWatch = {}): Map<unknown, Answer> => {
  const engine = engineOf(codec, watch)
  return new Map(commands.map(([command, answerOf]) => [command, answerOf(engine)]))
}

const engineOf = (codec: Codec, watch: CommandWatch) => {
  const { spend = () => {}, created, replaced } = watch
  const tables = new Map<string, StoredTable>()
  const tableOf = (name: string | undefined): StoredTable => {
    const table = tables.get(must(name, 'table name'))
    if (!table) throw tableMissing()
    return table
  }
  const { toFields: toWire, fromFields } = codec
  const toWireIfAny = (native: Native | undefined) => native && toWire(native)

  const prepared = (kind: WriteKind, input: WriteInput) => {
    const { TableName, Item, Key, ExpressionAttributeValues, ...rest } = only(input, writeParts)
    return prepare(kind, tableOf(TableName), {
      ...rest,
      Item: toWireIfAny(Item),
      Key: toWireIfAny(Key),
      ExpressionAttributeValues: toWireIfAny(ExpressionAttributeValues),
    })
  }
  const writeAlone = (kind: WriteKind) => (input: WriteInput) => {
    const write = prepared(kind, input)
    const { units, perform } = weighedOf(write)
    spend('write', units.keys)
    perform()
    return counted(input, writeCapacity(input.TableName, units))
  }
  const weighedOf = (write: Prepared): WeighedWrite => {
    try {
      return write.weigh()
    } catch (cause) {
      spend('write', write.refusedUnits())
      throw cause
    }
  }

  return { tables, tableOf, toWire, toWireIfAny, fromFields, prepared, writeAlone, spend, created, replaced }
}

const commands: readonly (readonly [command: unknown, answerOf: (engine: ReturnType<typeof engineOf>) => Answer])[] = [
  [PutCommand, ({ writeAlone }) => writeAlone('Put')],
  [UpdateCommand, ({ writeAlone }) => writeAlone('Update')],
  [DeleteCommand, ({ writeAlone }) => writeAlone('Delete')],
  [
    TransactWriteCommand,
    ({ prepared, spend }) =>
      (input: TransactWriteCommand['input']) => {
        const { TransactItems = [] } = only(input, transactionParts)
        const writes = TransactItems.flatMap((action) => Object.entries(action) as [WriteKind, WriteInput][])
        const names = new Set(writes.map(([, { TableName }]) => TableName))
        if (names.size > 1) throw unknown('a transaction over several tables')
        const ready = writes.map(([kind, write]) => prepared(kind, write))
        const units = transact(ready, spend)
        return counted(input, [transactionCapacity([...names][0], units)])
      },
  ],
  [
    GetCommand,
    ({ spend, tableOf, toWire, fromFields }) =>
      (input: GetCommand['input']) => {
        const { TableName, Key = {}, ConsistentRead = false } = only(input, getParts)
        const { Item, capacity } = getItem(tableOf(TableName), toWire(Key), ConsistentRead, TableName)
        spend('read', [{ partition: String(Key.pk), units: capacity.CapacityUnits ?? 0 }])
        return { ...(Item && { Item: fromFields(Item) }), ...counted(input, capacity) }
      },
  ],
  [
    BatchGetCommand,
    ({ spend, tableOf, toWire, fromFields }) =>
      (input: BatchGetCommand['input']) => {
        const [batch, another] = Object.entries(only(input, batchParts).RequestItems ?? {})
        if (another) throw unknown('a batch over several tables')
        const [name, request] = must(batch, 'batch')
        const { Keys = [], ConsistentRead = false } = only(request, keysParts)
        const { found, left, capacity } = getItems(tableOf(name), Keys.map(toWire), ConsistentRead, name)
        const each = (capacity.CapacityUnits ?? 0) / Keys.length
        spend(
          'read',
          Keys.map(({ pk }) => ({ partition: String(pk), units: each })),
        )
        return {
          Responses: { [name]: found.map((item) => fromFields(item)) },
          UnprocessedKeys: left.length ? { [name]: { ...request, Keys: left.map((key) => fromFields(key)) } } : {},
          ...counted(input, [capacity]),
        }
      },
  ],
  [
    BatchWriteCommand,
    ({ prepared, spend }) =>
      (input: BatchWriteCommand['input']) => {
        const [batch, another] = Object.entries(only(input, batchParts).RequestItems ?? {})
        if (another) throw unknown('a batch over several tables')
        const [TableName, requests] = must(batch, 'batch')
        const puts = requests.map((request) => {
          const { PutRequest } = only(request, putParts)
          return prepared('Put', { TableName, Item: must(PutRequest, 'put').Item })
        })
        return { UnprocessedItems: {}, ...counted(input, [writeCapacity(TableName, putItems(puts, spend))]) }
      },
  ],
  [
    QueryCommand,
    ({ spend, tableOf, toWireIfAny, fromFields }) =>
      (input: QueryCommand['input']) => {
        const { TableName, ExpressionAttributeValues, ExclusiveStartKey, ...rest } = only(input, queryParts)
        const { Items, LastEvaluatedKey, partition, capacity, ...counts } = query(tableOf(TableName), TableName, {
          ...rest,
          ExpressionAttributeValues: toWireIfAny(ExpressionAttributeValues),
          ExclusiveStartKey: toWireIfAny(ExclusiveStartKey),
        })
        spend('read', [{ index: rest.IndexName, partition, units: capacity.CapacityUnits ?? 0 }])
        return { ...counts, ...pageOf(fromFields, Items, LastEvaluatedKey), ...counted(input, capacity) }
      },
  ],
  [
    ScanCommand,
    ({ tableOf, toWireIfAny, fromFields }) =>
      (input: ScanCommand['input']) => {
        const { TableName, Limit, ExclusiveStartKey } = only(input, scanParts)
        const page = scan(tableOf(TableName), Limit, toWireIfAny(ExclusiveStartKey))
        return {
          Count: page.Items.length,
          ScannedCount: page.Items.length,
          ...pageOf(fromFields, page.Items, page.LastEvaluatedKey),
        }
      },
  ],
  [
    CreateTableCommand,
    ({ tables, created, replaced }) =>
      (input: CreateTableCommand['input']) => {
        const name = must(input.TableName, 'table name')
        if (tables.has(name)) throw tableInUse(name)
        tables.set(
          name,
          openStoredTable(shapeOf(input), (change) => replaced?.(name, change)),
        )
        created?.(input)
        return {}
      },
  ],
]

const pageOf = (fromFields: Codec['fromFields'], items: Attributes[] | undefined, last: Attributes | undefined) => ({
  ...(items && { Items: items.map((item) => fromFields(item)) }),
  ...(last && { LastEvaluatedKey: fromFields(last) }),
})

interface WriteInput {
  TableName: string | undefined
  Item?: Native
  Key?: Native
  UpdateExpression?: string
  ConditionExpression?: string
  ExpressionAttributeNames?: Record<string, string>
  ExpressionAttributeValues?: Native
  ReturnValuesOnConditionCheckFailure?: string
}

const parts = <N extends string>(...names: N[]): ReadonlySet<N | 'ReturnConsumedCapacity'> =>
  new Set([...names, 'ReturnConsumedCapacity'] as const)

const expressionParts = ['TableName', 'ExpressionAttributeNames', 'ExpressionAttributeValues'] as const
const writeParts = parts(
  ...expressionParts,
  'Item',
  'Key',
  'UpdateExpression',
  'ConditionExpression',
  'ReturnValuesOnConditionCheckFailure',
)
const queryParts = parts(
  ...expressionParts,
  'IndexName',
  'KeyConditionExpression',
  'ProjectionExpression',
  'ScanIndexForward',
  'ConsistentRead',
  'Select',
  'Limit',
  'ExclusiveStartKey',
)
const transactionParts = parts('TransactItems')
const getParts = parts('TableName', 'Key', 'ConsistentRead')
const batchParts = parts('RequestItems')
const keysParts = parts('Keys', 'ConsistentRead')
const putParts = parts('PutRequest')
const scanParts = parts('TableName', 'Limit', 'ExclusiveStartKey')

const only = <I extends object, N extends string>(input: I, known: ReadonlySet<N>): Pick<I, keyof I & N> => {
  for (const name in input)
    if (input[name] !== undefined && !known.has(name as string as N)) throw unknown(`the parameter ${name}`)
  return input
}

const counted = <C extends ConsumedCapacity | ConsumedCapacity[]>(input: object, ConsumedCapacity: C) => {
  const wanted = 'ReturnConsumedCapacity' in input ? input.ReturnConsumedCapacity : undefined
  if (wanted === undefined) return {}
  if (wanted !== 'INDEXES') throw unknown(`capacity by ${wanted}`)
  return { ConsumedCapacity }
}

import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type ConsumedCapacity,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandOutput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Clock, Random } from '../words/clock.ts'
import { type StoredKey, type TableIndex, tableShape } from './keys.ts'

export type Item = Record<string, unknown>

/** The type argument is the stored item's type, so callers need no casts. */
export interface Table {
  /** Strongly consistent unless `stale`. */
  get<T = Item>(key: StoredKey, how?: { stale?: boolean }): Promise<T | undefined>
  /**
   * Returns items in the order of the keys, which must be distinct. Reads a hundred keys per round
   * trip, in parallel.
   */
  getMany<T = Item>(keys: StoredKey[]): Promise<(T | undefined)[]>
  /** Unconditional and not atomic. Writes twenty-five items per round trip, in parallel. */
  putMany(items: (Item & StoredKey)[]): Promise<void>
  query<T = Item>(range: Range): Promise<T[]>
  /** Costs as much as reading the items. */
  count(range: Range): Promise<number>
  /**
   * Several writes are one transaction. `once`: returns a conflict instead of retrying. When a
   * condition failed, the result's `before` has the stored items.
   */
  write<T = Item>(writes: Write[], how?: { once?: boolean }): Promise<Written<T>>
}

/** Deletes in place, because copying would take thirty times as long. */
export const without = <T extends object>(stored: T, ...names: string[]): T => {
  for (const name of names) Reflect.deleteProperty(stored, name)
  return stored
}

export const fewMax = 20

export interface Range {
  pk: string
  /** Both ends are inclusive. */
  from?: string | number
  to?: string | number
  index?: TableIndex
  newestFirst?: boolean
  limit?: number
  only?: string[]
  stale?: boolean
}

export interface Condition {
  expression: string
  values?: Record<string, unknown>
}

export type Write =
  | { put: Item & StoredKey; when?: Condition }
  | { update: StoredKey; set?: Item; add?: Record<string, number>; remove?: string[]; when?: Condition }
  | { delete: StoredKey; when?: Condition }
  | { check: StoredKey; when: Condition }

export type Written<T = Item> =
  | { done: true }
  | {
      done: false
      before: (T | undefined)[]
      /** Per write, whether its condition failed. */
      failed: boolean[]
    }

/** Returns a name for a write's item, because a transaction may touch each item only once. */
export const itemOf = (write: Write): string => {
  const { pk, sk } =
    'put' in write ? write.put : 'update' in write ? write.update : 'delete' in write ? write.delete : write.check
  return `${pk}/${sk}`
}

export const isNew: Condition = { expression: 'attribute_not_exists(#pk)' }
export const exists: Condition = { expression: 'attribute_exists(#pk)' }
export const when = (expression: string, values: Record<string, unknown> = {}): Condition => ({ expression, values })

/** DynamoDB's batch limits. */
const batchGetMax = 100
const batchWriteMax = 25
export const transactionWritesMax = 100
const queryPageMax = 1000
/** Keys that fit into a 1 MB page. */
const keysPageMax = 10_000
/**
 * Number of attempts. Together they take five seconds on average, so a hundred writers can change
 * one balance at once.
 */
const conflictAttemptsMax = 30
/** Number of attempts, together about a minute. */
const putAttemptsMax = 20
const putPauseMsMax = 5_000

export interface TableOptions {
  name: string
  client: DynamoDBDocumentClient
  clock: Clock
  random: Random
  meter?: (command: string, consumed: ConsumedCapacity[]) => void
}

export const documentClient = (config: DynamoDBClientConfig): DynamoDBDocumentClient => {
  const client = new DynamoDBClient(config)
  client.middlewareStack.remove('loggerMiddleware')
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

interface Sender extends Pick<TableOptions, 'name' | 'client'> {
  counting: { ReturnConsumedCapacity?: 'INDEXES' }
  count: (command: string, consumed: ConsumedCapacity | ConsumedCapacity[] | undefined) => void
}
type Pauses = Pick<TableOptions, 'clock' | 'random'>

export const openTable = ({ name, client, clock, random, meter }: TableOptions): Table => {
  const counting = meter ? ({ ReturnConsumedCapacity: 'INDEXES' } as const) : {}
  const count = (command: string, consumed: ConsumedCapacity | ConsumedCapacity[] | undefined) =>
    meter?.(command, consumed === undefined ? [] : [consumed].flat())

  const sender: Sender = { name, client, counting, count }

  return {
    get: async <T>(key: StoredKey, { stale = false } = {}) => {
      const answer = await client.send(
        new GetCommand({ TableName: name, Key: key, ConsistentRead: !stale, ...counting }),
      )
      count('GetItem', answer.ConsumedCapacity)
      return answer.Item as T | undefined
    },

    getMany: async <T>(keys: StoredKey[]) =>
      (await Promise.all(inBatches(keys, batchGetMax).map((batch) => getBatch<T>(sender, batch)))).flat(),

    putMany: async (items) => {
      await Promise.all(inBatches(items, batchWriteMax).map((batch) => putBatch(sender, { clock, random }, batch)))
    },

    query: async <T>(range: Range) => {
      if (isEmpty(range)) return []
      const items: Item[] = []
      for (let start: Item | undefined | null = null; start !== undefined && items.length < limitOf(range); ) {
        const Limit = Math.min(range.only ? keysPageMax : queryPageMax, limitOf(range) - items.length)
        const answer: QueryCommandOutput = await client.send(
          new QueryCommand({ ...queryOf(name, range), Limit, ExclusiveStartKey: start ?? undefined, ...counting }),
        )
        count('Query', answer.ConsumedCapacity)
        items.push(...(answer.Items ?? []))
        start = answer.LastEvaluatedKey
      }
      return items as T[]
    },

    count: async (range) => {
      if (isEmpty(range)) return 0
      let total = 0
      for (let start: Item | undefined | null = null; start !== undefined && total < limitOf(range); ) {
        const Limit = Math.min(keysPageMax, limitOf(range) - total)
        const page = { Select: 'COUNT' as const, Limit, ExclusiveStartKey: start ?? undefined }
        const answer: QueryCommandOutput = await client.send(
          new QueryCommand({ ...queryOf(name, range), ...page, ...counting }),
        )
        count('Query', answer.ConsumedCapacity)
        total += answer.Count ?? 0
        start = answer.LastEvaluatedKey
      }
      return total
    },

    write: async <T>(writes: Write[], { once = false } = {}) => {
      for (let attemptNumber = 1; ; attemptNumber++) {
        try {
          await attempt(sender, writes)
          return { done: true }
        } catch (cause) {
          const refused = refusal(cause, writes.length)
          if (refused) return refused as Written<T>
          if (once && isConflict(cause)) return { done: false, before: [], failed: [] }
          if (!isConflict(cause) || attemptNumber === conflictAttemptsMax) throw cause
          await clock.sleep(random.number() * Math.min(400, 10 * 2 ** attemptNumber))
        }
      }
    },
  }
}

const attempt = async (sender: Sender, writes: Write[]): Promise<void> => {
  const { name, client, counting, count } = sender
  const [only] = writes
  if (only && writes.length === 1 && !('check' in only)) return single(sender, only)
  const answer = await client.send(
    new TransactWriteCommand({ TransactItems: writes.map((write) => transactItem(name, write)), ...counting }),
  )
  count('TransactWriteItems', answer.ConsumedCapacity)
}

const single = async (
  { name, client, counting, count }: Sender,
  write: Exclude<Write, { check: StoredKey }>,
): Promise<void> => {
  const shared = { TableName: name, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const, ...counting }
  if ('put' in write) {
    const answer = await client.send(new PutCommand({ ...shared, Item: write.put, ...conditionOf(write.when) }))
    return count('PutItem', answer.ConsumedCapacity)
  }
  if ('delete' in write) {
    const answer = await client.send(new DeleteCommand({ ...shared, Key: write.delete, ...conditionOf(write.when) }))
    return count('DeleteItem', answer.ConsumedCapacity)
  }
  const answer = await client.send(new UpdateCommand({ ...shared, Key: write.update, ...updateOf(write) }))
  count('UpdateItem', answer.ConsumedCapacity)
}

const getBatch = async <T>({ name, client, counting, count }: Sender, keys: StoredKey[]) => {
  const items: Item[] = []
  let wanted: Record<string, unknown>[] = keys.map((key) => ({ ...key }))
  while (wanted.length) {
    const answer = await client.send(
      new BatchGetCommand({ RequestItems: { [name]: { Keys: wanted, ConsistentRead: true } }, ...counting }),
    )
    count('BatchGetItem', answer.ConsumedCapacity)
    items.push(...(answer.Responses?.[name] ?? []))
    wanted = answer.UnprocessedKeys?.[name]?.Keys ?? []
  }
  return keys.map((key) => items.find((item) => item.pk === key.pk && item.sk === key.sk) as T | undefined)
}

const putBatch = async ({ name, client, counting, count }: Sender, { clock, random }: Pauses, items: Item[]) => {
  let wanted = items.map((Item) => ({ PutRequest: { Item } }))
  for (let attemptNumber = 1; ; attemptNumber++) {
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [name]: wanted }, ...counting }))
    count('BatchWriteItem', answer.ConsumedCapacity)
    wanted = (answer.UnprocessedItems?.[name] ?? []) as typeof wanted
    if (wanted.length === 0) return
    if (attemptNumber === putAttemptsMax) throw new Error(`DynamoDB left ${wanted.length} items of a batch unwritten`)
    await clock.sleep(random.number() * Math.min(putPauseMsMax, 50 * 2 ** attemptNumber))
  }
}

const inBatches = <T>(things: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(things.length / size) }, (_, index) => things.slice(index * size, (index + 1) * size))

/** True for reversed bounds, which DynamoDB rejects. */
const isEmpty = ({ from, to }: Range): boolean => from !== undefined && to !== undefined && from > to

const limitOf = ({ limit = Number.POSITIVE_INFINITY }: Range) => limit

const queryOf = (name: string, { pk, from, to, index, newestFirst = false, only, stale = false }: Range) => {
  const { partitionKey, sortKey } = index ?? tableShape
  const names: Record<string, string> = { '#partition': partitionKey }
  if (from !== undefined || to !== undefined) names['#sort'] = sortKey
  for (const attribute of only ?? []) names[`#${attribute}`] = attribute
  return {
    TableName: name,
    IndexName: index?.name,
    KeyConditionExpression: `#partition = :pk${boundsOf(from, to)}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: definedOnly({ ':pk': pk, ':from': from, ':to': to }),
    ProjectionExpression: only?.map((attribute) => `#${attribute}`).join(', '),
    ScanIndexForward: !newestFirst,
    ConsistentRead: index === undefined && !stale,
  }
}

const boundsOf = (from: string | number | undefined, to: string | number | undefined): string => {
  if (from !== undefined && to !== undefined) return ' AND #sort BETWEEN :from AND :to'
  if (from !== undefined) return ' AND #sort >= :from'
  return to === undefined ? '' : ' AND #sort <= :to'
}

const refusal = (cause: unknown, count: number): Written | undefined => {
  if (cause instanceof ConditionalCheckFailedException)
    return { done: false, before: [unmarshalled(cause.Item)], failed: [true] }
  if (!(cause instanceof TransactionCanceledException)) return undefined
  const reasons = cause.CancellationReasons ?? []
  const failed = Array.from({ length: count }, (_, index) => reasons[index]?.Code === 'ConditionalCheckFailed')
  if (!failed.includes(true)) return undefined
  return { done: false, before: failed.map((_, index) => unmarshalled(reasons[index]?.Item)), failed }
}

/** True for a conflict with another writer. */
const isConflict = (cause: unknown): boolean => {
  if (!(cause instanceof TransactionCanceledException))
    return cause instanceof Error && cause.name === 'TransactionConflictException'
  return (cause.CancellationReasons ?? []).some(
    ({ Code }) =>
      Code === 'TransactionConflict' || Code === 'ThrottlingError' || Code === 'ProvisionedThroughputExceeded',
  )
}

const unmarshalled = (item: Record<string, AttributeValue> | undefined): Item | undefined => item && unmarshall(item)

const transactItem = (TableName: string, write: Write) => {
  const shared = { TableName, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }
  if ('put' in write) return { Put: { ...shared, Item: write.put, ...conditionOf(write.when) } }
  if ('delete' in write) return { Delete: { ...shared, Key: write.delete, ...conditionOf(write.when) } }
  if ('check' in write) return { ConditionCheck: { ...shared, Key: write.check, ...checkOf(write.when) } }
  return { Update: { ...shared, Key: write.update, ...updateOf(write) } }
}

const checkOf = (condition: Condition) => ({
  ConditionExpression: condition.expression,
  ExpressionAttributeNames: namesIn(condition.expression),
  ExpressionAttributeValues: valuesOf(condition),
})

const conditionOf = (condition: Condition | undefined) => (condition ? checkOf(condition) : {})

const updateOf = (write: Extract<Write, { update: StoredKey }>) => {
  const set = Object.entries(write.set ?? {}).filter(([, value]) => value !== undefined)
  const add = Object.entries(write.add ?? {})
  const clauses = [
    set.length && `SET ${set.map(([name]) => `#${name} = :set_${name}`).join(', ')}`,
    add.length && `ADD ${add.map(([name]) => `#${name} :add_${name}`).join(', ')}`,
    write.remove?.length && `REMOVE ${write.remove.map((name) => `#${name}`).join(', ')}`,
  ].filter(Boolean)
  const expression = clauses.join(' ')
  const values = {
    ...Object.fromEntries(set.map(([name, value]) => [`:set_${name}`, value])),
    ...Object.fromEntries(add.map(([name, value]) => [`:add_${name}`, value])),
    ...valuesOf(write.when),
  }
  return {
    UpdateExpression: expression,
    ConditionExpression: write.when?.expression,
    ExpressionAttributeNames: namesIn(`${expression} ${write.when?.expression ?? ''}`),
    ExpressionAttributeValues: Object.keys(values).length ? values : undefined,
  }
}

const namesIn = (expression: string): Record<string, string> =>
  Object.fromEntries([...expression.matchAll(/#(\w+)/g)].map(([placeholder, name = '']) => [placeholder, name]))

const valuesOf = (condition: Condition | undefined): Record<string, unknown> | undefined => {
  const entries = Object.entries(condition?.values ?? {})
  return entries.length ? Object.fromEntries(entries.map(([name, value]) => [`:${name}`, value])) : undefined
}

const definedOnly = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

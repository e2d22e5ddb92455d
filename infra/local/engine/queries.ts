import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import { must } from '../../../shared/words/must.ts'
import { projectedBytes, readCapacity, readUnits } from './capacity.ts'
import { readKeyCondition, type SortBounds } from './key-conditions.ts'
import type { EngineItem } from './partitions.ts'
import { comparePlaces, compareSorts, countBefore, type ViewEntry } from './partitions.ts'
import { checkPlaceholders, placeholdersOf, type WithPlaceholders } from './placeholders.ts'
import { invalid, unknown } from './refusals.ts'
import { type ItemPosition, keyOf, onlyKeyOf, placeIn, type View } from './shape.ts'
import type { StoredTable } from './stored-table.ts'
import { readOnce, tokensOf } from './tokens.ts'
import type { Attributes, Value } from './values.ts'

export interface QueryInput extends WithPlaceholders {
  IndexName?: string
  KeyConditionExpression?: string
  ProjectionExpression?: string
  ScanIndexForward?: boolean
  ConsistentRead?: boolean
  Select?: string
  Limit?: number
  ExclusiveStartKey?: Attributes
}

export interface QueryPage {
  Items?: Attributes[]
  Count: number
  ScannedCount: number
  LastEvaluatedKey?: Attributes
  partition: string
  capacity: ConsumedCapacity
}

export const query = (table: StoredTable, name: string | undefined, input: QueryInput): QueryPage => {
  const { IndexName, ConsistentRead = false, ScanIndexForward = true, Select, Limit, ExclusiveStartKey } = input
  if (Select !== undefined && Select !== 'COUNT') throw unknown(`the choice of ${Select}`)
  if (IndexName !== undefined && ConsistentRead)
    throw invalid('Consistent reads are not supported on global secondary indexes')
  const view = viewOf(table, IndexName)
  const placeholders = placeholdersOf(input)
  const condition = readKeyCondition(must(input.KeyConditionExpression, 'key condition'))
  const projection = input.ProjectionExpression === undefined ? undefined : readProjection(input.ProjectionExpression)
  checkPlaceholders(placeholders, projection ? [condition, projection] : [condition])

  const { partition, bounds } = condition.rangeOf(view, placeholders)
  const range = within(table.partitionsOf(view).entriesOf(partition), bounds)
  const start = ExclusiveStartKey && startOf(table, view, ExclusiveStartKey)
  const rest = ScanIndexForward ? after(range, start) : before(range, start).toReversed()
  const { items, bytes, last } = readPage(view, rest, Limit)
  return {
    Items:
      Select === 'COUNT' ? undefined : items.map((item) => carried(view, item, projection?.of(placeholders.names))),
    Count: items.length,
    ScannedCount: items.length,
    LastEvaluatedKey: last && pick(last.fields, view.keys),
    partition,
    capacity: readCapacity(name, readUnits(bytes, ConsistentRead), IndexName),
  }
}

export const scan = (table: StoredTable, limit: number | undefined, start: Attributes | undefined) => {
  const view = table.shape.table
  const entries = [...table.partitionsOf(view).all()].flat()
  const key = start && onlyKeyOf(table.shape, start)
  const from = key ? entries.findIndex(({ place }) => place.pk === key.pk && place.sk === key.sk) + 1 : 0
  const { items, last } = readPage(view, entries.slice(from), limit)
  return { Items: items.map(({ fields }) => fields), LastEvaluatedKey: last && pick(last.fields, view.keys) }
}

const viewOf = ({ shape }: StoredTable, index: string | undefined): View => {
  const view = index === undefined ? shape.table : shape.indexes.find((one) => one.index === index)
  if (!view) throw invalid(`The table does not have the specified index: ${index}`)
  return view
}

const within = (entries: readonly ViewEntry[], { from, to }: SortBounds): readonly ViewEntry[] => {
  const start = from === undefined ? 0 : countBefore(entries, ({ sort }) => compareSorts(sort, from) < 0)
  const end = to === undefined ? entries.length : countBefore(entries, ({ sort }) => compareSorts(sort, to) <= 0)
  return entries.slice(start, end)
}

const startOf = (table: StoredTable, view: View, fields: Attributes): ItemPosition => {
  const place = placeIn(view, fields, keyOf(table.shape, fields))
  if (!place || Object.keys(fields).length !== view.keys.length) throw invalid('The provided starting key is invalid')
  return place
}

const after = (entries: readonly ViewEntry[], start: ItemPosition | undefined): readonly ViewEntry[] =>
  start ? entries.slice(countBefore(entries, (place) => comparePlaces(place, start) <= 0)) : entries

const before = (entries: readonly ViewEntry[], start: ItemPosition | undefined): readonly ViewEntry[] =>
  start
    ? entries.slice(
        0,
        countBefore(entries, (place) => comparePlaces(place, start) < 0),
      )
    : entries

/**
 * Reads at most `limit` items and 1 MB. A full page returns its last item as the start of the next
 * page, even if no item follows.
 */
const readPage = (view: View, entries: readonly ViewEntry[], limit = Number.POSITIVE_INFINITY) => {
  const items: EngineItem[] = []
  let bytes = 0
  for (const { item } of entries) {
    const more = projectedBytes(view, item)
    if (items.length > 0 && bytes + more > pageBytesMax) return { items, bytes, last: items.at(-1) }
    items.push(item)
    bytes += more
    if (items.length === limit) return { items, bytes, last: item }
  }
  return { items, bytes, last: undefined }
}

const pageBytesMax = 1024 * 1024

const carried = ({ index, keys }: View, { fields }: EngineItem, wanted: string[] | undefined): Attributes => {
  const all = index === undefined ? fields : pick(fields, keys)
  return wanted ? pick(all, wanted) : all
}

const pick = (fields: Attributes, names: string[]): Attributes => {
  const picked: Attributes = {}
  for (const name of names) if (name in fields) picked[name] = fields[name] as Value
  return picked
}

const readProjection = readOnce((text: string) => {
  const tokens = tokensOf(text)
  const placeholders: string[] = []
  do placeholders.push(tokens.name())
  while (tokens.takes(','))
  if (tokens.peek() !== undefined) throw unknown(`the projection ${text}`)
  const of = (names: Record<string, string>) => placeholders.map((name) => names[name] as string)
  return { names: tokens.names, values: tokens.values, of }
})

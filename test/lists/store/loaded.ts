import { randomUUID } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { createTable } from '../../../infra/local/create-table.ts'
import { rebuild } from '../../../shared/lists/plan/rebuild.ts'
import { heads } from '../../../shared/lists/store/head.ts'
import {
  type HistoryList,
  type HistoryParts,
  type HistoryRow,
  limitsOf,
} from '../../../shared/lists/store/history-list.ts'
import { openNodes, writeNode } from '../../../shared/lists/store/nodes.ts'
import { historyKeys, type StoredKey, userKey } from '../../../shared/table/keys.ts'
import { documentClient, type Item, openTable } from '../../../shared/table/table.ts'
import { seededRandom } from '../../world.ts'

export const now = Date.UTC(2026, 6, 1, 12)
export const user = 12
export const perPage = 15
/** Number of newest rows that are not compacted yet. */
export const tailRows = 60

const clientOf = (endpoint: string): DynamoDBDocumentClient =>
  documentClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })

/** Opens a table that counts consumed units: the existing table `known`, or a new one. */
export const openMetered = async (engine: string | DynamoDBDocumentClient, known?: string) => {
  const client = typeof engine === 'string' ? clientOf(engine) : engine
  const name = known ?? `test-${randomUUID()}`
  if (!known) await createTable(client, name)
  const clock = { now: () => now, sleep: async () => {} }
  const random = seededRandom(name)
  const units = { read: 0, written: 0 }
  const table = openTable({
    name,
    client,
    clock,
    random,
    meter: (command, consumed) => {
      const sum = consumed.reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0)
      if (/Get|Query/.test(command)) units.read += sum
      else units.written += sum
    },
  })
  return { name, parts: { table, clock, random }, units }
}
export type Metered = Awaited<ReturnType<typeof openMetered>>

export const inParts = async <T>(things: readonly T[], act: (thing: T) => Promise<unknown>) => {
  for (let start = 0; start < things.length; start += 50)
    await Promise.all(things.slice(start, start + 50).map((thing) => act(thing)))
}

/** Loads a list of `size` rows. The table stores only records that the tested pages read. */
export const loadRows = async <T>(
  metered: Metered,
  list: HistoryList<T>,
  size: number,
  rowAt: (place: number) => HistoryRow,
  store: (place: number) => Promise<unknown>,
) => {
  const { table } = metered.parts
  const places = Array.from({ length: size }, (_, index) => index)
  const firstUncompacted = size - tailRows
  const nodes = await compact(metered.parts, list, user, places.slice(0, firstUncompacted).map(rowAt))
  await inParts(nodes, (node) => table.putMany([node]))
  const stored = new Set<number>()
  const keep = async (some: readonly number[]) => {
    const fresh = some.filter((place) => !stored.has(place))
    for (const place of fresh) stored.add(place)
    await inParts(fresh, store)
  }
  await keep(places.slice(firstUncompacted))
  return {
    ...metered,
    keep,
    places,
    idOf: (place: number): number => rowAt(place).id,
    compactedOf: (some: readonly number[]): number => some.filter((place) => place < firstUncompacted).length,
  }
}

export type Loaded = Awaited<ReturnType<typeof loadRows>>

const compact = async <T>(
  parts: HistoryParts,
  list: HistoryList<T>,
  user_id: number,
  rows: readonly HistoryRow[],
): Promise<(Item & StoredKey)[]> => {
  const keys = historyKeys(list.noun)
  const newKey = numbered()
  const nodes = openNodes(parts.table, list, undefined, user_id)
  const built = rebuild({ segments: [], rows, changes: [], sizes: limitsOf({}), newKey, ...nodes })
  if ('need' in built) throw new Error('A new history needs nothing')
  const sealed_until = (rows.at(-1)?.id ?? 0) + 1
  const before = await heads(parts.table, list).read(user_id)
  await parts.table.write([{ put: { ...userKey(user_id), id: user_id } }])
  const head = {
    ...before,
    version: 2,
    flipped: 2,
    sealed_until,
    fence: sealed_until,
    segments: built.segments,
  }
  await heads(parts.table, list).replace(user_id, before, head)
  return built.nodes.map((node) => ({ ...keys.node(user_id, node.key), ...writeNode(node) }))
}

const numbered = () => {
  let number = 0
  return (letter: string) => `${'1'.padStart(16, '0')}#${number++}#${letter}`
}

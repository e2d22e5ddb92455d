import { randomUUID } from 'node:crypto'
import { createTable } from '../../../infra/local/create-table.ts'
import { callHistory, kindOfCall } from '../../../shared/data/call-history.ts'
import type { CallFilter } from '../../../shared/data/call-pages.ts'
import { heads } from '../../../shared/data/history/head.ts'
import type { HistoryList, HistoryParts, HistoryRow } from '../../../shared/data/history/history-list.ts'
import { openNodes, writeNode } from '../../../shared/data/history/nodes.ts'
import { callDetailKey, callKey, callNumberKey, historyKeys, type Key, userKey } from '../../../shared/data/keys.ts'
import { documentClient, type Item, openTable } from '../../../shared/data/table.ts'
import type { Call } from '../../../shared/domain/calls/call.ts'
import { writeKind } from '../../../shared/domain/history/columns.ts'
import { rebuild } from '../../../shared/domain/history/rebuild.ts'
import { firstIdAt } from '../../../shared/domain/id.ts'
import { seededRandom } from '../../world.ts'
import { sampleCalls } from './sample-calls.ts'

/** The moment at which histories are looked at. */
export const now = Date.UTC(2026, 6, 1, 12)
export const user = 12
export const perPage = 15
/** Calls that are not sealed yet. */
export const tailRows = 60

/** A table of its own, and the units that it consumed. */
export const openMetered = async (endpoint: string) => {
  const access = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
  const client = documentClient({ endpoint, ...access })
  const name = `test-${randomUUID()}`
  await createTable(client, name)
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
  return { parts: { table, clock, random }, units }
}

/** Some at a time. */
export const inParts = async <T>(things: readonly T[], act: (thing: T) => Promise<unknown>) => {
  for (let start = 0; start < things.length; start += 50)
    await Promise.all(things.slice(start, start + 50).map((thing) => act(thing)))
}

/** A history of so many calls. Only those calls themselves are stored that are not sealed, and those that `keep` is asked for. */
export const loadCalls = async (endpoint: string, size: number) => {
  const opened = await openMetered(endpoint)
  const { table } = opened.parts
  const sample = sampleCalls(size, now, user)
  const places = sample.ids.map((_, place) => place)
  const rows = places.slice(0, -tailRows).flatMap((place) => callHistory.rowOf(sample.callAt(place), now) ?? [])
  const items = await seal(opened.parts, callHistory, user, rows)
  await inParts(items, (item) => table.write([{ put: item }]))
  const store = async (call: Call) => {
    const { id, client_phone_number } = call
    await table.write([
      { put: { ...callKey(user, id), ...call } },
      { put: { ...callDetailKey(user, id), transcript: '"Hello."', expires_at_seconds: 1 } },
      { put: { ...callNumberKey(user, client_phone_number, id), kind: writeKind(kindOfCall(call)) } },
    ])
  }
  const stored = new Set<number>()
  const keep = async (some: number[]) => {
    const fresh = some.filter((place) => !stored.has(place))
    for (const place of fresh) stored.add(place)
    await inParts(fresh, (place) => store(sample.callAt(place)))
  }
  await keep(places.slice(-tailRows))
  return {
    ...opened,
    items,
    keep,
    sample,
    /** The places of the calls that match, newest first. */
    matching: ({ from_id = 0, until_id = Number.POSITIVE_INFINITY, ...wanted }: CallFilter): number[] =>
      places
        .filter((place) => {
          const { id, ...call } = sample.callAt(place)
          const asked = Object.entries(wanted).every(([name, value]) => Reflect.get(call, name) === value)
          return asked && id >= from_id && id < until_id
        })
        .toReversed(),
  }
}
export type LoadedCalls = Awaited<ReturnType<typeof loadCalls>>

/** Pages of every sort: what they ask for, and how many rows they pass over. */
export const pagesOf = (size: number): [string, (sample: LoadedCalls['sample']) => CallFilter, number][] => {
  const dayMs = 86_400_000
  const week = { from_id: firstIdAt(now - 40 * dayMs), until_id: firstIdAt(now - 33 * dayMs) }
  return [
    ['at the beginning', () => ({}), 0],
    ['in the middle', () => ({}), Math.floor(size / 2)],
    ['at the end', () => ({}), size - perPage],
    ['by status', () => ({ status: 'no-answer' }), 0],
    ['by status, deep', () => ({ status: 'busy' }), Math.floor(size / 20)],
    [
      'by everything',
      ({ assistants, campaigns }) => ({
        status: 'busy',
        type: 'outbound',
        assistant_id: assistants[3],
        campaign_id: campaigns[3],
      }),
      0,
    ],
    ['of a week', () => week, 0],
    ['of a week, by status', () => ({ status: 'busy', ...week }), 0],
    ['of nothing', () => ({ type: 'inbound', campaign_id: 1 }), 0],
    ['by number', ({ callAt }) => ({ client_phone_number: callAt(Math.floor(size / 3)).client_phone_number }), 0],
  ]
}

/** What a sealer makes of these rows, in as few steps as it takes: all that a page reads of a long history. */
export const seal = async <T>(
  parts: HistoryParts,
  list: HistoryList<T>,
  user_id: number,
  rows: readonly HistoryRow[],
): Promise<(Item & Key)[]> => {
  const keys = historyKeys(list.noun)
  const sizes = { leafRows: 4096, volumeRows: 65_536, volumeKinds: 4096 }
  const newKey = numbered()
  const nodes = openNodes(parts.table, list, undefined, user_id)
  const built = rebuild({ volumes: [], rows, changes: [], sizes, newKey, ...nodes })
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
    volumes: built.volumes,
  }
  await heads(parts.table, list).replace(user_id, before, head)
  return built.nodes.map((node) => ({ ...keys.node(user_id, node.key), ...writeNode(node) }))
}

const numbered = () => {
  let number = 0
  return (letter: string) => `${'1'.padStart(16, '0')}#${number++}#${letter}`
}

import { callHistory } from '../../shared/data/calls/call-history.ts'
import { leadHistory } from '../../shared/data/leads/lead-history.ts'
import { historyCompactor } from '../../shared/lists/store/compactor.ts'
import type { HistoryList } from '../../shared/lists/store/history-list.ts'
import { callKey, leadKey, type StoredKey, userKey } from '../../shared/table/keys.ts'
import type { Item } from '../../shared/table/table.ts'
import { inParts, now, openMetered, user } from '../lists/store/loaded.ts'
import { leadAt } from '../lists/store/loaded-leads.ts'
import { sampleCalls } from '../lists/store/sample-calls.ts'
import { tripsOver } from '../lists/store/trips.ts'
import type { BenchRow, Measure } from './measure.ts'

const rowsUsual = 32_768
const rowsMany = 131_072
const million = 1_000_000
/**
 * Assumed milliseconds of a round trip to DynamoDB, and of the pause between two runs of the
 * compactor.
 */
const tripMs = 10
const nextRunMs = 100
const minutesMax = 30

/**
 * Compacts lists that were never compacted. Units, round trips and processor time are measured. The
 * time for a million rows in a Lambda function with one processor (1,769 MB) is computed.
 */
export const compaction: Measure = {
  topic: 'history',
  title: `A history compacted from nothing; below each, what that makes for a million with ${tripMs} ms a trip`,
  run: async ({ dynamodb, rows = 0 }) => {
    const size = rows >= million ? rowsMany : rowsUsual
    const calls = sampleCalls(size, now, user)
    return [
      ...(await compacted(dynamodb, 'calls', callHistory, size, (place) => {
        const call = calls.callAt(place)
        return { ...callKey(user, call.id), ...call }
      })),
      ...(await compacted(dynamodb, 'leads', leadHistory, size, (place) => {
        const lead = leadAt(place, size)
        return { ...leadKey(user, lead.id), ...lead, variables: '{}', contacts: [] }
      })),
    ]
  },
}

const compacted = async <T>(
  dynamodb: string,
  name: string,
  list: HistoryList<T>,
  size: number,
  recordAt: (place: number) => Item & StoredKey,
): Promise<BenchRow[]> => {
  const { parts, units } = await openMetered(dynamodb)
  const { table } = parts
  await table.write([{ put: { ...userKey(user), id: user } }])
  const places = Array.from({ length: Math.ceil(size / 100) }, (_, index) => index * 100)
  await inParts(places, (first) =>
    table.putMany(Array.from({ length: Math.min(100, size - first) }, (_, index) => recordAt(first + index))),
  )

  let pausedMs = 0
  const sleep = async (ms: number) => {
    pausedMs += ms
  }
  const figures = { runs: 0, trips: 0 }
  const before = { cpu: process.cpuUsage(), at: performance.now() }
  units.read = 0
  units.written = 0
  for (let more = true; more; figures.runs++) {
    const trips = tripsOver(table)
    const own = { ...parts, table: trips.table, clock: { now: () => now, sleep } }
    const limits = { settleMs: 0 }
    const run = await historyCompactor(
      { ...own, historyLimits: limits },
      { ...list, readListed: undefined, settleMs: 0 },
    ).compact(user)
    more = run?.more ?? false
    figures.trips += trips.inSequence()
  }
  const { user: own, system } = process.cpuUsage(before.cpu)
  const cpuSeconds = (own + system) / 1e6
  const times = million / size
  const minutes = ((figures.trips * tripMs + figures.runs * nextRunMs + pausedMs + cpuSeconds * 1000) * times) / 60_000
  const row = (rows: number, factor: number): BenchRow => ({
    list: name,
    rows,
    runs: Math.ceil(figures.runs * factor),
    'trips in sequence': Math.ceil(figures.trips * factor),
    'CPU seconds': cpuSeconds * factor,
    'seconds of pauses': (pausedMs / 1000) * factor,
    'read units': Math.round(units.read * factor),
    'write units': Math.round(units.written * factor),
    'write units each': { value: units.written / size, budget: 2 },
    'minutes here, engine beside': factor === 1 ? (performance.now() - before.at) / 60_000 : undefined,
    'minutes on AWS': factor === 1 ? undefined : { value: minutes, budget: minutesMax },
  })
  return [row(size, 1), row(million, times)]
}

import { deepStrictEqual } from 'node:assert/strict'
import { callTallies, type TallyAsk } from '../../shared/data/calls/call-tallies.ts'
import { tallyHeads } from '../../shared/data/calls/tally-items.ts'
import { addFacts, addSums, type GroupSums, matchesFilter, noSums } from '../../shared/domain/calls/analytics.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import { type CallFacts, callFactsOf, firstIdOfQuarter, quarterAt } from '../../shared/domain/calls/call-facts.ts'
import { writeLatencies } from '../../shared/domain/calls/latency.ts'
import { callKey, userKey } from '../../shared/table/keys.ts'
import type { Range, Table } from '../../shared/table/table.ts'
import { firstIdAt } from '../../shared/words/id.ts'
import { must } from '../../shared/words/must.ts'
import { inParts, now, openMetered, tailRows, user } from '../lists/store/loaded.ts'
import { quickRandom } from '../lists/store/processes.ts'
import { sampleCalls } from '../lists/store/sample-calls.ts'
import { type BenchRow, type Measure, median } from './measure.ts'
import { howToInstall, type Postgres, startPostgres } from './postgres.ts'
import { analyticsSql, sameFacts } from './same-rows.ts'

const sizes = [10_000, 100_000]
const unitsMax = 60
const runs = 7
const quietMs = 11 * 60_000
/**
 * 833 calls that are not compacted yet: 25 minutes of 2,000 calls an hour. `unitsMax`: read units
 * allowed in addition.
 */
const busyTail = { calls: 833, unitsMax: 215 }

/**
 * Measures analytics over half a year of calls, and compares each answer with sums over these
 * calls. Only calls that are not compacted are stored in the table: 60, later 833.
 */
export const analytics: Measure = {
  topic: 'analytics',
  title: 'Analytics over all calls: read units, ms, and the same question to PostgreSQL',
  run: async ({ dynamodb, rows }) => {
    const postgres = await startPostgres()
    if (!postgres) console.log(`${howToInstall}\n`)
    const figures: BenchRow[] = []
    for (const size of rows ? [...sizes, rows] : sizes) {
      const loaded = await loadTallies(dynamodb, size)
      await postgres?.run(sameFacts(size, Math.floor(now / 1000)))
      figures.push(...(await measure(loaded, { calls: size, tail: tailRows, unitsMax }, postgres)))
      await postgres?.run('drop table bench_facts;')
      await loaded.addToTail(busyTail.calls - tailRows)
      const busy = { calls: size, tail: busyTail.calls, unitsMax: unitsMax + busyTail.unitsMax }
      figures.push(...(await measure(loaded, busy)))
    }
    await postgres?.close()
    return figures
  },
}

type Loaded = Awaited<ReturnType<typeof loadTallies>>

const measure = async (
  { parts, units, facts }: Loaded,
  { unitsMax, ...size }: { calls: number; tail: number; unitsMax: number },
  postgres?: Postgres,
): Promise<BenchRow[]> => {
  const figures: BenchRow[] = []
  for (const { name, sql, ...ask } of asks(facts)) {
    const expected = sumOf(facts, ask)
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      units.read = 0
      const began = performance.now()
      const cells = await callTallies(parts).read(user, ask)
      times.push(performance.now() - began)
      if (cells === 'too_many') throw new Error(`${name}: too many calls`)
      const total = noSums()
      for (const sums of cells.values()) addSums(total, sums)
      deepStrictEqual(shown(total, ask), shown(expected, ask))
    }
    const timed = await postgres?.run(`\\timing on\n${`${sql};\n`.repeat(3)}`)
    const [, , other] = [...(timed ?? '').matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms))
    figures.push({
      ...size,
      question: name,
      'read units': { value: units.read, budget: unitsMax },
      ms: median(times),
      'PostgreSQL ms': other,
    })
  }
  return figures
}

const loadTallies = async (dynamodb: string, size: number) => {
  const { parts, units } = await openMetered(dynamodb)
  const { ids, callAt } = sampleCalls(size, now, user)
  const call = (place: number): Call => evaluated(callAt(place), place)
  await parts.table.write([{ put: { ...userKey(user), id: user } }])
  const table = withCalls(parts.table, ids, call)
  for (let more = true; more; ) more = (await callTallies({ ...parts, table }).fold(user))?.more ?? false
  const { pages_until } = await tallyHeads(parts.table).read(user)
  const places = ids.map((_, index) => index)
  const paged = places.slice(0, lowerBound(ids, firstIdOfQuarter(pages_until)))
  const tail = places.slice(paged.length).slice(-tailRows)
  await inParts(tail, (place) => parts.table.putMany([{ ...callKey(user, ids[place] ?? 0), ...call(place) }]))
  const later = { ...parts, clock: { ...parts.clock, now: () => now + quietMs } }
  const facts = [...paged, ...tail].flatMap((place) => callFactsOf(call(place)) ?? [])
  const addToTail = async (calls: number) => {
    const first = firstIdOfQuarter(pages_until)
    const spread = (firstIdAt(now + quietMs) - first) / calls
    const added = Array.from({ length: calls }, (_, at) => ({
      ...call(at),
      id: Math.floor(first + (at + 0.5) * spread),
    }))
    await inParts(added, (each) => parts.table.putMany([{ ...callKey(user, each.id), ...each }]))
    facts.push(...added.flatMap((each) => callFactsOf(each) ?? []))
  }
  return { parts: later, units, facts, addToTail }
}

const withCalls = (table: Table, ids: readonly number[], call: (place: number) => Call): Table => {
  const { pk } = callKey(user, 0)
  const query = async <T>(range: Range): Promise<T[]> => {
    if (range.pk !== pk) return table.query<T>(range)
    const start = lowerBound(ids, Number(range.from ?? 0))
    const end = lowerBound(ids, Number(range.to ?? Number.MAX_SAFE_INTEGER) + 1)
    const places = Array.from({ length: Math.min(end - start, range.limit ?? ids.length) }, (_, index) => start + index)
    return places.map(call) as T[]
  }
  return { ...table, query }
}

const lowerBound = (ids: readonly number[], id: number): number => {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

const evaluated = (call: Call, place: number): Call => {
  const random = quickRandom(place * 17 + 3)
  const isAnswered = random() < 0.6
  const seconds = isAnswered ? Math.ceil(20 + 300 * random() * random()) : 0
  const waits = Array.from({ length: 6 }, () => Math.round(400 + 900 * random() * random()))
  const latencies = isAnswered ? writeLatencies(waits) : undefined
  const placed = { over_at: call.updated_at, asked_at: call.updated_at }
  return {
    ...call,
    assistant_phone_number: `+1202555${String(100 + (place % 40)).padStart(4, '0')}`,
    placement: isAnswered
      ? { phase: 'over', outcome: 'completed', answered_at: call.updated_at, ...placed }
      : { phase: 'over', outcome: 'failed', ...placed },
    cause: isAnswered ? 'customer_hung_up' : 'busy',
    duration: seconds,
    total_cost: Math.ceil(seconds / 60) * 14_000 + seconds * 500,
    closed_at: call.updated_at,
    evaluated: {
      at: call.updated_at,
      goal: isAnswered && random() < 0.3,
      ...(latencies !== undefined && { latencies }),
    },
  }
}

interface Question extends TallyAsk {
  name: string
  sql: string
}

const dayQuarters = 96

const asks = (facts: readonly CallFacts[]): Question[] => {
  const until = quarterAt(now) + 1
  const all = { from: until - 365 * dayQuarters, until }
  const month = { from: until - 30 * dayQuarters - 7, until: until - 7 }
  const assistant_id = must(facts[Math.floor(facts.length / 2)], 'call').assistant_id
  const question = (name: string, own: Partial<TallyAsk>, sql: string): Question => ({
    ...{ name, filter: {}, by: 'quarter' as const, isLatency: false, ...all, ...own },
    sql,
  })
  return [
    question('calls by day', {}, analyticsSql.byDay('count(*)')),
    question('cost by hour of day', {}, analyticsSql.byHour('sum(cost)')),
    question('latency by day', { isLatency: true }, analyticsSql.latencyByDay),
    question('by assistant', { by: 'assistant' }, analyticsSql.by('assistant_id')),
    question('by campaign', { by: 'campaign' }, analyticsSql.by('campaign_id')),
    question('by number', { by: 'number' }, analyticsSql.by('number')),
    question('by country', { by: 'country' }, analyticsSql.by('country')),
    question('calls of an assistant by day', { filter: { assistant_id } }, analyticsSql.ofAssistant),
    question('by ended reason, 30 days', { by: 'ended_reason', ...month }, analyticsSql.reasonsOfMonth),
  ]
}

const sumOf = (facts: readonly CallFacts[], { from, until, filter }: TallyAsk): GroupSums => {
  const total = noSums()
  for (const each of facts)
    if (each.quarter >= from && each.quarter < until && matchesFilter(filter, each)) addFacts(total, each)
  return total
}

const shown = ({ latencies, ...counts }: GroupSums, { by, isLatency }: TallyAsk) =>
  by === 'quarter' && isLatency ? Array.from({ length: 52 }, (_, bucket) => latencies[bucket] ?? 0) : counts

import { deepStrictEqual } from 'node:assert/strict'
import { callTallies, type TallyAsk } from '../../shared/data/calls/call-tallies.ts'
import { countedAfterMs } from '../../shared/data/calls/dirty-calls.ts'
import { tallyHeads } from '../../shared/data/calls/tally-items.ts'
import { addFacts, addSums, type GroupSums, matchesFilter, noSums } from '../../shared/domain/calls/analytics.ts'
import type { Call } from '../../shared/domain/calls/call.ts'
import {
  type CallFacts,
  callFactsOf,
  firstIdOfQuarter,
  quarterAt,
  startOfQuarter,
} from '../../shared/domain/calls/call-facts.ts'
import { writeLatencies } from '../../shared/domain/calls/latency.ts'
import { callKey, userKey } from '../../shared/table/keys.ts'
import type { Range, Table } from '../../shared/table/table.ts'
import { firstIdAt, timeOfId } from '../../shared/words/id.ts'
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
const secondMs = 1_000
const minuteMs = 60 * secondMs
/** Number of calls in 25 minutes, at 2,000 calls an hour. */
const busyCalls = 833
const sinceRunMs = 90 * secondMs
const evaluationMs = 30 * secondMs

/**
 * Measures analytics over half a year of calls, and compares each answer with sums over these
 * calls. The table stores only totals and the newest 60 calls.
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
      const busy = await withBusyTail(loaded)
      figures.push(...(await measure(busy, { calls: size, tail: busyCalls, unitsMax })))
    }
    await postgres?.close()
    return figures
  },
}

type Loaded = Awaited<ReturnType<typeof loadTallies>>

const measure = async (
  { parts, units, facts, until }: Loaded,
  { unitsMax, ...size }: { calls: number; tail: number; unitsMax: number },
  postgres?: Postgres,
): Promise<BenchRow[]> => {
  const figures: BenchRow[] = []
  for (const { name, sql, ...ask } of asks(facts, until)) {
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
  const counted = lowerBound(ids, firstIdOfQuarter(quarterAt(now - countedAfterMs)))
  const places = ids.map((_, place) => place).filter((place) => place < counted || place >= size - tailRows)
  const known = places.map((place) => ids[place] ?? 0)
  const table = withCalls(parts.table, known, (at) => call(places[at] ?? 0))
  for (let more = true; more; ) more = (await callTallies({ ...parts, table }).fold(user))?.more ?? false
  await inParts(places.slice(-tailRows), (place) =>
    parts.table.putMany([{ ...callKey(user, ids[place] ?? 0), ...call(place) }]),
  )
  const later = { ...parts, clock: { ...parts.clock, now: () => now + quietMs } }
  const facts = places.flatMap((place) => callFactsOf(call(place)) ?? [])
  return { parts: later, units, facts, call, until: quarterAt(now) + 1 }
}

/**
 * Adds calls of 25 minutes, and updates the totals twice meanwhile. One second later, an update
 * would count the first 15 minutes.
 */
const withBusyTail = async (loaded: Loaded): Promise<Loaded> => {
  const { table, random } = loaded.parts
  const partsAt = (time: number) => ({ table, random, clock: { now: () => time, sleep: async () => {} } })
  const idleEnd = now + 3 * quietMs
  await callTallies(partsAt(idleEnd)).fold(user)
  const { pages_until } = await tallyHeads(table).read(user)
  const began = startOfQuarter(pages_until)
  const end = startOfQuarter(pages_until + 1) + countedAfterMs - secondMs
  const added = Array.from({ length: busyCalls }, (_, at) => ({
    ...loaded.call(at),
    id: firstIdAt(began + Math.floor(((at + 0.5) * (end - began)) / busyCalls)),
  }))
  const storeAt = async (time: number) => {
    const made = added.filter(({ id }) => timeOfId(id) < time).map((call) => callDuring(call, time))
    await inParts(made, (call) => table.putMany([{ ...callKey(user, call.id), ...call }]))
    return made
  }
  for (const before of [sinceRunMs + minuteMs, sinceRunMs]) {
    await storeAt(end - before)
    await callTallies(partsAt(end - before)).fold(user)
  }
  const facts = [...loaded.facts, ...(await storeAt(end)).flatMap((call) => callFactsOf(call) ?? [])]
  return { ...loaded, parts: partsAt(end), facts, until: quarterAt(end) + 1 }
}

const callDuring = (call: Call, time: number): Call => {
  const closed_at = timeOfId(call.id) + 20 * secondMs + call.duration * secondMs
  const { cause: _cause, evaluated, ...open } = call
  if (time < closed_at)
    return {
      ...open,
      closed_at: undefined,
      ended_by: undefined,
      placement: { phase: 'asked', asked_at: closed_at },
    } as never
  const isEvaluated = call.duration === 0 || time >= closed_at + evaluationMs
  return { ...call, closed_at, evaluated: isEvaluated ? evaluated : undefined } as Call
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

const asks = (facts: readonly CallFacts[], until: number): Question[] => {
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

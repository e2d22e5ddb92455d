import {
  type AnalyticsFilter,
  addFacts,
  addSums,
  type GroupKey,
  matchesFilter,
  type Trait,
  traitOf,
} from '../../domain/calls/analytics.ts'
import type { Call } from '../../domain/calls/call.ts'
import { type CallFacts, callFactsOf, firstIdOfQuarter, quarterOfId } from '../../domain/calls/call-facts.ts'
import { callKey, type StoredKey, tallyMarkKey } from '../../table/keys.ts'
import { Problem } from '../../words/problem.ts'
import { type Folded, foldTallies, type TallyParts } from './tally-folding.ts'
import {
  blockOfTotals,
  type Cells,
  pageKey,
  type Quarters,
  quarterOfPage,
  readCells,
  readPage,
  type TallyBlock,
  type TallyHead,
  tallyHeads,
  totalsKey,
} from './tally-items.ts'
import { type Projection, sliceFor, sumsIn } from './tally-slices.ts'

export interface TallyAsk extends Quarters {
  filter: AnalyticsFilter
  /** `quarter`: the quarter of an hour in which calls began. */
  by: 'quarter' | Trait
  isLatency: boolean
}

export interface CallTallies {
  /**
   * Sums of ended calls, exact at the request. `too_many`: the filters have no totals and the range
   * has too many calls to count.
   */
  read(user_id: number, ask: TallyAsk): Promise<Map<GroupKey, ReturnType<typeof sumsIn>> | 'too_many'>
  /** Counts new and changed calls; undefined while another run works. */
  fold(user_id: number): Promise<Folded | undefined>
}

/** Calls counted from pages when filters have no totals: about 50 read units. */
const pagedCallsMax = 12_000
/** Calls without a page; same limit as the list of calls. */
const tailMax = 20_000
/** Eventually consistent reads are exact after this time; DynamoDB is usually a second behind. */
const staleAfterMs = 10 * 60_000
const attemptsMax = 5
const retrySeconds = 60

export const callTallies = (parts: TallyParts): CallTallies => ({
  fold: (user_id) => foldTallies(parts, user_id),

  read: async (user_id, ask) => {
    const heads = tallyHeads(parts.table)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const head = await heads.read(user_id)
      const plan = planOf(head, ask)
      if (plan === 'too_many') return plan
      const read = await readPlan(parts, user_id, { ask, head, plan })
      if (!read) continue
      if (read.marks > 0) await heads.wake(user_id, head, parts.clock.now())
      return read.cells
    }
    throw new Error('The counts of calls keep changing')
  },
})

interface Plan {
  slice: string | undefined
  projection: Projection
  /** Blocks whose totals count, oldest first. */
  totals: TallyBlock[]
  /** Quarters counted from pages. */
  pages: Quarters[]
  tail: Quarters
}

const projectionOf = ({ by, isLatency }: TallyAsk): Projection => (by !== 'quarter' ? by : isLatency ? 'wait' : 'time')

const planOf = (head: TallyHead, ask: TallyAsk): Plan | 'too_many' => {
  const { from, until } = ask
  const sealed = Math.min(until, Math.max(from, head.pages_until))
  const projection = projectionOf(ask)
  const tail = { from: Math.max(from, head.pages_until), until }
  const slice = sliceFor(ask.filter)
  const inRange = head.blocks.filter((block) => block.until > from && block.from < sealed)
  const base = { slice, projection, tail }
  if (slice === undefined) {
    const calls = inRange.reduce((sum, block) => sum + block.calls, head.loose)
    if (calls > pagedCallsMax) return 'too_many'
    return { ...base, totals: [], pages: [{ from, until: sealed }] }
  }
  // Totals by quarter can be cut anywhere, others count as a whole.
  const totals = inRange.filter((block) => ask.by === 'quarter' || (block.from >= from && block.until <= sealed))
  const first = totals[0]?.from ?? sealed
  const last = totals.at(-1)?.until ?? sealed
  const pages = [
    { from, until: Math.min(first, sealed) },
    { from: Math.max(from, last), until: sealed },
  ].filter((range) => range.from < range.until)
  return { ...base, totals, pages }
}

interface Planned {
  ask: TallyAsk
  head: TallyHead
  plan: Plan
}

/** Undefined when a run began or ended meanwhile. */
const readPlan = async (parts: TallyParts, user_id: number, { ask, head, plan }: Planned) => {
  const { table, clock } = parts
  const stale = clock.now() - head.written_at > staleAfterMs
  const reads = readsOf(parts, user_id)
  const sealed = { from: ask.from, until: Math.min(ask.until, head.pages_until) }
  const [marked, tail, totals, paged] = await Promise.all([
    reads.marked(sealed),
    reads.calls(plan.tail, tailMax + 1),
    reads.totals(plan, stale),
    Promise.all(plan.pages.map((range) => reads.pages(range))),
  ])
  if (tail.length > tailMax) {
    await tallyHeads(table).wake(user_id, head, clock.now())
    throw new Problem('list_not_ready', { retrySeconds })
  }
  const isMarked = ({ from, until }: Quarters) => [...marked].some((quarter) => quarter >= from && quarter < until)
  const doubted = ask.by === 'quarter' ? [] : plan.totals.filter(isMarked)
  const [again, more, opened] = await Promise.all([
    tallyHeads(table).read(user_id),
    Promise.all([...marked].map((quarter) => reads.calls({ from: quarter, until: quarter + 1 }))),
    Promise.all(doubted.map((block) => reads.pages(block))),
  ])
  if (again.build !== head.build || again.leased_until !== head.leased_until) return undefined
  const cells: Cells = new Map()
  const counted = new Set(plan.totals.filter((block) => !doubted.includes(block)).map(({ from }) => from))
  for (const { from, bytes } of totals) {
    if (!counted.has(from)) continue
    for (const [key, sums] of readCells(bytes)) {
      const isLeftOut = ask.by === 'quarter' && (!isIn(Number(key), sealed) || marked.has(Number(key)))
      if (!isLeftOut) addSums(sumsIn(cells, key), sums)
    }
  }
  const facts = [
    ...[...paged, ...opened].flat().filter(({ quarter }) => !marked.has(quarter)),
    ...[tail, ...more].flat().flatMap((call) => callFactsOf(call) ?? []),
  ]
  const keyOf = (each: CallFacts): GroupKey => (ask.by === 'quarter' ? each.quarter : traitOf[ask.by](each))
  for (const each of facts) if (matchesFilter(ask.filter, each)) addFacts(sumsIn(cells, keyOf(each)), each)
  return { cells, marks: marked.size }
}

const isIn = (quarter: number, { from, until }: Quarters): boolean => quarter >= from && quarter < until

const readsOf = ({ table }: TallyParts, user_id: number) => ({
  /** Quarters with a call that changed after it was counted. */
  marked: async ({ from, until }: Quarters): Promise<Set<number>> => {
    if (until <= from) return new Set()
    const { pk, sk } = tallyMarkKey(user_id, firstIdOfQuarter(from))
    const to = tallyMarkKey(user_id, firstIdOfQuarter(until) - 1).sk
    const marks = await table.query<StoredKey>({ pk, from: sk, to, only: ['sk'] })
    return new Set(marks.map((mark) => quarterOfId(Number(mark.sk))))
  },

  calls: async ({ from, until }: Quarters, limit?: number): Promise<Call[]> => {
    if (until <= from) return []
    const { pk, sk } = callKey(user_id, firstIdOfQuarter(from))
    return table.query<Call>({ pk, from: sk, to: callKey(user_id, firstIdOfQuarter(until) - 1).sk, limit })
  },

  totals: async ({ slice, projection, totals }: Plan, stale: boolean) => {
    const [first, last] = [totals[0], totals.at(-1)]
    if (slice === undefined || !first || !last) return []
    const { pk, sk: from } = totalsKey(user_id, slice, projection, first.from)
    const to = totalsKey(user_id, slice, projection, last.from).sk
    const stored = await table.query<StoredKey & { cells: Uint8Array }>({ pk, from, to, stale })
    return stored.map(({ sk, cells }) => ({ from: blockOfTotals(sk), bytes: cells }))
  },

  pages: async ({ from, until }: Quarters): Promise<CallFacts[]> => {
    const { pk, sk } = pageKey(user_id, from, 0)
    const pages = await table.query<StoredKey & { rows: Uint8Array }>({
      pk,
      from: sk,
      to: pageKey(user_id, until - 1, 999).sk,
    })
    return pages.flatMap((page) => readPage(page.rows, quarterOfPage(page.sk)))
  },
})

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
import { callKey, dirtyCallKey, type StoredKey } from '../../table/keys.ts'
import { must } from '../../words/must.ts'
import { Problem } from '../../words/problem.ts'
import { queryCalls } from './call-items.ts'
import { type RecentPage, readCallsById, readRecent } from './recent-calls.ts'
import { type Folded, foldTallies, type TallyParts } from './tally-folding.ts'
import {
  blockOfTotals,
  type Cells,
  isLongWritten,
  pageKey,
  type Quarters,
  quarterOfPage,
  readCells,
  readPage,
  type TallyBlock,
  type TallyHead,
  type TallyLevel,
  tallyHeads,
  totalsKey,
} from './tally-items.ts'
import { type Projection, sliceFor, sumsIn } from './tally-slices.ts'

export interface TallyAsk extends Quarters {
  filter: AnalyticsFilter
  by: 'quarter' | Trait
  isLatency: boolean
}

export interface CallTallies {
  /**
   * `too_many`: no totals are stored for the filters, and the range has too many calls to count.
   */
  read(user_id: number, ask: TallyAsk): Promise<Map<GroupKey, ReturnType<typeof sumsIn>> | 'too_many'>
  /** Undefined while another run is active. */
  fold(user_id: number): Promise<Folded | undefined>
}

/**
 * Maximum number of calls that one request reads, for about 50 read units. For more calls, `read`
 * returns `too_many`.
 */
const pagedCallsMax = 12_000
const tailMax = 20_000
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
      if (read.dirtyQuarters > 0) await heads.wake(user_id, head, parts.clock.now())
      return read.cells
    }
    throw new Error('The counts of calls keep changing')
  },
})

interface Plan {
  slice: string | undefined
  projection: Projection
  totals: Totals[]
  pages: Quarters[]
  recent?: RecentPage | undefined
  paged: Ids
  tail: Ids
}

interface Ids {
  from: number
  until: number
}

const idsOf = ({ from, until }: Quarters): Ids => ({ from: firstIdOfQuarter(from), until: firstIdOfQuarter(until) })

const isRecent = ({ paged }: Plan, id: number): boolean => id >= paged.from && id < paged.until

type Totals = TallyBlock & { level: TallyLevel }

const projectionOf = ({ by, isLatency }: TallyAsk): Projection => (by !== 'quarter' ? by : isLatency ? 'wait' : 'time')

const planOf = (head: TallyHead, ask: TallyAsk): Plan | 'too_many' => {
  const { from, until } = ask
  const sealed = Math.min(until, Math.max(from, head.pages_until))
  const projection = projectionOf(ask)
  const newest = idsOf({ from: Math.max(from, head.pages_until), until: Math.max(until, head.pages_until) })
  const paged = { from: newest.from, until: Math.min(newest.until, head.recent?.until ?? 0) }
  const tail = { from: Math.max(newest.from, paged.until), until: newest.until }
  const recent = paged.until > paged.from ? head.recent : undefined
  const slice = sliceFor(ask.filter)
  const inRange = head.blocks.filter((block) => block.until > from && block.from < sealed)
  const base = { slice, projection, recent, paged, tail }
  const written = head.written_from
  if (slice === undefined) {
    const calls = inRange.reduce((sum, block) => sum + block.calls, head.loose)
    if (calls > pagedCallsMax) return 'too_many'
    return { ...base, totals: [], pages: halves({ from, until: sealed }, written) }
  }
  const isUsed = (range: Quarters) =>
    ask.by === 'quarter' ? range.until > from && range.from < sealed : range.from >= from && range.until <= sealed
  const groups = head.groups.filter(isUsed)
  const singles = head.blocks.filter((block) => isUsed(block) && !groups.some((group) => isWithin(block, group)))
  const totals: Totals[] = [
    ...groups.map((group) => ({ ...group, level: 'group' as const })),
    ...singles.map((block) => ({ ...block, level: 'block' as const })),
  ]
  const first = Math.min(sealed, ...totals.map((each) => each.from))
  const last = totals.length === 0 ? sealed : Math.max(...totals.map((each) => each.until))
  const pages = [
    { from, until: first },
    { from: Math.max(from, last), until: sealed },
  ]
  return { ...base, totals, pages: pages.flatMap((range) => halves(range, written)) }
}

const isWithin = (inner: Quarters, outer: Quarters): boolean => inner.from >= outer.from && inner.until <= outer.until

const halves = ({ from, until }: Quarters, at: number): Quarters[] =>
  [
    { from, until: Math.min(until, at) },
    { from: Math.max(from, at), until },
  ].filter((range) => range.from < range.until)

/** True for ranges so old that eventually consistent reads miss nothing. */
type IsOld = (range: Quarters) => boolean

interface Planned {
  ask: TallyAsk
  head: TallyHead
  plan: Plan
}

const readPlan = async (parts: TallyParts, user_id: number, { ask, head, plan }: Planned) => {
  const { table, clock } = parts
  const isLong = isLongWritten(head, clock.now())
  const isOld: IsOld = ({ until }) => isLong || until <= head.written_from
  const reads = readsOf(parts, user_id)
  const sealed = { from: ask.from, until: Math.min(ask.until, head.pages_until) }
  const [dirtyIds, tail, totals, paged, recent] = await Promise.all([
    reads.dirtyIds(ask),
    reads.calls(plan.tail, tailMax + 1),
    reads.totals(plan, plan.totals, isOld),
    Promise.all(plan.pages.map((range) => reads.pages(range, isOld(range)))),
    plan.recent && readRecent(table, user_id, plan.recent),
  ])
  const dirtyQuarters = new Set(dirtyIds.map(quarterOfId).filter((quarter) => quarter < sealed.until))
  const dirty = new Set(dirtyIds)
  const open = [...(recent?.open ?? []), ...dirty].filter((id) => isRecent(plan, id))
  if (tail.length > tailMax) {
    await tallyHeads(table).wake(user_id, head, clock.now())
    throw new Problem('list_not_ready', { retrySeconds })
  }
  const isDirty = ({ from, until }: Quarters) =>
    [...dirtyQuarters].some((quarter) => quarter >= from && quarter < until)
  const doubted = ask.by === 'quarter' ? [] : plan.totals.filter(isDirty)
  const inDoubt = head.blocks.filter((block) => doubted.some((each) => isWithin(block, each)))
  const spared = inDoubt.filter((block) => !isDirty(block)).map((block) => ({ ...block, level: 'block' as const }))
  const [again, unpaged, more, opened, others] = await Promise.all([
    tallyHeads(table).read(user_id),
    readCallsById(table, user_id, open),
    Promise.all([...dirtyQuarters].map((quarter) => reads.calls(idsOf({ from: quarter, until: quarter + 1 })))),
    Promise.all(inDoubt.filter(isDirty).map((block) => reads.pages(block, isOld(block)))),
    reads.totals(plan, spared, isOld),
  ])
  if (again.build !== head.build || again.leased_until !== head.leased_until) return undefined
  const cells: Cells = new Map()
  for (const { range, bytes } of [...totals, ...others]) {
    if (doubted.some((each) => each.level === range.level && each.from === range.from)) continue
    for (const [key, sums] of readCells(bytes)) {
      const isLeftOut = ask.by === 'quarter' && (!isIn(Number(key), sealed) || dirtyQuarters.has(Number(key)))
      if (!isLeftOut) addSums(sumsIn(cells, key), sums)
    }
  }
  const facts = [
    ...[...paged, ...opened].flat().filter(({ quarter }) => !dirtyQuarters.has(quarter)),
    ...[...(recent?.facts ?? [])].flatMap(([id, row]) => (isRecent(plan, id) && !dirty.has(id) ? [row] : [])),
    ...[tail, unpaged, ...more].flat().flatMap((call) => callFactsOf(call) ?? []),
  ]
  const keyOf = (each: CallFacts): GroupKey => (ask.by === 'quarter' ? each.quarter : traitOf[ask.by](each))
  for (const each of facts) if (matchesFilter(ask.filter, each)) addFacts(sumsIn(cells, keyOf(each)), each)
  return { cells, dirtyQuarters: dirtyQuarters.size }
}

const isIn = (quarter: number, { from, until }: Quarters): boolean => quarter >= from && quarter < until

const readsOf = ({ table }: TallyParts, user_id: number) => ({
  dirtyIds: async ({ from, until }: Quarters): Promise<number[]> => {
    if (until <= from) return []
    const { pk, sk } = dirtyCallKey(user_id, firstIdOfQuarter(from))
    const to = dirtyCallKey(user_id, firstIdOfQuarter(until) - 1).sk
    const dirtyCalls = await table.query<StoredKey>({ pk, from: sk, to, only: ['sk'] })
    return dirtyCalls.map(({ sk }) => Number(sk))
  },

  calls: async ({ from, until }: Ids, limit?: number): Promise<Call[]> => {
    if (until <= from) return []
    const { pk, sk } = callKey(user_id, from)
    return queryCalls(table, { pk, from: sk, to: callKey(user_id, until - 1).sk, limit })
  },

  totals: async ({ slice, projection }: Plan, ranges: readonly Totals[], isOld: IsOld) => {
    if (slice === undefined) return []
    const [fresh, old] = [ranges.filter((range) => !isOld(range)), ranges.filter(isOld)]
    const read = [...runsOf(old), ...runsOf(fresh)].map(async (run) => {
      const [first, last] = [must(run[0], 'first of a run'), must(run.at(-1), 'last of a run')]
      const keyOf = ({ from, level }: Totals) => totalsKey(user_id, { slice, projection }, from, level)
      const { pk, sk: from } = keyOf(first)
      const stored = await table.query<StoredKey & { cells: Uint8Array }>({
        pk,
        from,
        to: keyOf(last).sk,
        stale: isOld(first),
      })
      const byStart = new Map(run.map((range) => [range.from, range]))
      return stored.flatMap(({ sk, cells }) => {
        const range = byStart.get(blockOfTotals(sk))
        return range ? [{ range, bytes: cells }] : []
      })
    })
    return (await Promise.all(read)).flat()
  },

  pages: async ({ from, until }: Quarters, stale: boolean): Promise<CallFacts[]> => {
    const { pk, sk } = pageKey(user_id, from, 0)
    const to = pageKey(user_id, until - 1, 999).sk
    const pages = await table.query<StoredKey & { rows: Uint8Array }>({ pk, from: sk, to, stale })
    return pages.flatMap((page) => readPage(page.rows, quarterOfPage(page.sk)))
  },
})

const runsOf = (ranges: readonly Totals[]): Totals[][] => {
  const runs: Totals[][] = []
  for (const range of ranges) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last?.level === range.level && last.until === range.from) run.push(range)
    else runs.push([range])
  }
  return runs
}

import type { Call } from '../../domain/calls/call.ts'
import {
  type CallFacts,
  callFactsOf,
  firstIdOfQuarter,
  quarterAt,
  quarterOfId,
  startOfQuarter,
} from '../../domain/calls/call-facts.ts'
import { forEachConcurrently } from '../../lists/store/concurrently.ts'
import type { StoreParts } from '../../table/compare-and-set.ts'
import { callKey, dirtyCallKey, type StoredKey } from '../../table/keys.ts'
import { when } from '../../table/table.ts'
import { queryCalls } from './call-items.ts'
import { countedAfterMs } from './dirty-calls.ts'
import { nextRecent, type RecentPage, recentKey } from './recent-calls.ts'
import {
  isLongWritten,
  manifestKey,
  pageKey,
  type Quarters,
  quarterOfPage,
  readPage,
  type TallyBlock,
  type TallyHead,
  type TallyLevel,
  tallyHeads,
  totalsKey,
  writeCells,
  writePage,
} from './tally-items.ts'
import { totalsOf } from './tally-slices.ts'

/** Milliseconds: longer than a worker runs. */
const leaseMs = 5 * 60_000
/**
 * Milliseconds. Calls rarely change after this age, because carrier prices arrive within two hours.
 */
const blockAgeMs = 4 * 60 * 60_000
const dirtyCallsMax = 500
const changedGroupsMax = 2

export interface TallyLimits {
  batchCalls: number
  pageCalls: number
  blockCalls: number
  groupBlocks: number
  recentCallsMin: number
}

const limitDefaults: TallyLimits = {
  batchCalls: 8_192,
  pageCalls: 4_096,
  blockCalls: 4_096,
  groupBlocks: 16,
  recentCallsMin: 64,
}

export interface TallyParts extends StoreParts {
  tallyLimits?: Partial<TallyLimits>
}

export interface Folded {
  calls: number
  dirtyCalls: number
  more: boolean
}

interface DirtyCall {
  id: number
  stamp: number
}

interface Run {
  parts: TallyParts
  limits: TallyLimits
  user_id: number
  build: number
  leased_until: number
}

/** Computes totals from the stored calls, so the next run repairs the totals of a crashed run. */
export const foldTallies = async (parts: TallyParts, user_id: number): Promise<Folded | undefined> => {
  const { table, clock } = parts
  const heads = tallyHeads(table)
  const now = clock.now()
  const seen = await heads.read(user_id)
  if (seen.leased_until > now) return undefined
  const leased = { ...seen, build: seen.build + 1, leased_until: now + leaseMs, due_at: now + leaseMs }
  if (!(await heads.replace(user_id, seen, leased))) return undefined
  const limits = { ...limitDefaults, ...parts.tallyLimits }
  const run: Run = { parts, limits, user_id, build: leased.build, leased_until: leased.leased_until }

  // Reads the dirty calls first, so a call that changes later stays dirty for the next run.
  const allDirty = await readDirtyCalls(run)
  const dirtyCalls = dirtyCallsOfFewGroups(allDirty, seen, limits)
  const changed = new Set(dirtyCalls.map(({ id }) => quarterOfId(id)).filter((quarter) => quarter < seen.pages_until))
  await forEachConcurrently([...changed], (quarter) => countAgain(run, quarter))
  const counted = await countNew(run, seen.pages_until, quarterAt(now - countedAfterMs))
  const blocked = seen.blocks.filter(({ from, until }) => [...changed].some((each) => each >= from && each < until))
  const again = await Promise.all(blocked.map((block) => writeTotals(run, block, 'block')))
  const kept = seen.blocks.map((block) => again.find(({ from }) => from === block.from) ?? block)
  const end = kept.at(-1)?.until ?? 0
  const known = [...changed].some((quarter) => quarter >= end) ? undefined : seen.loose + counted.calls
  const grown =
    known !== undefined && known < limits.blockCalls
      ? { blocks: kept, loose: known }
      : await newBlocks(run, kept, { pages_until: counted.until, now })

  const groups = await writeGroups(run, seen, { blocks: grown.blocks, changed })
  const rewritten = [
    ...[...changed].map((quarter) => rangeStart(quarter, seen)),
    ...(counted.until > seen.pages_until ? [seen.pages_until] : []),
    ...[...grown.blocks.slice(seen.blocks.length), ...groups.slice(seen.groups.length)].map(({ from }) => from),
  ]
  const recent = await writeRecent(run, seen.recent, { counted, dirty: dirtyCalls.map(({ id }) => id) })
  const hasTail = counted.more || (await hasCallsFrom(run, counted.until))
  const after: TallyHead = {
    build: run.build,
    leased_until: 0,
    pages_until: counted.until,
    blocks: grown.blocks,
    groups,
    loose: grown.loose,
    recent,
    ...writtenAfter(seen, Math.min(...rewritten), clock.now()),
  }
  const next = startOfQuarter(Math.max(counted.until, quarterAt(now)) + 1) + countedAfterMs
  const isMore =
    counted.more ||
    allDirty.length === dirtyCallsMax ||
    dirtyCalls.length < allDirty.length ||
    hasNewGroup({ blocks: grown.blocks, groups }, limits)
  const due_at = isMore ? now : hasTail ? next : undefined
  if (!(await heads.replace(user_id, leased, { ...after, due_at }))) return undefined
  await forEachConcurrently(dirtyCalls, ({ id, stamp }) =>
    table.write([{ delete: dirtyCallKey(user_id, id), when: when('#stamp = :stamp', { stamp }) }]),
  )
  return { calls: counted.calls, dirtyCalls: dirtyCalls.length, more: due_at === now }
}

const writeRecent = async (
  run: Run,
  known: RecentPage | undefined,
  { counted, dirty }: { counted: { until: number; more: boolean }; dirty: number[] },
): Promise<RecentPage | undefined> => {
  if (counted.more) return undefined
  const { parts, limits, user_id } = run
  const [callsMin, now] = [limits.recentCallsMin, parts.clock.now()]
  const ask = { user_id, known, dirty, pages_until: counted.until, callsMin, now }
  const { recent, item } = await nextRecent(parts.table, ask)
  if (recent && item) await put(run, recentKey(user_id, recent.slot), item)
  return recent
}

const rangeStart = (quarter: number, { blocks, groups }: TallyHead): number => {
  const range = [...groups, ...blocks].find(({ from, until }) => quarter >= from && quarter < until)
  return range?.from ?? quarter
}

const writtenAfter = (seen: TallyHead, from: number, now: number): Pick<TallyHead, 'written_at' | 'written_from'> => {
  if (from === Number.POSITIVE_INFINITY) return { written_at: seen.written_at, written_from: seen.written_from }
  return { written_at: now, written_from: isLongWritten(seen, now) ? from : Math.min(from, seen.written_from) }
}

const readDirtyCalls = async ({ parts, user_id }: Run): Promise<DirtyCall[]> => {
  const { pk } = dirtyCallKey(user_id, 0)
  const stored = await parts.table.query<StoredKey & { stamp: number }>({ pk, limit: dirtyCallsMax })
  return stored.map(({ sk, stamp }) => ({ id: Number(sk), stamp }))
}

/**
 * Returns the dirty calls of at most two groups, because the totals of each changed group are
 * computed again from all its pages.
 */
const dirtyCallsOfFewGroups = (
  dirtyCalls: readonly DirtyCall[],
  { blocks }: TallyHead,
  { groupBlocks }: TallyLimits,
): DirtyCall[] => {
  const touched = new Set<number>()
  const end = dirtyCalls.findIndex(({ id }) => {
    const quarter = quarterOfId(id)
    const block = blocks.findIndex(({ from, until }) => quarter >= from && quarter < until)
    if (block >= 0) touched.add(Math.floor(block / groupBlocks))
    return touched.size > changedGroupsMax
  })
  return dirtyCalls.slice(0, end < 0 ? undefined : end)
}

const put = async ({ parts, build, leased_until }: Run, key: StoredKey, content: object): Promise<void> => {
  if (parts.clock.now() > leased_until) throw new Error('The lease to count calls has ended')
  const isOurs = when('attribute_not_exists(#build) OR #build <= :build', { build })
  const written = await parts.table.write([{ put: { ...key, ...content, build }, when: isOurs }])
  if (!written.done) throw new Error('A later run counts calls')
}

const callsIn = async ({ parts, user_id }: Run, { from, until }: Quarters, limit?: number): Promise<Call[]> => {
  const { pk, sk } = callKey(user_id, firstIdOfQuarter(from))
  const to = callKey(user_id, firstIdOfQuarter(until) - 1).sk
  return queryCalls(parts.table, { pk, from: sk, to, limit })
}

const writeQuarter = async (run: Run, quarter: number, calls: readonly Call[], before: readonly StoredKey[]) => {
  const { parts, limits, user_id } = run
  const facts = calls.flatMap((call) => callFactsOf(call) ?? [])
  const parted = Array.from({ length: Math.ceil(facts.length / limits.pageCalls) }, (_, part) => ({
    key: pageKey(user_id, quarter, part),
    rows: facts.slice(part * limits.pageCalls, (part + 1) * limits.pageCalls),
  }))
  for (const { key, rows } of parted) await put(run, key, { rows: writePage(rows) })
  const stale = before.filter(({ sk }) => !parted.some(({ key }) => key.sk === sk))
  for (const { pk, sk } of stale) await parts.table.write([{ delete: { pk, sk } }])
  return facts.length
}

const pageKeysIn = ({ parts, user_id }: Run, { from, until }: Quarters): Promise<StoredKey[]> => {
  const { pk, sk } = pageKey(user_id, from, 0)
  return parts.table.query<StoredKey>({ pk, from: sk, to: pageKey(user_id, until - 1, 999).sk, only: ['pk', 'sk'] })
}

const countAgain = async (run: Run, quarter: number): Promise<void> => {
  const range = { from: quarter, until: quarter + 1 }
  const [calls, before] = await Promise.all([callsIn(run, range), pageKeysIn(run, range)])
  await writeQuarter(run, quarter, calls, before)
}

const countNew = async (run: Run, from: number, last: number) => {
  if (last <= from) return { until: from, calls: 0, more: false }
  const { batchCalls } = run.limits
  const [read, before] = await Promise.all([
    callsIn(run, { from, until: last }, batchCalls),
    pageKeysIn(run, { from, until: last }),
  ])
  const cut = read.length === batchCalls ? quarterOfId(read.at(-1)?.id ?? 0) : undefined
  const whole = cut === undefined ? read : read.filter(({ id }) => quarterOfId(id) < cut)
  const isHuge = cut !== undefined && whole.length === 0
  const calls = isHuge ? await callsIn(run, { from: cut, until: cut + 1 }) : whole
  const until = cut === undefined ? last : isHuge ? cut + 1 : cut
  const byQuarter = Map.groupBy(calls, ({ id }) => quarterOfId(id))
  // Includes quarter-hours that have pages but no calls: a crashed run wrote the pages, and the
  // calls were deleted later.
  const left = Map.groupBy(before, ({ sk }) => quarterOfPage(sk))
  const quarters = [...new Set([...byQuarter.keys(), ...left.keys()])].filter((quarter) => quarter < until)
  let counted = 0
  await forEachConcurrently(quarters, async (quarter) => {
    const written = await writeQuarter(run, quarter, byQuarter.get(quarter) ?? [], left.get(quarter) ?? [])
    counted += written
  })
  return { until, calls: counted, more: cut !== undefined }
}

const pagesIn = async ({ parts, user_id }: Run, { from, until }: Quarters): Promise<CallFacts[]> => {
  const { pk, sk } = pageKey(user_id, from, 0)
  const to = pageKey(user_id, until - 1, 999).sk
  const pages = await parts.table.query<StoredKey & { rows: Uint8Array }>({ pk, from: sk, to })
  return pages.flatMap(({ sk, rows }) => readPage(rows, quarterOfPage(sk)))
}

const writeTotals = async (run: Run, { from, until }: Quarters, level: TallyLevel): Promise<TallyBlock> => {
  const { parts, user_id } = run
  const facts = await pagesIn(run, { from, until })
  const totals = totalsOf(facts)
  const manifest = manifestKey(user_id, from, level)
  const before = (await parts.table.get<{ names: string }>(manifest))?.names
  const names = totals.map(({ slice, projection }) => [slice, projection])
  const known: string[][] = before ? JSON.parse(before) : []
  const isNamed = (list: string[][], [slice, projection]: string[]) =>
    list.some(([one, other]) => one === slice && other === projection)
  const gone = known.filter((name) => !isNamed(names, name))
  if (before) await put(run, manifest, { names: JSON.stringify([...names, ...gone]) })
  else await put(run, manifest, { names: JSON.stringify(names) })
  await forEachConcurrently(totals, ({ slice, projection, cells }) =>
    put(run, totalsKey(user_id, { slice, projection }, from, level), { cells: writeCells(cells) }),
  )
  await forEachConcurrently(gone, ([slice = '', projection = '']) =>
    parts.table.write([{ delete: totalsKey(user_id, { slice, projection }, from, level) }]),
  )
  if (gone.length > 0) await put(run, manifest, { names: JSON.stringify(names) })
  return { from, until, calls: facts.length }
}

const newBlocks = async (
  run: Run,
  known: readonly TallyBlock[],
  { pages_until, now }: { pages_until: number; now: number },
) => {
  const { limits } = run
  const blocks = [...known]
  const end = blocks.at(-1)?.until ?? 0
  const facts = await pagesIn(run, { from: end, until: pages_until })
  let start = end || (facts[0]?.quarter ?? 0)
  const old = Math.min(pages_until, quarterAt(now - blockAgeMs))
  const byQuarter = [...Map.groupBy(facts, ({ quarter }) => quarter)].filter(([quarter]) => quarter < old)
  let calls = 0
  for (const [quarter, own] of byQuarter) {
    calls += own.length
    if (calls < limits.blockCalls) continue
    blocks.push(await writeTotals(run, { from: start, until: quarter + 1 }, 'block'))
    start = quarter + 1
    calls = 0
  }
  return { blocks, loose: facts.filter(({ quarter }) => quarter >= start).length }
}

type Ranges = Pick<TallyHead, 'blocks' | 'groups'>

const newGroup = ({ blocks, groups }: Ranges, { groupBlocks }: TallyLimits): TallyBlock[] => {
  const from = groups.at(-1)?.until ?? 0
  const members = blocks.filter((block) => block.from >= from).slice(0, groupBlocks)
  return members.length === groupBlocks ? members : []
}
const hasNewGroup = (ranges: Ranges, limits: TallyLimits): boolean => newGroup(ranges, limits).length > 0

const writeGroups = async (
  run: Run,
  { groups }: TallyHead,
  { blocks, changed }: { blocks: TallyBlock[]; changed: ReadonlySet<number> },
): Promise<TallyBlock[]> => {
  const written: TallyBlock[] = []
  for (const group of groups) {
    const isChanged = [...changed].some((quarter) => quarter >= group.from && quarter < group.until)
    written.push(isChanged ? await writeTotals(run, group, 'group') : group)
  }
  const members = newGroup({ blocks, groups }, run.limits)
  const [first, last] = [members[0], members.at(-1)]
  if (first && last) written.push(await writeTotals(run, { from: first.from, until: last.until }, 'group'))
  return written
}

const hasCallsFrom = async ({ parts, user_id }: Run, quarter: number): Promise<boolean> => {
  const { pk, sk: from } = callKey(user_id, firstIdOfQuarter(quarter))
  return (await parts.table.query<StoredKey>({ pk, from, only: ['sk'], limit: 1 })).length > 0
}

import fc from 'fast-check'
import type { Kind } from '../../../shared/lists/plan/columns.ts'
import type { HistoryList, HistoryParts } from '../../../shared/lists/store/history-list.ts'

/**
 * Simulated item for tests of lists: it changes, has a phone number, is open or not, and can be
 * deleted.
 */
export interface Thing {
  id: number
  status: string
  campaign_id?: number
  phone_number: string
  is_open: boolean
}

const padded = (id: number) => String(id).padStart(16, '0')

export const things: HistoryList<Thing> = {
  noun: 'call',
  recordKey: (user_id, id) => ({ pk: `${user_id}#call`, sk: padded(id) }),
  rowOf: ({ id, status, campaign_id, phone_number, is_open }) => ({
    id,
    kind: [status, campaign_id],
    number: phone_number,
    isSettled: !is_open,
  }),
  numberKey: (user_id, number, id) => ({ pk: `${user_id}#call-number`, sk: `${number}#${padded(id)}` }),
}

/** Small limits, so that a few dozen records need several nodes. */
export const tinyLimits: HistoryParts['historyLimits'] = {
  idPageRows: 4,
  segmentRows: 12,
  segmentKinds: 5,
  batchRows: 7,
  settleMs: 10_000,
  skewMs: 5_000,
  passMs: 40_000,
  rowsMin: 1,
  overridesPerSegment: 1,
  overridesMax: 1,
  runMs: 0,
  unseenRows: 2,
}

export const finalStatuses = ['busy', 'ended', 'failed'] as const
export const numbers = ['+1', '+2'] as const

export interface ModelFact {
  id: number
  number: string
  campaign_id: number | undefined
  asked: number
  created?: number
  statuses: { status: string; from: number; until?: number }[]
  isResumed?: boolean
  deleting?: number
  deleted?: number
}

export interface ModelRequest {
  status?: string
  number?: string
  from: number
  until: number
}

export const matchesOf = ({ status }: ModelRequest): ((kind: Kind) => boolean) | undefined =>
  status === undefined ? undefined : ([first]) => first === status

/**
 * Returns ids for a page that was requested at `began` and answered at `ended`. The page must show
 * `surely` and may show `perhaps`.
 */
export const judged = (
  facts: readonly ModelFact[],
  wanted: ModelRequest,
  began: number,
  ended: number,
  erasure: { began?: number; ended?: number } = {},
) => {
  const isErasing = erasure.began !== undefined && erasure.began < ended
  if (erasure.ended !== undefined && erasure.ended < began) return { surely: [], perhaps: [] }
  const surely: number[] = []
  const perhaps: number[] = []
  for (const fact of facts) {
    const { id, created, deleting, deleted } = fact
    const isInside =
      id >= wanted.from && id < wanted.until && (wanted.number === undefined || fact.number === wanted.number)
    if (!isInside || fact.asked > ended || (deleted !== undefined && deleted < began)) continue
    const during = fact.statuses.filter(({ from, until }) => from <= ended && (until === undefined || until >= began))
    const fits = during.filter(({ status }) => wanted.status === undefined || status === wanted.status)
    if (fits.length === 0) continue
    const isThere = created !== undefined && created < began && (deleting === undefined || deleting > ended)
    if (isThere && fits.length === during.length && !isErasing) surely.push(id)
    else perhaps.push(id)
  }
  return { surely, perhaps }
}

export const wrongWith = (
  page: { ids: number[]; total: number },
  { first, count }: { first: number; count: number },
  { surely, perhaps }: ReturnType<typeof judged>,
): string | undefined => {
  const { ids, total } = page
  const [least, most] = [surely.length, surely.length + perhaps.length]
  if (total < least || total > most) return `a total of ${total}, not of ${least} to ${most}`
  const length = Math.max(0, Math.min(count, total - first))
  if (ids.length !== length) return `${ids.length} rows, not ${length}`
  if (ids.some((id, index) => index > 0 && id >= (ids[index - 1] ?? 0))) return 'rows that do not descend'
  const possible = new Set([...surely, ...perhaps])
  const foreign = ids.find((id) => !possible.has(id))
  if (foreign !== undefined) return `row ${foreign}, which is not there`
  const above = (some: readonly number[], id: number) => some.filter((other) => other > id).length
  const misplaced = ids.find(
    (id, index) => above(surely, id) > first + index || above([...possible], id) < first + index,
  )
  if (misplaced !== undefined) return `row ${misplaced} at the wrong place`
  const lacking = surely.find(
    (id) => ids.length > 1 && id < (ids[0] ?? 0) && id > (ids.at(-1) ?? 0) && !ids.includes(id),
  )
  return lacking === undefined ? undefined : `no row ${lacking}`
}

const which = fc.nat(99)
const status = fc.nat(2)
const dies = fc.option(fc.nat(24), { nil: undefined })

export const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      late: fc.oneof({ weight: 5, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.nat(3000) }),
      number: fc.nat(1),
      campaign: fc.option(fc.nat(1), { nil: undefined }),
      dies: fc.option(fc.nat(2), { nil: undefined, freq: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('resume' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('import' as const), rows: fc.integer({ min: 1, max: 4 }), dies }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('close' as const), which, status }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change' as const), which, status }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('seal' as const), dies }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      status: fc.option(status, { nil: undefined }),
      number: fc.option(fc.nat(1), { nil: undefined, freq: 3 }),
      seconds: fc.option(fc.tuple(fc.nat(300), fc.nat(300)), { nil: undefined }),
      window: fc.oneof(
        fc.constant({ first: 0, count: 1000 }),
        fc.record({ first: fc.nat(12), count: fc.integer({ min: 1, max: 5 }) }),
      ),
      isWarm: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.nat(60) }) },
)
export const operationOrRebuild = fc.oneof(
  { weight: 15, arbitrary: operation },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rebuild' as const), dies }) },
)
export type ModelOperation = typeof operationOrRebuild extends fc.Arbitrary<infer O> ? O : never

export const compacting = fc.oneof(
  { weight: 1, arbitrary: operationOrRebuild },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('seal' as const), dies }) },
)

export const pauses = fc.oneof(
  fc.array(fc.nat(24), { minLength: 1, maxLength: 6 }),
  fc.array(fc.oneof(fc.constant(0), fc.nat(150)), { minLength: 1, maxLength: 6 }),
)

export const processesOf = (what: fc.Arbitrary<ModelOperation>) =>
  fc.array(fc.record({ operations: fc.array(what, { minLength: 1, maxLength: 8 }), pauses }), {
    minLength: 2,
    maxLength: 5,
  })

import { readNumberSort, type StoredKey } from '../../table/keys.ts'
import type { IdRange } from '../../words/day-range.ts'
import { must } from '../../words/must.ts'
import { type Kind, readKind } from '../plan/columns.ts'
import type { Row } from '../plan/history-shape.ts'
import { type Ask, everything, type Known, type Need, planPage, type Span } from '../plan/page-plan.ts'
import { planSums, planTally } from '../plan/tally-plan.ts'
import { carryOut, consistentReads } from './consistent-reads.ts'
import type { Head } from './head.ts'
import { type HistoryList, type HistoryParts, limitsOf } from './history-list.ts'
import { type LooseRows, looseRows } from './loose-rows.ts'
import { expectOverrides } from './overrides.ts'

export interface HistoryAsk extends Partial<Ask> {
  number?: string
}

export const idsIn = ({ from_id, until_id }: IdRange): HistoryAsk => ({
  ...(from_id !== undefined && { from: from_id }),
  ...(until_id !== undefined && { until: until_id }),
})

export interface HistoryPage<T, B, A> {
  records: T[]
  total: number
  /** Empty if the list has no amounts. */
  sums: number[]
  beside: B
  ask: A
}

export interface HistoryPages<T> {
  /** Reads a page. Throws `list_not_ready` if too many records are uncompacted. */
  page<B = undefined, A extends HistoryAsk = HistoryAsk>(
    user_id: number,
    ask: A | (() => Promise<A>),
    span: Span,
    beside?: (ids: number[]) => Promise<B>,
  ): Promise<HistoryPage<T, B, A>>
  tally(user_id: number): Promise<Map<Kind, number>>
}

export const historyPages = <T>(parts: HistoryParts, list: HistoryList<T>): HistoryPages<T> => {
  const { clock } = parts
  const { unseenRows } = limitsOf(parts)
  const consistently = consistentReads(parts, list)
  const loose = looseRows(parts, list)

  return {
    page: <B = undefined, A extends HistoryAsk = HistoryAsk>(
      user_id: number,
      asked: A | (() => Promise<A>),
      span: Span,
      beside: (ids: number[]) => Promise<B> = async () => undefined as B,
    ) => {
      const readFirst = async () => {
        const expecting = expectLater(parts, list, user_id)
        return { given: typeof asked === 'function' ? await asked() : asked, expecting }
      }
      return consistently(user_id, readFirst, async (seen, nodes, { given, expecting }) => {
        const expected = seen.segments.length ? await expecting : []
        const { number, ...narrowed } = given
        const whole = { ...everything, ...narrowed }
        const ask = { ...whole, from: Math.max(whole.from, list.firstId?.(clock.now()) ?? 0) }
        const compacted: Known = { ...nodes, segments: seen.segments, masked: expected, loose: [] }
        const guessed = (unseen: number) => needOf(planPage(compacted, ask, { ...span, unseen }))
        const early = { segments: guessed(unseenRows).segments, idPages: guessed(0).idPages }
        const ahead = number === undefined ? nodes.read(early) : Promise.resolve()
        const besideRecords = async (some: LooseRows<T>) => {
          if (number !== undefined) return
          const known = { ...compacted, masked: some.masked, loose: some.rows }
          const sums = list.hasAmounts ? needOf(planSums(known, [everything.until])) : nothing
          await nodes.read(allOf(needOf(planPage(known, ask, { ...span, unseen: some.masked.length })), sums))
        }
        const { rows, masked } = await loose.read(user_id, seen, ask, { beside: ahead, besideRecords })
        const known: Known = { ...compacted, masked, loose: rows }
        const plan =
          number === undefined
            ? await carryOut(nodes, () => planPage(known, ask, span))
            : planPage(await readByNumber(parts, list, { user_id, number, seen, rows, masked }), ask, span)
        if (!plan || 'need' in plan) return undefined
        const { ids } = plan
        const summed = list.hasAmounts ? await carryOut(nodes, () => planSums(known, ids)) : { sums: [] }
        if (!summed) return undefined

        const byId = new Map(rows.flatMap(({ id, record }) => (record ? [[id, record] as const] : [])))
        const unread = ids.filter((id) => !byId.has(id))
        const answer: HistoryPage<T, B, A> = {
          records: [],
          total: plan.total,
          sums: summed.sums,
          beside: undefined as B,
          ask: given,
        }
        const complete = Promise.all([loose.readRecords(user_id, unread), beside(ids)]).then(([read, more]) => {
          answer.records = ids.flatMap((id) => byId.get(id) ?? read.get(id) ?? [])
          answer.beside = more
          return answer.records.length === ids.length
        })
        return { answer, complete }
      })
    },

    tally: (user_id) => {
      const readFirst = async () => {
        return { expecting: expectLater(parts, list, user_id) }
      }
      return consistently(user_id, readFirst, async (seen, nodes, { expecting }) => {
        const compacted: Known = { ...nodes, segments: seen.segments, masked: [], loose: [] }
        const expected = seen.segments.length ? await expecting : []
        const ahead = nodes.read(needOf(planTally({ ...compacted, masked: expected })))
        const { rows, masked } = await loose.read(user_id, seen, everything, {
          beside: ahead,
          besideRecords: (some) => nodes.read(needOf(planTally({ ...compacted, masked: some.masked }))),
        })
        const planned = await carryOut(nodes, () => planTally({ ...compacted, masked, loose: rows }))
        return planned && { answer: planned.tally, complete: Promise.resolve(true) }
      })
    },
  }
}

const expectLater = <T>({ table }: HistoryParts, list: HistoryList<T>, user_id: number): Promise<number[]> => {
  const expecting = expectOverrides(table, list, user_id)
  expecting.catch(() => undefined)
  return expecting
}

interface NumberAsk<T> extends LooseRows<T> {
  user_id: number
  number: string
  seen: Head
}

/** Finds rows by phone number. Must be called after the overrides were read. */
const readByNumber = async <T>(
  { table }: HistoryParts,
  { numberKey }: HistoryList<T>,
  { user_id, number, seen, rows, masked }: NumberAsk<T>,
): Promise<Known> => {
  const { pk } = must(numberKey, 'look-up by number')(user_id, number, 0)
  const entries = await table.query<StoredKey & { kind: string }>({ pk, from: `${number}#`, to: `${number}$` })
  const hidden = new Set(masked)
  const compacted = entries
    .map(({ sk, kind }): Row => ({ id: readNumberSort(sk).id, kind: readKind(kind) }))
    .filter(({ id }) => id < seen.sealed_until && !hidden.has(id))
  const all = [...rows.filter((row) => row.number === number), ...compacted].sort((one, other) => other.id - one.id)
  return { ...nothingCompacted, loose: all }
}

const nothing: Need = { segments: [], idPages: [] }
const needOf = (plan: { need: Need } | object): Need => ('need' in plan ? plan.need : nothing)
const allOf = (one: Need, other: Need): Need => ({
  segments: [...new Set([...one.segments, ...other.segments])],
  idPages: [...new Set([...one.idPages, ...other.idPages])],
})

const nothingCompacted: Known = {
  segments: [],
  masked: [],
  loose: [],
  segment: () => undefined,
  idPage: () => undefined,
}

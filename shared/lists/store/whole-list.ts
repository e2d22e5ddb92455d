import { readNumberSort } from '../../table/keys.ts'
import { chunksOf } from '../../table/range-chunks.ts'
import { must } from '../../words/must.ts'
import type { WholeList } from '../plan/comparison.ts'
import type { Row } from '../plan/history-shape.ts'
import { type Ask, everything, type Known, planPage } from '../plan/page-plan.ts'
import { planRows } from '../plan/row-plan.ts'
import { planSums, planTally } from '../plan/tally-plan.ts'
import { carryOut, consistentReads } from './consistent-reads.ts'
import type { Head } from './head.ts'
import type { HistoryList, HistoryParts } from './history-list.ts'
import { type LooseRows, looseRows } from './loose-rows.ts'

/** Approximate number of running totals to check; each costs one read per segment. */
const sumsMax = 500

/** Reads a whole list. Throws `list_not_ready` if too many records are uncompacted. */
export const wholeList = <T>(parts: HistoryParts, list: HistoryList<T>) => {
  const { table, clock } = parts
  const consistently = consistentReads(parts, list)
  const loose = looseRows(parts, list)

  const readNumbers = async (user_id: number, { sealed_until }: Head, { rows, masked }: LooseRows<T>) => {
    const { numberKey } = list
    if (!numberKey) return undefined
    const hidden = new Set(masked)
    const numbers = rows.flatMap(({ id, number }) => (number === undefined ? [] : [{ id, number }]))
    for await (const entries of chunksOf(table, { pk: numberKey(user_id, '', 0).pk, only: ['sk'] })) {
      const compacted = entries
        .map(({ sk }) => readNumberSort(sk))
        .filter(({ id }) => id < sealed_until && !hidden.has(id))
      numbers.push(...compacted)
    }
    return numbers
  }

  return (user_id: number): Promise<WholeList> =>
    consistently(
      user_id,
      async () => undefined,
      async (seen, nodes) => {
        const read = await loose.read(user_id, seen, everything)
        const known: Known = { ...nodes, segments: seen.segments, masked: read.masked, loose: read.rows }
        const listed = await carryOut(nodes, () => planRows(known))
        if (!listed) return undefined
        const { rows } = listed
        const ask = { ...everything, from: list.firstId?.(clock.now()) ?? 0 }
        const page = await carryOut(nodes, () => planPage(known, ask, { first: 0, count: rows.length }))
        const tallied = await carryOut(nodes, () => planTally(known))
        const some = list.hasAmounts ? sampleOf(rows) : []
        const summed = await carryOut(nodes, () => planSums(known, some))
        if (!page || !tallied || !summed) return undefined
        const sums = some.map((id, index) => ({ id, sum: must(summed.sums[index], 'sum of a row') }))
        // Search entries must be read after the overrides.
        const numbers = await readNumbers(user_id, seen, read)
        const answer = {
          rows,
          from: ask.from,
          ids: page.ids,
          total: coldTotal(known, ask),
          tally: tallied.tally,
          sums,
          numbers,
        }
        return { answer, complete: Promise.resolve(true) }
      },
    )
}

const coldTotal = (known: Known, ask: Ask): number => {
  const opened = new Set<string>()
  const segment = (key: string) => (opened.has(key) ? known.segment(key) : undefined)
  const idPage = (key: string) => (opened.has(key) ? known.idPage(key) : undefined)
  for (;;) {
    const planned = planPage({ ...known, segment, idPage }, ask, { first: 0, count: 0 })
    if (!('need' in planned)) return planned.total
    for (const key of [...planned.need.segments, ...planned.need.idPages]) opened.add(key)
  }
}

const sampleOf = (rows: readonly Row[]): number[] => {
  const step = Math.max(1, Math.floor(rows.length / sumsMax))
  return rows.filter((_, index) => index % step === 0 || index === rows.length - 1).map(({ id }) => id)
}

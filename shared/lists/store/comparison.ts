import { chunksOf } from '../../table/range-chunks.ts'
import { Problem } from '../../words/problem.ts'
import { readKind, writeKind } from '../plan/columns.ts'
import { contradictionsOf, type Doubt, doubtsOf, type Fact, isSameFact } from '../plan/comparison.ts'
import type { HistoryList, HistoryParts } from './history-list.ts'
import { looseRows } from './loose-rows.ts'
import { wholeList } from './whole-list.ts'

export interface Compared {
  records: number
  differences: string[]
}

const namedMax = 3
const toldMax = 10
const againMax = 1000

/**
 * Compares a compacted list with its records. Differing records are read twice, because they may
 * have changed. Undefined while the list is not ready.
 */
export const historyComparison = <T>(parts: HistoryParts, list: HistoryList<T>) => {
  const { table, clock } = parts
  const { readRecords } = looseRows(parts, list)
  const readWhole = wholeList(parts, list)
  const firstId = () => list.firstId?.(clock.now()) ?? 0

  const factOf = (record: T): { id: number; fact: Fact } | undefined => {
    const row = list.rowOf(record, clock.now())
    if (!row || row.id < firstId()) return undefined
    return { id: row.id, fact: { kind: writeKind(row.kind), amount: row.amount, number: row.number } }
  }

  const readFacts = async (user_id: number): Promise<Map<number, Fact>> => {
    const { pk, sk: from } = list.recordKey(user_id, firstId())
    const facts = new Map<number, Fact>()
    const kinds = new Map<string, string>()
    const once = (kind: string): string => {
      const known = kinds.get(kind)
      if (known === undefined) kinds.set(kind, kind)
      return known ?? kind
    }
    for await (const records of chunksOf<T>(table, { pk, from }))
      for (const record of records) {
        const { id, fact } = factOf(record) ?? {}
        if (id !== undefined && fact) facts.set(id, { ...fact, kind: once(fact.kind) })
      }
    return facts
  }

  const remaining = async (user_id: number, doubts: readonly Doubt[]): Promise<Doubt[]> => {
    const left: Doubt[] = []
    for (let start = 0; start < doubts.length; start += againMax) {
      const some = doubts.slice(start, start + againMax)
      const records = await readRecords(
        user_id,
        some.map(({ id }) => id),
      )
      const factNow = (id: number) => {
        const record = records.get(id)
        return record && factOf(record)?.fact
      }
      left.push(...some.filter(({ id, fact }) => isSameFact(fact, factNow(id))))
    }
    return left
  }

  return async (user_id: number): Promise<Compared | undefined> => {
    const all = await readFacts(user_id)
    const whole = await readWhole(user_id).catch(unlessNotReady)
    if (!whole) return undefined
    // Rows of a deleted campaign stay until their segment is rewritten.
    const isListed = (await list.readListed?.(table, user_id)) ?? (() => true)
    const lowest = firstId()
    const facts = new Map([...all].filter(([id, { kind }]) => id >= lowest && isListed(readKind(kind))))
    const rows = whole.rows.filter(({ id, kind }) => id >= lowest && isListed(kind))
    const doubts = await remaining(user_id, doubtsOf(facts, rows))
    const own = contradictionsOf(whole, all)
    const untold = own.length > toldMax ? [`${own.length - toldMax} more like these`] : []
    return { records: facts.size, differences: [...saidOf(doubts), ...own.slice(0, toldMax), ...untold] }
  }
}

const words = { missing: 'not listed', extra: 'listed, and not there', changed: 'listed as it is not' } as const

const saidOf = (doubts: readonly Doubt[]): string[] =>
  [...Map.groupBy(doubts, ({ how }) => how)].map(([how, some]) => {
    const named = some.slice(0, namedMax).map(({ id }) => id)
    return `${some.length} ${some.length === 1 ? 'is' : 'are'} ${words[how]} (${named.join(', ')}${some.length > namedMax ? ', …' : ''})`
  })

const unlessNotReady = (cause: unknown): undefined => {
  if (!(cause instanceof Problem && cause.code === 'list_not_ready')) throw cause
}

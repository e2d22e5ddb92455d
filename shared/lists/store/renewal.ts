import { readNumberSort } from '../../table/keys.ts'
import { chunksOf } from '../../table/range-chunks.ts'
import { forEachConcurrently } from './concurrently.ts'
import { heads, runEnd } from './head.ts'
import { type HistoryList, type HistoryParts, limitsOf } from './history-list.ts'
import { looseRows } from './loose-rows.ts'

const attemptsMax = 20

/**
 * Empties the list's head, so that the compactor packs all records again. A running compactor then
 * fails, and readers start again.
 */
export const historyRenewal = <T>(parts: HistoryParts, list: HistoryList<T>) => {
  const { table, clock } = parts
  const limits = limitsOf(parts)
  const head = heads(table, list)
  const { readRecords } = looseRows(parts, list)

  const numberOf = (record: T | undefined) => record && list.rowOf(record, clock.now())?.number

  const dropStrayEntries = async (user_id: number): Promise<void> => {
    if (!list.numberKey) return
    const numbers = new Map<number, string | undefined>()
    for await (const records of chunksOf<T>(table, { pk: list.recordKey(user_id, 0).pk }))
      for (const record of records) numbers.set(Number(record.sk), numberOf(record))
    for await (const entries of chunksOf(table, { pk: list.numberKey(user_id, '', 0).pk, only: ['pk', 'sk'] })) {
      const named = entries.map(({ pk, sk }) => ({ key: { pk, sk }, ...readNumberSort(sk) }))
      const doubted = named.filter(({ id, number }) => numbers.get(id) !== number)
      const records = await readRecords(user_id, [...new Set(doubted.map(({ id }) => id))])
      const stray = doubted.filter(({ id, number }) => numberOf(records.get(id)) !== number)
      await forEachConcurrently(stray, ({ key }) => table.write([{ delete: key }]))
    }
  }

  return async (user_id: number): Promise<boolean> => {
    await dropStrayEntries(user_id)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const [before, now] = [await head.read(user_id), clock.now()]
      if (before.version === 0) return false
      const version = before.version + 1
      const empty = { sealed_until: 0, segments: [], retired: [], outdated: { version, at: now } }
      const renewed = { ...before, ...empty, version, folds: before.folds + 1 }
      const due_at = Math.max(now, runEnd(renewed, limits))
      if (await head.replace(user_id, before, { ...renewed, due_at })) return true
    }
    throw new Error(`The history of each ${list.noun} keeps changing`)
  }
}

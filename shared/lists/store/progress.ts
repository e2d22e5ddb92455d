import type { StoredKey } from '../../table/keys.ts'
import { timeOfId } from '../../words/id.ts'
import { heads } from './head.ts'
import { type HistoryList, type HistoryParts, limitsOf } from './history-list.ts'

export interface CompactionProgress {
  compacted: number
  waiting: number
  isCounted: boolean
}

/** Number of records that are counted exactly; further records are estimated. */
const countedMax = 20_000

export const historyProgress = <T>(parts: HistoryParts, list: HistoryList<T>) => {
  const { table, clock } = parts
  const { rowsMin } = limitsOf(parts)
  const head = heads(table, list)

  return {
    waitingSince: async (user_id: number): Promise<number | undefined> => {
      const { sealed_until } = await head.read(user_id)
      const { pk, sk: from } = list.recordKey(user_id, Math.max(sealed_until, list.firstId?.(clock.now()) ?? 0))
      const records = await table.query<T & StoredKey>({ pk, from, limit: rowsMin })
      const rows = records.flatMap((record) => list.rowOf(record, clock.now()) ?? [])
      const last = rows.filter(({ isSettled }) => isSettled)[rowsMin - 1]
      return last && timeOfId(last.id)
    },

    progress: async (user_id: number): Promise<CompactionProgress> => {
      const { sealed_until, segments } = await head.read(user_id)
      const compacted = segments.reduce((sum, { count, gone }) => sum + count - gone, 0)
      const { pk, sk: from } = list.recordKey(user_id, Math.max(sealed_until, list.firstId?.(clock.now()) ?? 0))
      const range = { pk, from, only: ['sk'], stale: true }
      const [counted, newest] = await Promise.all([
        table.query<StoredKey>({ ...range, limit: countedMax }),
        table.query<StoredKey>({ ...range, newestFirst: true, limit: 1 }),
      ])
      const [first, last, end] = [counted[0], counted.at(-1), newest[0]].map((key) => timeOfId(Number(key?.sk ?? 0)))
      const isCounted = counted.length < countedMax
      if (isCounted || first === undefined || last === undefined || end === undefined)
        return { compacted, waiting: counted.length, isCounted }
      const perMs = counted.length / Math.max(1, last - first)
      return { compacted, waiting: Math.round(counted.length + perMs * Math.max(0, end - last)), isCounted }
    },
  }
}

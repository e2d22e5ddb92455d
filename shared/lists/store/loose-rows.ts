import type { StoredKey } from '../../table/keys.ts'
import { must } from '../../words/must.ts'
import { Problem } from '../../words/problem.ts'
import { type Ask, everything } from '../plan/page-plan.ts'
import { type Head, heads } from './head.ts'
import { type HistoryList, type HistoryParts, type HistoryRow, limitsOf } from './history-list.ts'
import { readOverrides } from './overrides.ts'

/**
 * Rows that are not compacted, or whose compacted row is outdated. `masked`: ids of the outdated
 * rows.
 */
export interface LooseRows<T> {
  rows: LooseRow<T>[]
  masked: number[]
}

export type LooseRow<T> = Omit<HistoryRow, 'isSettled'> & { record?: T }

interface Meanwhile<T> {
  /** Work that runs while the overrides are read. */
  beside?: Promise<unknown>
  besideRecords?: (known: LooseRows<T>) => Promise<unknown>
}

const retrySeconds = 60

const chunkRowsMax = 2000

export const looseRows = <T>(parts: HistoryParts, list: HistoryList<T>) => {
  const { table, clock } = parts
  const { tailRows, tailMs } = limitsOf(parts)

  const readRecords = async (user_id: number, ids: number[]): Promise<Map<number, T>> => {
    if (ids.length === 0) return new Map()
    const records = await table.getMany<T>(ids.map((id) => list.recordKey(user_id, id)))
    return new Map(
      records.flatMap((record, index) => (record ? [[must(ids[index], 'id of the record'), record] as const] : [])),
    )
  }

  const rowsOf = (record: T | undefined): LooseRow<T>[] => {
    const row = record && list.rowOf(record, clock.now())
    return row ? [{ ...row, record }] : []
  }

  /** Reads the uncompacted records. Throws `list_not_ready` if too many exist. */
  const readTail = async (user_id: number, head: Head, { from, until }: Ask): Promise<T[]> => {
    const { pk, sk } = list.recordKey(user_id, Math.max(from, head.sealed_until))
    const limit = Math.min(chunkRowsMax, tailRows)
    const began = clock.now()
    const records: T[] = []
    for (let last = until - 1; ; ) {
      const to = list.recordKey(user_id, last).sk
      const chunk = await table.query<T & StoredKey>({ pk, from: sk, to, newestFirst: true, limit })
      records.push(...chunk)
      if (chunk.length < limit) return records
      if (records.length >= tailRows || clock.now() - began > tailMs) {
        await heads(table, list).wake(user_id, head, clock.now())
        throw new Problem('list_not_ready', { retrySeconds })
      }
      last = Number(must(chunk.at(-1), 'last record').sk) - 1
    }
  }

  return {
    readRecords,

    /** Must be called after the head was read. */
    read: async (
      user_id: number,
      head: Head,
      ask: Ask,
      { beside, besideRecords }: Meanwhile<T> = {},
    ): Promise<LooseRows<T>> => {
      const { from, until } = list.hasAmounts ? everything : ask
      const [overrides, tail] = await Promise.all([
        readOverrides(table, list, user_id, { from, until: Math.min(until, head.sealed_until) }),
        readTail(user_id, head, { from, until }),
        beside,
      ])
      const masked = overrides.map(({ id }) => id)
      const changed = overrides.flatMap(({ id, kind, number }) => (kind ? [{ id, kind, number }] : []))
      const rows = newestFirst([...tail.flatMap(rowsOf), ...changed])
      const rereads = overrides.filter(({ is }) => is === 'reread').map(({ id }) => id)
      if (rereads.length === 0) return { rows, masked }
      const [records] = await Promise.all([readRecords(user_id, rereads), besideRecords?.({ rows, masked })])
      return { rows: newestFirst([...rows, ...[...records.values()].flatMap(rowsOf)]), masked }
    },
  }
}

const newestFirst = <R extends { id: number }>(rows: R[]): R[] => rows.sort((one, other) => other.id - one.id)

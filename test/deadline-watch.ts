import { dueShards, tableShape } from '../shared/table/keys.ts'
import type { Table } from '../shared/table/table.ts'
import { startAgainAt } from '../shared/words/delay.ts'

/**
 * Reports whether a check of deadlines can be skipped: nothing was written since the last check,
 * and no deadline has passed.
 */
export const watchDeadlines = (over: Table) => {
  let isWritten = true
  let nextAt: number | undefined
  const noted = async <T>(write: Promise<T>): Promise<T> => {
    isWritten = true
    nextAt = undefined
    return write.finally(() => {
      isWritten = true
      nextAt = undefined
    })
  }
  const table: Table = {
    ...over,
    write: (writes, how) => noted(over.write(writes, how)),
    putMany: (items) => noted(over.putMany(items)),
  }

  const first = async (from: number): Promise<number> => {
    const range = { index: tableShape.dueIndex, from, limit: 1 }
    const shards = Array.from({ length: dueShards }, (_, shard) =>
      over.query<{ due_at: number }>({ ...range, pk: `due#${shard}` }),
    )
    return Math.min(...(await Promise.all(shards)).flat().map(({ due_at }) => due_at))
  }

  const readDeadlines = async (now: number): Promise<boolean> => {
    const [earliest, resting] = await Promise.all([first(0), first(startAgainAt)])
    if (isWritten) return false
    nextAt = resting === Number.POSITIVE_INFINITY ? earliest : 0
    return now < nextAt
  }

  return {
    table,
    hasNothingDue: (now: number): boolean | Promise<boolean> => {
      if (isWritten) {
        isWritten = false
        return false
      }
      return nextAt === undefined ? readDeadlines(now) : now < nextAt
    },
  }
}

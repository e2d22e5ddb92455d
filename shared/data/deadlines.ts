import { dueShards, type Key, readDueKey, tableShape } from './keys.ts'
import type { Table } from './table.ts'

export interface Due {
  /** What kind of thing it is: the noun of its key. */
  noun: string
  user_id: number
  id: number
}

export interface Deadlines {
  /** Everything that somebody should have looked after by now, oldest first in each shard, at most `limit` a shard. */
  past(now: number, limit: number): Promise<Due[]>
}

export const deadlines = ({ table }: { table: Table }): Deadlines => ({
  past: async (now, limit) => {
    const shards = Array.from({ length: dueShards }, (_, shard) =>
      table.query<Key>({ pk: `due#${shard}`, to: now, index: tableShape.dueIndex, limit }),
    )
    return (await Promise.all(shards)).flat().map(readDueKey)
  },
})

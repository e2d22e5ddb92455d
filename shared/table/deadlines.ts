import { startAgainAt } from '../words/delay.ts'
import type { Due } from './due.ts'
import { dueShards, readDueKey, type StoredKey, tableShape } from './keys.ts'
import type { Table } from './table.ts'

export interface Deadlines {
  /**
   * Returns due items, oldest first per shard. If more than `limit` are due, returns the oldest and
   * the newest, so that old items do not block new ones.
   */
  past(now: number, limit: number): Promise<Due[]>
  resting(limit: number): Promise<Due[]>
}

export const deadlines = ({ table }: { table: Table }): Deadlines => {
  const pastIn = async (shard: number, now: number, limit: number): Promise<StoredKey[]> => {
    const range = { pk: `due#${shard}`, to: now, index: tableShape.dueIndex, limit, only: ['pk', 'sk'] }
    const oldest = await table.query<StoredKey>(range)
    if (oldest.length < limit) return oldest
    const newest = await table.query<StoredKey>({ ...range, newestFirst: true })
    return [...new Map([...oldest, ...newest.toReversed()].map((key) => [`${key.pk}/${key.sk}`, key])).values()]
  }
  return {
    resting: async (limit) => {
      const range = { index: tableShape.dueIndex, from: startAgainAt, limit, only: ['pk', 'sk'] }
      const shards = Array.from({ length: dueShards }, (_, shard) =>
        table.query<StoredKey>({ ...range, pk: `due#${shard}` }),
      )
      return (await Promise.all(shards)).flat().map(readDueKey)
    },

    past: async (now, limit) => {
      const shards = Array.from({ length: dueShards }, (_, shard) => pastIn(shard, now, limit))
      return (await Promise.all(shards)).flat().map(readDueKey)
    },
  }
}

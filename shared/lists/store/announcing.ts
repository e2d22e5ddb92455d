import { historyKeys } from '../../table/keys.ts'
import { firstIdAt } from '../../words/id.ts'
import { type Head, heads } from './head.ts'
import { type HistoryList, type HistoryParts, limitsOf } from './history-list.ts'
import type { Hold } from './overrides.ts'

export const announcing = <T>(parts: HistoryParts, list: HistoryList<T>) => {
  const { table } = parts
  const limits = limitsOf(parts)
  const head = heads(table, list)
  const keys = historyKeys(list.noun)

  /** Returns the lowest id that a running import still writes, or else the highest possible id. */
  const heldFrom = async (user_id: number, now: number): Promise<number> => {
    const { pk, sk: from } = keys.hold(user_id, '')
    const holds = await table.query<Hold>({ pk, from, to: keys.hold(user_id, '~').sk })
    return Math.min(Number.MAX_SAFE_INTEGER, ...holds.flatMap(({ id, until }) => (until > now ? [id] : [])))
  }

  /**
   * Announces a compactor run in the list's head. From then on, creators of records below `fence`
   * also write overrides.
   */
  return async (user_id: number, before: Head, now: number): Promise<Head | undefined> => {
    const settledUntil = firstIdAt(now - (list.settleMs ?? limits.settleMs))
    const announced: Head = {
      ...before,
      version: before.version + 1,
      running_since: now,
      fence: Math.max(before.fence, Math.min(settledUntil, await heldFrom(user_id, now))),
      due_at: now + limits.runMs,
    }
    return (await head.replace(user_id, before, announced)) ? announced : undefined
  }
}

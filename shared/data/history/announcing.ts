import { firstIdAt } from '../../domain/id.ts'
import { historyKeys, sealingKey } from '../keys.ts'
import { type Head, heads } from './head.ts'
import { type HistoryList, type HistoryParts, limitsOf } from './history-list.ts'

/** How a run of the sealer begins: with a head that says so. */
export const announcing = <T>(parts: HistoryParts, list: HistoryList<T>) => {
  const { table } = parts
  const limits = limitsOf(parts)
  const head = heads(table, list)
  const keys = historyKeys(list.noun)

  /**
   * From when on rows may be sealed: by then, every function that knows nothing of histories has ended. Where something is sealed, it has
   * long been so; until the stage has noted when the last of them was replaced, there is no such time.
   */
  const readyAt = async ({ sealed_until }: Head): Promise<number | undefined> => {
    if (limits.beginMs === 0 || sealed_until > 0) return 0
    const noted = await table.get<{ begun_at: number }>(sealingKey)
    return noted && noted.begun_at + limits.beginMs
  }

  /** The announcement of a run: from now on, a record that is stored below the fence is marked by its creator. */
  const announce = async (user_id: number, before: Head, now: number): Promise<Head | undefined> => {
    const ready_at = await readyAt(before)
    if (ready_at === undefined) return undefined
    const hold = await table.get<{ id: number; until: number }>(keys.hold(user_id))
    const held = hold && hold.until > now ? hold.id : Number.MAX_SAFE_INTEGER
    const isEarly = now < ready_at
    const announced: Head = {
      ...before,
      version: before.version + 1,
      running_since: now,
      fence: isEarly
        ? before.fence
        : Math.max(before.fence, Math.min(firstIdAt(now - (list.settleMs ?? limits.settleMs)), held)),
      due_at: isEarly ? ready_at : now + limits.runMs,
    }
    if (isEarly) announced.flipped = announced.version
    const isAnnounced = await head.replace(user_id, before, announced)
    return isAnnounced && !isEarly ? announced : undefined
  }

  return announce
}

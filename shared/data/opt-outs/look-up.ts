import { blockOf, entryOf, placesIn } from '../../domain/suppression-lists/entries.ts'
import { type ListHead, listReason, operatorId } from '../../domain/suppression-lists/list-head.ts'
import { suppressionBlockKey, suppressionListKey } from '../../table/keys.ts'
import type { Table } from '../../table/table.ts'
import type { Clock } from '../../words/clock.ts'

/**
 * Finds numbers in do-not-call lists. Costs at most one read unit per number. Results are partly
 * cached.
 */
export interface ListLookUp {
  /** Returns the listed numbers, each with its reason. */
  barred(user_id: number, phone_numbers: readonly string[]): Promise<Map<string, string>>
  any(user_id: number): Promise<boolean>
}

/** Milliseconds for which a process reuses the head item of a user's lists. */
const headMsMax = 5_000
const ownersMax = 1_000

export const listLookUp = ({ table, clock }: { table: Table; clock: Clock }): ListLookUp => {
  const known = new Map<number, { at: number; head: Promise<ListHead | undefined> }>()

  const headOf = (owner: number): Promise<ListHead | undefined> => {
    const now = clock.now()
    const last = known.get(owner)
    if (last && now - last.at < headMsMax && now >= last.at) return last.head
    const head = table.get<ListHead>(suppressionListKey(owner), { stale: true })
    known.delete(owner)
    known.set(owner, { at: now, head })
    head.catch(() => known.delete(owner))
    for (const oldest of known.keys()) {
      if (known.size <= ownersMax) break
      known.delete(oldest)
    }
    return head
  }

  const reasonOf = async (owner: number, number: string): Promise<string | undefined> => {
    const head = await headOf(owner)
    const found = (await placesOf(head, number, true)) ?? (await renewed(owner, number))
    const list = found.head?.lists.find(({ place }) => found.places.includes(place))
    return list && listReason(list, clock.now())
  }

  /**
   * Returns the lists that contain the number. Undefined when a newer version of the lists has
   * replaced the block.
   */
  const placesOf = async (
    head: ListHead | undefined,
    number: string,
    stale: boolean,
  ): Promise<{ head: ListHead | undefined; places: number[] } | undefined> => {
    if (!head?.version) return { head, places: [] }
    const place = blockOf(entryOf(number, 0), head.blocks)
    const key = suppressionBlockKey(head.user_id, head.version, place)
    const block = await table.get<{ entries: Uint8Array }>(key, { stale })
    return block && { head, places: placesIn(block.entries, number) }
  }

  /** Reads the lists again. If this read fails, the call is not placed. */
  const renewed = async (owner: number, number: string) => {
    const head = await table.get<ListHead>(suppressionListKey(owner))
    known.set(owner, { at: clock.now(), head: Promise.resolve(head) })
    const found = await placesOf(head, number, false)
    if (!found) throw new Error('A block of the do-not-call lists is missing')
    return found
  }

  return {
    barred: async (user_id, phone_numbers) => {
      const found = await Promise.all(
        [...new Set(phone_numbers)].map(async (number) => {
          const [general, own] = await Promise.all([reasonOf(operatorId, number), reasonOf(user_id, number)])
          const reason = own ?? general
          return reason === undefined ? [] : [[number, reason] as const]
        }),
      )
      return new Map(found.flat())
    },
    any: async (user_id) => {
      const heads = await Promise.all([headOf(operatorId), headOf(user_id)])
      return heads.some((head) => (head?.lists.length ?? 0) > 0)
    },
  }
}

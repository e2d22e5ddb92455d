import { historyKeys, type StoredKey } from '../../table/keys.ts'
import type { Table, Write } from '../../table/table.ts'
import type { Random } from '../../words/clock.ts'
import { timeOfId } from '../../words/id.ts'
import { type Kind, readKind, writeKind } from '../plan/columns.ts'
import { everything } from '../plan/page-plan.ts'
import { forEachConcurrently } from './concurrently.ts'
import { type Head, heads } from './head.ts'
import { type HistoryList, type HistoryParts, limitsOf } from './history-list.ts'

/** Corrects the compacted row of a record. */
export interface Override {
  id: number
  /** Random number that distinguishes overrides of the same id. */
  stamp: number
  is: 'gone' | 'reread' | 'kind'
  kind?: Kind
  number?: string
}

interface StoredOverride {
  stamp: number
  /** Without `kind` and `gone`, the record itself must be read. */
  kind?: string
  gone?: true
  number?: string
}

/**
 * Makes the compactor wait until `until` (epoch milliseconds), while an import writes records from
 * `id` on.
 */
export interface Hold {
  id: number
  until: number
}

export interface HistoryOverrides {
  /** Writes overrides for the records if the compactor may already have read past their ids. */
  register(user_id: number, ids: number[]): Promise<void>
  /**
   * Returns override writes for the transaction that completes a record whose creator may have
   * crashed.
   */
  late(user_id: number, id: number): Promise<Write[]>
  /**
   * Returns the override for the transaction that removes the record. `number`: only if the record
   * can be searched by number.
   */
  gone(user_id: number, id: number, number?: string): Write
  /** Returns the override for the transaction that reopens a completed record. */
  reread(user_id: number, id: number): Write
  /**
   * Returns the override for the transaction that changes the record's kind. The last change wins.
   */
  kind(user_id: number, id: number, kind: Kind, number?: string): Write
  /** Makes the compactor stop before `id` for `holdMs`. Each holder has at most one hold. */
  hold(user_id: number, holder: string, id: number, holdMs: number): Promise<void>
  release(user_id: number, holder: string): Promise<void>
}

export const historyOverrides = <T>(parts: HistoryParts, list: HistoryList<T>): HistoryOverrides => {
  const { table, clock, random } = parts
  const head = heads(table, list)
  const keys = historyKeys(list.noun)
  const limits = limitsOf(parts)
  const put = (user_id: number, id: number, content: Omit<StoredOverride, 'stamp'>): Write => ({
    put: { ...keys.override(user_id, id), ...content, stamp: newStamp(random) },
  })
  const rereadsOf = (user_id: number, seen: Head, ids: number[]): Write[] =>
    ids.filter((id) => mayHavePassed(seen, id)).map((id) => rereadOverride(list, random, user_id, id))

  /** True while the record is too young to be compacted. */
  const isYoung = (id: number): boolean =>
    clock.now() - timeOfId(id) < (list.settleMs ?? limits.settleMs) - limits.skewMs

  const settledIn = new Set<number>()
  const remember = (ids: number[]) => {
    for (const id of ids) settledIn.add(id)
    for (const id of settledIn) {
      if (settledIn.size <= rememberedMax) return
      settledIn.delete(id)
    }
  }

  return {
    register: async (user_id, ids) => {
      const old = ids.filter((id) => !isYoung(id))
      if (old.length > 0) {
        const overrides = rereadsOf(user_id, await head.read(user_id), old)
        await forEachConcurrently(overrides, (override) => table.write([override]))
      }
      remember(ids)
    },

    late: async (user_id, id) => {
      if (settledIn.has(id)) return []
      return mayHavePassed(await head.read(user_id), id) ? [put(user_id, id, {})] : []
    },
    reread: (user_id, id) => put(user_id, id, {}),
    gone: (user_id, id, number) => put(user_id, id, { gone: true, number }),
    kind: (user_id, id, kind, number) => put(user_id, id, { kind: writeKind(kind), number }),

    hold: async (user_id, holder, id, holdMs) => {
      const until = clock.now() + holdMs
      const expires_at_seconds = Math.ceil(until / 1000)
      await table.write([{ put: { ...keys.hold(user_id, holder), id, until, expires_at_seconds } }])
    },
    release: async (user_id, holder) => {
      await table.write([{ delete: keys.hold(user_id, holder) }])
    },
  }
}

/**
 * True when the compactor may have read past the id before the record was stored. A finished run
 * reads up to `sealed_until`, an active run up to `fence`.
 */
const mayHavePassed = ({ sealed_until, fence, version, flipped }: Head, id: number): boolean =>
  id < sealed_until || (id < fence && version > flipped)

const rememberedMax = 1_000

const newStamp = (random: Random): number => Math.floor(random.number() * Number.MAX_SAFE_INTEGER)

export const rereadOverride = (
  list: Pick<HistoryList<unknown>, 'noun'>,
  random: Random,
  user_id: number,
  id: number,
): Write => ({
  update: historyKeys(list.noun).override(user_id, id),
  set: { stamp: newStamp(random) },
  remove: ['gone', 'kind'],
})

const expectedMax = 1_000

export const expectOverrides = async <T>(
  table: Table,
  { noun }: HistoryList<T>,
  user_id: number,
): Promise<number[]> => {
  const { pk } = historyKeys(noun).override(user_id, 0)
  const stored = await table.query<StoredKey>({ pk, only: ['sk'], limit: expectedMax, stale: true })
  return stored.map(({ sk }) => Number(sk))
}

export const readOverrides = async <T>(
  table: Table,
  { noun }: HistoryList<T>,
  user_id: number,
  { from, until } = everything,
): Promise<Override[]> => {
  const keys = historyKeys(noun)
  const { pk, sk } = keys.override(user_id, from)
  if (until <= from) return []
  const stored = await table.query<StoredOverride & StoredKey>({
    pk,
    from: sk,
    to: keys.override(user_id, until - 1).sk,
  })
  return stored.map((override) => ({
    id: Number(override.sk),
    stamp: override.stamp,
    number: override.number,
    ...(override.kind === undefined
      ? { is: override.gone ? 'gone' : 'reread' }
      : { is: 'kind', kind: readKind(override.kind) }),
  }))
}

import { historyKeys, type StoredKey } from '../../table/keys.ts'
import type { Table, Write } from '../../table/table.ts'
import type { Random } from '../../words/clock.ts'
import { timeOfId } from '../../words/id.ts'
import { type Kind, readKind, writeKind } from '../plan/columns.ts'
import { everything } from '../plan/page-plan.ts'
import { type Head, heads } from './head.ts'
import { type HistoryList, type HistoryParts, limitsOf } from './history-list.ts'
import { inTurns } from './turns.ts'

/** Says `do not believe the sealed row of this id`. */
export interface Mark {
  id: number
  /** Tells a mark from the next one of the same id. */
  stamp: number
  is: 'gone' | 'look' | 'kind'
  kind?: Kind
  number?: string
}

interface StoredMark {
  stamp: number
  /** Absent in the other two: what is neither gone nor of a known kind has to be looked at. */
  kind?: string
  gone?: true
  number?: string
}

/** Records from `id` on are being written, until the time `until` at the latest. */
export interface Hold {
  id: number
  until: number
}

/** Messages of writers to the list of their noun. */
export interface HistoryMarks {
  /**
   * Runs once a record is stored and before its creator answers: if the compactor may have passed
   * already, the record gets a mark. Young records, nearly all of them, need no read; otherwise one
   * read unit serves all of them.
   */
  settleIn(user_id: number, ids: number[]): Promise<void>
  /**
   * The same for the transaction that settles a record, whose creator may have died before it
   * settled in.
   */
  late(user_id: number, id: number): Promise<Write[]>
  /**
   * Joins the transaction that removes a record; the number is needed if the list can be asked for
   * it.
   */
  gone(user_id: number, id: number, number?: string): Write
  /**
   * Joins the transaction that opens a settled record again: what it says of itself counts, until
   * it is settled.
   */
  look(user_id: number, id: number): Write
  /** Joins the transaction that changes the kind of a settled record. The last one wins. */
  kind(user_id: number, id: number, kind: Kind, number?: string): Write
  /**
   * Keeps the fence below `id` for `holdMs`, because `holder` writes records from there on. It
   * saves marks; lists are right without it. Each holder has one hold, and the lowest counts.
   */
  hold(user_id: number, holder: string, id: number, holdMs: number): Promise<void>
  /** Ends the hold of `holder`. */
  release(user_id: number, holder: string): Promise<void>
}

export const historyMarks = <T>(parts: HistoryParts, list: HistoryList<T>): HistoryMarks => {
  const { table, clock, random } = parts
  const head = heads(table, list)
  const keys = historyKeys(list.noun)
  const limits = limitsOf(parts)
  const put = (user_id: number, id: number, content: Omit<StoredMark, 'stamp'>): Write => ({
    put: { ...keys.mark(user_id, id), ...content, stamp: newStamp(random) },
  })
  const lookAt = (user_id: number, seen: Head, ids: number[]): Write[] =>
    ids.filter((id) => mayHavePassed(seen, id)).map((id) => lookMark(list, random, user_id, id))

  /**
   * True when no compactor can have reached a record that is stored by now: none takes what is
   * younger than `settleMs`. Always false where `settleMs` is no longer than clocks may differ.
   */
  const isYoung = (id: number): boolean =>
    clock.now() - timeOfId(id) < (list.settleMs ?? limits.settleMs) - limits.skewMs

  /** Ids that this process settled in lately, oldest first. */
  const settledIn = new Set<number>()
  const remember = (ids: number[]) => {
    for (const id of ids) settledIn.add(id)
    for (const id of settledIn) {
      if (settledIn.size <= rememberedMax) return
      settledIn.delete(id)
    }
  }

  return {
    settleIn: async (user_id, ids) => {
      const old = ids.filter((id) => !isYoung(id))
      if (old.length > 0) {
        const marks = lookAt(user_id, await head.read(user_id), old)
        await inTurns(marks, (mark) => table.write([mark]))
      }
      remember(ids)
    },

    late: async (user_id, id) => {
      if (settledIn.has(id)) return []
      return mayHavePassed(await head.read(user_id), id) ? [put(user_id, id, {})] : []
    },
    look: (user_id, id) => put(user_id, id, {}),
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
 * True when a compactor may have passed this id without having read its record. A run that is
 * announced later reads its range later, and sees the stored records.
 */
const mayHavePassed = ({ sealed_until, fence, version, flipped }: Head, id: number): boolean =>
  id < sealed_until || (id < fence && version > flipped)

/** A process settles its own records soon after it stored them. */
const rememberedMax = 1_000

/** A number that no other mark of the same id has had. */
const newStamp = (random: Random): number => Math.floor(random.number() * Number.MAX_SAFE_INTEGER)

/**
 * The mark that has a row's record looked at, whatever it said before. A number stays with it: if
 * the record is gone by now, its entry has to go as well.
 */
export const lookMark = (
  list: Pick<HistoryList<unknown>, 'noun'>,
  random: Random,
  user_id: number,
  id: number,
): Write => ({
  update: historyKeys(list.noun).mark(user_id, id),
  set: { stamp: newStamp(random) },
  remove: ['gone', 'kind'],
})

/** The most marks that are looked for ahead of time. */
const expectedMax = 1_000

/**
 * Ids that are likely to be marked when marks are read next: which volumes that takes is known a
 * trip sooner.
 */
export const expectMarks = async <T>(table: Table, { noun }: HistoryList<T>, user_id: number): Promise<number[]> => {
  const { pk } = historyKeys(noun).mark(user_id, 0)
  const stored = await table.query<StoredKey>({ pk, only: ['sk'], limit: expectedMax, stale: true })
  return stored.map(({ sk }) => Number(sk))
}

/** The marks of rows in this range of ids, in their order. */
export const readMarks = async <T>(
  table: Table,
  { noun }: HistoryList<T>,
  user_id: number,
  { from, until } = everything,
): Promise<Mark[]> => {
  const keys = historyKeys(noun)
  const { pk, sk } = keys.mark(user_id, from)
  if (until <= from) return []
  const stored = await table.query<StoredMark & StoredKey>({ pk, from: sk, to: keys.mark(user_id, until - 1).sk })
  return stored.map((mark) => ({
    id: Number(mark.sk),
    stamp: mark.stamp,
    number: mark.number,
    ...(mark.kind === undefined ? { is: mark.gone ? 'gone' : 'look' } : { is: 'kind', kind: readKind(mark.kind) }),
  }))
}

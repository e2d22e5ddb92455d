import { type BlacklistEntry, type BlacklistSource, isOptOut, sourceOf } from '../domain/account/blacklist-entry.ts'
import { idAt } from '../domain/id.ts'
import { spellingsOf } from '../domain/phone-spellings.ts'
import { lost, untilWritten } from './compare-and-set.ts'
import type { HistoryList, HistoryParts } from './history/history-list.ts'
import { historyMarks } from './history/marks.ts'
import { historyPages } from './history/pages.ts'
import { blacklistedKey, blacklistKey, idempotencyKey, type Key } from './keys.ts'
import { exists, isNew, type Write, when } from './table.ts'

export interface Blacklist {
  /** May this number (E.164) not be dialled or texted for this user? One read for each of its spellings. */
  has(user_id: number, phone_number: string): Promise<boolean>
  /** Those of these numbers that may not be. One read for a hundred of them. */
  listedOf(user_id: number, phone_numbers: string[]): Promise<Set<string>>
  /** The numbers, in every spelling, of all entries or of at most so many. */
  numbers(user_id: number, atMost?: number): Promise<string[]>
  /** The entry of this number, which is made unless there is one; what a user adds by hand no opt-in takes off any more. */
  add(user_id: number, phone_number: string, reason: string | null, source: BlacklistSource): Promise<BlacklistEntry>
  /** The number that may be dialled and texted again; undefined when there is no such entry. */
  remove(user_id: number, id: number): Promise<string | undefined>
  /**
   * Takes a number off that an opt-out put on, once for each message that asks for it: a message that arrives again says nothing
   * about an opt-out since. False when the number stays on.
   */
  clear(user_id: number, phone_number: string, sms_sid: string): Promise<boolean>
  /** Newest first, and how many there are in all. */
  page(user_id: number, first: number, count: number): Promise<{ items: BlacklistEntry[]; total: number }>
}

/** Entries of version 0.1.0 do not say who made them. */
type StoredEntry = Omit<BlacklistEntry, 'source'> & { source?: BlacklistSource }

/** There, and not added by hand meanwhile. */
const notByHand = when('attribute_exists(#pk) AND (attribute_not_exists(#source) OR #source <> :user)', {
  user: 'user',
})

/** How entries are listed: nothing is asked about them, so they are settled from the start. */
export const blacklistHistory: HistoryList<StoredEntry> = {
  noun: 'blacklist',
  recordKey: blacklistKey,
  rowOf: ({ id }) => ({ id, kind: [], isSettled: true }),
}

/**
 * Every number has an entry by its id and, written and removed with it, each of its spellings that leads there. Version 0.1.0 stored
 * the one spelling that it was told.
 */
export const blacklist = (parts: HistoryParts): Blacklist => {
  const { table, clock, random } = parts
  const marks = historyMarks(parts, blacklistHistory)
  const { page } = historyPages(parts, blacklistHistory)
  const find = async (user_id: number, id: number) => {
    const stored = await table.get<StoredEntry>(blacklistKey(user_id, id))
    return stored && read(stored)
  }
  const lookUp = async (user_id: number, phone_number: string) => {
    const known = spellingsOf(phone_number).map((spelling) =>
      table.get<{ id: number }>(blacklistedKey(user_id, spelling)),
    )
    return (await Promise.all(known)).find((one) => one !== undefined)
  }
  const removal = ({ user_id, id, phone_number }: BlacklistEntry, condition = exists): Write[] => [
    { delete: blacklistKey(user_id, id), when: condition },
    ...spellingsOf(phone_number).map((spelling): Write => ({ delete: blacklistedKey(user_id, spelling) })),
    marks.gone(user_id, id),
  ]

  /** The entry as it is once a user has added its number by hand. */
  const adopt = async (entry: BlacklistEntry, reason: string | null): Promise<BlacklistEntry | undefined> => {
    const own = { ...entry, source: 'user' as const, reason: reason ?? entry.reason }
    const written = await table.write([{ put: { ...own, ...blacklistKey(entry.user_id, entry.id) }, when: exists }])
    return written.done ? own : undefined
  }

  return {
    has: async (user_id, phone_number) => (await lookUp(user_id, phone_number)) !== undefined,

    listedOf: async (user_id, phone_numbers) => {
      const asked = [...new Set(phone_numbers)]
      const spellings = [...new Set(asked.flatMap(spellingsOf))]
      const known = await table.getMany(spellings.map((number) => blacklistedKey(user_id, number)))
      const listed = new Set(spellings.filter((_, index) => known[index] !== undefined))
      return new Set(asked.filter((number) => spellingsOf(number).some((spelling) => listed.has(spelling))))
    },

    numbers: async (user_id, limit) => {
      const keys = await table.query<Key>({ pk: blacklistedKey(user_id, '').pk, only: ['sk'], limit })
      return [...new Set(keys.flatMap(({ sk }) => spellingsOf(sk)))]
    },

    add: async (user_id, phone_number, reason, source) => {
      const listed = await untilWritten(parts, 'blacklist', async () => {
        const created_at = clock.now()
        const id = idAt(created_at, random.number())
        const entry: BlacklistEntry = { id, user_id, phone_number, reason, source, created_at }
        const written = await table.write<{ id: number }>([
          { put: { ...blacklistKey(user_id, id), ...entry }, when: isNew },
          ...spellingsOf(phone_number).map(
            (spelling): Write => ({
              put: { ...blacklistedKey(user_id, spelling), id },
              when: isNew,
            }),
          ),
        ])
        if (written.done) return entry
        const known = written.before.slice(1).find((one) => one !== undefined)
        const existing = known && (await find(user_id, known.id))
        const standing = existing && source === 'user' && isOptOut(existing) ? await adopt(existing, reason) : existing
        return standing ?? lost
      })
      await marks.settleIn(user_id, [listed.id])
      return listed
    },

    remove: async (user_id, id) => {
      const entry = await find(user_id, id)
      if (!entry) return undefined
      return (await table.write(removal(entry))).done ? entry.phone_number : undefined
    },

    clear: (user_id, phone_number, sms_sid) => {
      const heard: Write = { put: { ...idempotencyKey(user_id, 'receive-message', sms_sid) }, when: isNew }
      return untilWritten(parts, 'blacklist', async () => {
        const known = await lookUp(user_id, phone_number)
        const entry = known && (await find(user_id, known.id))
        if (known && !entry) return lost
        const stays = entry !== undefined && !isOptOut(entry)
        const removed = entry && !stays ? removal(entry, notByHand) : []
        const written = await table.write([heard, ...removed])
        if (written.done) return !stays
        return written.before[0] ? entry === undefined : lost
      })
    },

    page: async (user_id, first, count) => {
      const { records, total } = await page(user_id, {}, first, count)
      return { items: records.map(read), total }
    },
  }
}

const read = (stored: StoredEntry): BlacklistEntry => ({ ...stored, source: stored.source ?? sourceOf(stored.reason) })

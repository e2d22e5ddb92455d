import type { BlacklistEntry } from '../domain/account/blacklist-entry.ts'
import { idAt } from '../domain/id.ts'
import { lost, type StoreParts, untilWritten } from './compare-and-set.ts'
import { blacklistedKey, blacklistKey, type Key } from './keys.ts'
import { readPage } from './pages.ts'
import { exists, isNew } from './table.ts'

export interface Blacklist {
  /** May this number (E.164) not be dialled or texted for this user? One read. */
  has(user_id: number, phone_number: string): Promise<boolean>
  /** Those of these numbers that may not be. One read for a hundred of them. */
  listedOf(user_id: number, phone_numbers: string[]): Promise<Set<string>>
  /** All numbers. */
  numbers(user_id: number): Promise<string[]>
  /** The entry of this number, which is made unless there is one. */
  add(user_id: number, phone_number: string, reason: string | null): Promise<BlacklistEntry>
  /** The number that may be dialled and texted again; undefined when there is no such entry. */
  remove(user_id: number, id: number): Promise<string | undefined>
  /** Takes a number off, if it is on. */
  clear(user_id: number, phone_number: string): Promise<void>
  /** Newest first, and how many there are in all. */
  page(user_id: number, first: number, count: number): Promise<{ items: BlacklistEntry[]; total: number }>
}

/** Every number has two items, written and removed together: the entry by its id, and the number that leads to it. */
export const blacklist = (parts: StoreParts): Blacklist => {
  const { table, clock, random } = parts
  const find = (user_id: number, id: number) => table.get<BlacklistEntry>(blacklistKey(user_id, id))
  const lookUp = (user_id: number, phone_number: string) =>
    table.get<{ id: number }>(blacklistedKey(user_id, phone_number))

  const remove = async (user_id: number, id: number) => {
    const entry = await find(user_id, id)
    if (!entry) return undefined
    const written = await table.write([
      { delete: blacklistKey(user_id, id), when: exists },
      { delete: blacklistedKey(user_id, entry.phone_number) },
    ])
    return written.done ? entry.phone_number : undefined
  }

  return {
    remove,

    has: async (user_id, phone_number) => (await lookUp(user_id, phone_number)) !== undefined,

    listedOf: async (user_id, phone_numbers) => {
      const asked = [...new Set(phone_numbers)]
      const known = await table.getMany(asked.map((number) => blacklistedKey(user_id, number)))
      return new Set(asked.filter((_, index) => known[index] !== undefined))
    },

    numbers: async (user_id) => {
      const keys = await table.query<Key>({ pk: blacklistedKey(user_id, '').pk, only: ['sk'] })
      return keys.map(({ sk }) => sk)
    },

    add: (user_id, phone_number, reason) =>
      untilWritten(parts, 'blacklist', async () => {
        const created_at = clock.now()
        const id = idAt(created_at, random.number())
        const entry: BlacklistEntry = { id, user_id, phone_number, reason, created_at }
        const written = await table.write<{ id: number }>([
          { put: { ...blacklistKey(user_id, id), ...entry }, when: isNew },
          { put: { ...blacklistedKey(user_id, phone_number), id }, when: isNew },
        ])
        if (written.done) return entry
        const known = written.before[1]
        return (known && (await find(user_id, known.id))) ?? lost
      }),

    clear: async (user_id, phone_number) => {
      const known = await lookUp(user_id, phone_number)
      if (known) await remove(user_id, known.id)
    },

    page: (user_id, first, count) => readPage<BlacklistEntry>(table, blacklistKey(user_id, 0).pk, first, count),
  }
}

import { countedHoursMax, type DialCount, noDials, withDial, withoutDial } from '../../domain/rules/dial-count.ts'
import { dialledHashKey, dialledKey, type StoredKey } from '../../table/keys.ts'
import { isNew, type Table, type Write, when } from '../../table/table.ts'
import { commonSpelling } from '../../words/phone-spellings.ts'
import { erasedOptOuts, type Marker } from '../opt-outs/erased-opt-outs.ts'

export interface DialCounts {
  /**
   * Returns dial counts by number. Old and new spellings count as one number. Costs one read unit
   * per number, plus one.
   */
  of(user_id: number, phone_numbers: readonly string[]): Promise<ReadonlyMap<string, SeenCount>>
}

export interface SeenCount extends DialCount {
  isStored: boolean
}

export const noCount: SeenCount = { ...noDials, isStored: false }

type Stored = StoredKey & DialCount

const dayMs = 24 * 60 * 60_000
/** A count expires one day after the longest period that a dial limit can cover. */
const expiryOf = (at: number): number => Math.floor((at + countedHoursMax * 60 * 60_000 + dayMs) / 1000)

export const dialCounts = (parts: Parameters<typeof erasedOptOuts>[0]): DialCounts => {
  const { table } = parts
  const erased = erasedOptOuts(parts)

  return {
    of: async (user_id, phone_numbers) => {
      const phones = [...new Set(phone_numbers.map(commonSpelling))]
      if (phones.length === 0) return new Map()
      const keys = phones.map((phone) => dialledKey(user_id, phone))
      const [marker, ...plain] = await table.getMany<Marker & Stored>([erased.markerKey(user_id), ...keys])
      const missing = phones.filter((_, index) => !plain[index])
      const hashes = [...(await erased.hashesOf(user_id, missing, marker))]
      const hashed = await table.getMany<Stored>(hashes.map(([, hash]) => dialledHashKey(user_id, hash)))
      const ofErased = new Map(hashes.map(([phone], index) => [phone, hashed[index]]))
      const known = new Map(phones.map((phone, index) => [phone, seen(plain[index], ofErased.get(phone))]))
      return new Map(phone_numbers.map((number) => [number, known.get(commonSpelling(number)) ?? noCount]))
    },
  }
}

const seen = (stored: Stored | undefined, ofErased: Stored | undefined): SeenCount => {
  const { times, calls, revision } = stored ?? ofErased ?? noDials
  return { times, calls, revision, isStored: stored !== undefined }
}

interface Dialled {
  id: number
  user_id: number
  client_phone_number: string
}

/** Counts a dial. Fails if another dial of the phone number was counted after `count` was read. */
export const countWrite = ({ id, user_id, client_phone_number }: Dialled, count: SeenCount, now: number): Write =>
  replaced(dialledKey(user_id, commonSpelling(client_phone_number)), count, withDial(count, id, now), now)

export const uncountWrites = async (table: Table, { id, user_id, client_phone_number }: Dialled): Promise<Write[]> => {
  const key = dialledKey(user_id, commonSpelling(client_phone_number))
  const stored = await table.get<Stored>(key)
  if (!stored?.calls.includes(id)) return []
  const newest = stored.times.at(-1) ?? 0
  return [replaced(key, { ...stored, isStored: true }, withoutDial(stored, id), newest)]
}

export const hashedWrites = (key: StoredKey, { times, calls, revision }: DialCount, hashKey: StoredKey): Write[] => [
  {
    put: { ...hashKey, times, calls, revision, expires_at_seconds: expiryOf(times.at(-1) ?? 0) },
  },
  { delete: key, when: when('#revision = :seen', { seen: revision }) },
]

const replaced = (key: StoredKey, count: SeenCount, { times, calls }: DialCount, at: number): Write => ({
  put: { ...key, times, calls, revision: count.revision + 1, expires_at_seconds: expiryOf(at) },
  when: count.isStored ? when('#revision = :seen', { seen: count.revision }) : isNew,
})

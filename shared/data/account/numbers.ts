import type { OwnedNumber } from '../../domain/account/number.ts'
import { numberDueAt } from '../../domain/account/subscription.ts'
import { dueKey, numberKey, phoneKey, type StoredKey } from '../../table/keys.ts'
import { ownerIsOpen } from '../../table/owner.ts'
import { exists, fewMax, isNew, type Table, type Write, when } from '../../table/table.ts'
import { currentSpelling } from '../../words/phone-spellings.ts'

export interface Numbers {
  find(user_id: number, id: number): Promise<OwnedNumber | undefined>
  list(user_id: number): Promise<OwnedNumber[]>
  ownerOf(phone_number: string): Promise<{ user_id: number; number_id: number } | undefined>
  /** Accepts at most 100 numbers (E.164). */
  ownedOf(phone_numbers: readonly string[]): Promise<Set<string>>
  rename(user_id: number, id: number, nickname: string | null): Promise<boolean>
  /** `taken`: a user owns this phone number. `clash`: only the id is taken. */
  create(number: OwnedNumber): Promise<'created' | 'taken' | 'clash'>
  /**
   * Stores a number before the carrier routes its calls to this service. Returns `taken` also while
   * the user's data is being erased.
   */
  adopt(number: OwnedNumber): Promise<'adopted' | 'taken' | 'clash'>
  /**
   * Records that the carrier routes the number's calls to this service. No effect on a number that
   * is being released.
   */
  notePointed(number: OwnedNumber): Promise<void>
}

export const numbers = ({ table }: { table: Table }): Numbers => ({
  find: (user_id, id) => table.get<OwnedNumber>(numberKey(user_id, id)),
  list: async (user_id) => {
    const { pk } = numberKey(user_id, 0)
    const first = await table.query<OwnedNumber & StoredKey>({ pk, limit: fewMax })
    const last = first[fewMax - 1]
    if (!last) return first
    const others = await table.query<OwnedNumber & StoredKey>({ pk, from: last.sk })
    return [...first, ...others.slice(1)]
  },
  ownerOf: (phone_number) => table.get(phoneKey(currentSpelling(phone_number))),
  ownedOf: async (phone_numbers) => {
    const owners = await table.getMany(phone_numbers.map((number) => phoneKey(currentSpelling(number))))
    return new Set(phone_numbers.filter((_, index) => owners[index] !== undefined))
  },
  rename: async (user_id, id, nickname) => {
    const change = nickname === null ? { remove: ['nickname'] } : { set: { nickname } }
    return (await table.write([{ update: numberKey(user_id, id), ...change, when: exists }])).done
  },
  create: async (number) => {
    const written = await table.write([
      numberPut(number),
      {
        put: { ...phoneKey(number.phone_number), user_id: number.user_id, number_id: number.id },
        when: isNew,
      },
    ])
    if (written.done) return 'created'
    return written.before[1] ? 'taken' : 'clash'
  },
  adopt: async (number) => {
    const { user_id, id, phone_number } = number
    const held: Write = { put: { ...phoneKey(phone_number), user_id, number_id: id }, when: isNew }
    const written = await table.write([numberPut(number), held, ownerIsOpen(user_id)])
    if (written.done) return 'adopted'
    return written.failed[1] || written.failed[2] ? 'taken' : 'clash'
  },
  notePointed: async ({ user_id, id }) => {
    await table.write([
      {
        update: numberKey(user_id, id),
        remove: ['point_at', 'due_at', 'due_shard'],
        when: when('attribute_exists(#point_at) AND attribute_not_exists(#leaves_at)'),
      },
    ])
  },
})

export const numberPut = (number: OwnedNumber): Write => ({
  put: { ...numberKey(number.user_id, number.id), ...number, ...dueKey(number.id, numberDueAt(number)) },
  when: isNew,
})

export const assignNumber = (user_id: number, number_id: number, assistant_id: number): Write => ({
  update: numberKey(user_id, number_id),
  set: { inbound_assistant_id: assistant_id },
  when: when('attribute_exists(#pk) AND attribute_not_exists(#inbound_assistant_id)'),
})

export const releaseNumber = (user_id: number, number_id: number, assistant_id: number): Write => ({
  update: numberKey(user_id, number_id),
  remove: ['inbound_assistant_id'],
  when: when('#inbound_assistant_id = :assistant_id', { assistant_id }),
})

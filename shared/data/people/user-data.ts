import { factsOf, type UserNoun, userNouns, userPartition } from '../../table/items.ts'
import { type StoredKey, userKey } from '../../table/keys.ts'
import { type Item, type Table, type Write, when } from '../../table/table.ts'
import { readDetail } from '../calls/call-detail.ts'

export const userDataNouns: readonly UserDataNoun[] = ['account', ...userNouns, 'user']
export type UserDataNoun = 'account' | UserNoun | 'user'

/** True for items that derive from others: these are erased, but not exported. */
export const isDerived = (noun: UserDataNoun): boolean => factsOf(noun)?.exported === false

export interface Belonging {
  noun: UserDataNoun
  key: string
  data: Item
}

export interface UserData {
  /** In key order; empty at the end. */
  page(user_id: number, noun: UserDataNoun, after?: string): Promise<Belonging[]>
  /** Returns the number of removed items, 0 at the end. */
  erase(user_id: number, noun: UserDataNoun): Promise<number>
}

const pageMax = 100

export const userData = ({ table }: { table: Table }): UserData => {
  const rangeOf = (user_id: number, noun: UserDataNoun) => {
    if (noun !== 'user') return { pk: userPartition(user_id, noun === 'account' ? undefined : noun) }
    const { pk, sk } = userKey(user_id)
    return { pk, from: sk, to: sk }
  }

  const remove = async (user_id: number, noun: UserDataNoun, item: StoredKey & Item): Promise<void> => {
    const foundBy = factsOf(noun)?.foundBy
    const value = foundBy && item[foundBy.attribute]
    const isOwn = when('#user_id = :user_id', { user_id })
    if (foundBy && value !== undefined)
      await table.write([{ delete: foundBy.key(String(value), user_id), when: isOwn }])
    const own: Write = { delete: { pk: item.pk, sk: item.sk } }
    await table.write([own])
  }

  return {
    page: async (user_id, noun, after) => {
      const range = rangeOf(user_id, noun)
      const from = after === undefined ? range : { ...range, from: after }
      const items = await table.query<StoredKey & Item>({ ...from, limit: pageMax + 1 })
      return items
        .filter(({ sk }) => sk !== after)
        .slice(0, pageMax)
        .map((item) => ({ noun, key: item.sk, data: dataOf(noun, item) }))
    },

    erase: async (user_id, noun) => {
      const only = ['pk', 'sk', factsOf(noun)?.foundBy?.attribute ?? []].flat()
      const items = await table.query<StoredKey & Item>({ ...rangeOf(user_id, noun), limit: pageMax, only })
      await Promise.all(items.map((item) => remove(user_id, noun, item)))
      return items.length
    },
  }
}

const dataOf = (noun: UserDataNoun, { pk: _pk, sk: _sk, ...data }: StoredKey & Item): Item =>
  noun === 'call-detail' ? { ...readDetail({ ...data }) } : /^(simulation|replay)/.test(noun) ? unpacked(data) : data

const unpacked = (data: Item): Item => ({
  ...data,
  ...Object.fromEntries(
    packedMembers.flatMap((name) => {
      const text = data[name]
      return typeof text === 'string' ? [[name, JSON.parse(text)]] : []
    }),
  ),
})

const packedMembers = ['scenario', 'outcome', 'settings', 'assertions']

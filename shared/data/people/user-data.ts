import {
  carrierCallKey,
  connectionKey,
  type Key,
  phoneKey,
  unsignedHeadKey,
  userKey,
  userNouns,
  userPartition,
} from '../../table/keys.ts'
import { type Item, type Table, type Write, when } from '../../table/table.ts'
import { readDetail } from '../calls/call-detail.ts'

/** What belongs to a user, by noun: each noun of the keys, what there is one of (`account`), and the record itself (`user`). */
export const belongingNouns = ['account', ...userNouns, 'user'] as const
export type BelongingNoun = (typeof belongingNouns)[number]

/** What holds nothing that the records themselves do not, and what is sealed: it is erased with them, and not exported. */
export const isDerived = (noun: BelongingNoun): boolean =>
  /-(history|mark)$/.test(noun) ||
  noun === 'call-number' ||
  noun === 'consent-number' ||
  noun === 'suppression-block' ||
  noun === 'tool-secret'

export interface Belonging {
  noun: BelongingNoun
  /** What tells it from others of its noun. */
  key: string
  data: Item
}

/** Everything that the table holds about one user, whatever it is; derived from the keys, so that no noun is forgotten. */
export interface UserData {
  /** Some of a noun, in the order of their keys, beginning behind `after`; none when there are no more. */
  page(user_id: number, noun: BelongingNoun, after?: string): Promise<Belonging[]>
  /** Removes some of a noun, each after whatever leads to it from elsewhere; resolves with their number, 0 when none are left. */
  erase(user_id: number, noun: BelongingNoun): Promise<number>
}

const pageMax = 100

/** Global items that lead to a thing of a user. They are deleted first: nothing finds them once the thing is gone. */
const lookUps: Partial<Record<BelongingNoun, { attribute: string; keyOf: (value: string, user_id: number) => Key }>> = {
  number: { attribute: 'phone_number', keyOf: phoneKey },
  call: { attribute: 'carrier_sid', keyOf: carrierCallKey },
  talk: { attribute: 'connection_id', keyOf: connectionKey },
  'evidence-block': { attribute: 'chain', keyOf: (chain, user_id) => unsignedHeadKey(user_id, Number(chain)) },
}

export const userData = ({ table }: { table: Table }): UserData => {
  const rangeOf = (user_id: number, noun: BelongingNoun) => {
    if (noun !== 'user') return { pk: userPartition(user_id, noun === 'account' ? undefined : noun) }
    const { pk, sk } = userKey(user_id)
    return { pk, from: sk, to: sk }
  }

  const remove = async (user_id: number, noun: BelongingNoun, item: Key & Item): Promise<void> => {
    const { attribute, keyOf } = lookUps[noun] ?? {}
    const value = attribute === undefined ? undefined : item[attribute]
    const isOwn = when('#user_id = :user_id', { user_id })
    if (keyOf && value !== undefined) await table.write([{ delete: keyOf(String(value), user_id), when: isOwn }])
    const own: Write = { delete: { pk: item.pk, sk: item.sk } }
    await table.write([own])
  }

  return {
    page: async (user_id, noun, after) => {
      const range = rangeOf(user_id, noun)
      const from = after === undefined ? range : { ...range, from: after }
      const items = await table.query<Key & Item>({ ...from, limit: pageMax + 1 })
      return items
        .filter(({ sk }) => sk !== after)
        .slice(0, pageMax)
        .map((item) => ({ noun, key: item.sk, data: dataOf(noun, item) }))
    },

    erase: async (user_id, noun) => {
      const only = ['pk', 'sk', lookUps[noun]?.attribute ?? []].flat()
      const items = await table.query<Key & Item>({ ...rangeOf(user_id, noun), limit: pageMax, only })
      await Promise.all(items.map((item) => remove(user_id, noun, item)))
      return items.length
    },
  }
}

const dataOf = (noun: BelongingNoun, { pk: _pk, sk: _sk, ...data }: Key & Item): Item =>
  noun === 'call-detail' ? { ...readDetail({ ...data }) } : noun.startsWith('simulation') ? unpacked(data) : data

/** What a simulation and its runs hold as text. */
const unpacked = ({ scenario, outcome, ...data }: Item): Item => ({
  ...data,
  ...(typeof scenario === 'string' && { scenario: JSON.parse(scenario) }),
  ...(typeof outcome === 'string' && { outcome: JSON.parse(outcome) }),
})

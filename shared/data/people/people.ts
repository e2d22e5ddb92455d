import type { Call, ClosedCall } from '../../domain/calls/call.ts'
import { isPerson, mentions, type Person, withoutMention } from '../../domain/people/mentions.ts'
import { callWebhookKinds, type Delivery, deliveryId } from '../../domain/webhooks/delivery.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { type UserNoun, userPartition } from '../../table/items.ts'
import { deliveryKey, type StoredKey } from '../../table/keys.ts'
import { fewMax, type Item, type Write, when } from '../../table/table.ts'
import { type Pointer, readLead, type StoredLead } from '../leads/lead-items.ts'
import type { BlacklistParts } from '../opt-outs/blacklist.ts'
import { deliveryHistory } from '../webhooks/deliveries.ts'
import { type Erased, personErasing, type WalkTimes } from './person-erasing.ts'

export interface People {
  /**
   * Returns keys of items that mention the person; `after` is undefined at the end. Reads the items
   * of all people, at one read unit per 4 KB.
   */
  page(user_id: number, noun: UserNoun, person: Person, after?: string): Promise<PersonPage>
  /** Does not erase calls. */
  erase(item: ItemRef, person: Person, at: WalkTimes): Promise<Erased>
  /**
   * Returns the data of an item (not of a call) for an export. Undefined when another item includes
   * the data.
   */
  tell(item: ItemRef, person: Person): Promise<object | undefined>
  /** Checks the newest calls only. */
  isOnCall(user_id: number, person: Person): Promise<boolean>
  forgetDeliveries(call: ClosedCall): Promise<void>
}

export interface ItemRef {
  user_id: number
  noun: UserNoun
  key: string
}

export interface PersonPage {
  keys: string[]
  after: string | undefined
}

const pageMax: Partial<Record<UserNoun, number>> = { call: 20, 'call-detail': 50, 'tool-call': 100, delivery: 100 }
const pageDefault = 500
/** Number of newest calls to search for a running call. Older calls have usually ended. */
const liveAmongMax = 500
const hasFiles: readonly UserNoun[] = ['data-export', 'evidence-export', 'lead-import', 'person-work']

export const people = (parts: BlacklistParts): People => {
  const { table } = parts
  const own = personErasing(parts)
  const deliveryOverrides = historyOverrides(parts, deliveryHistory)

  /** Returns `later` on a conflict. */
  const eraseWords = async (key: StoredKey, person: Person): Promise<Erased> => {
    const item = (await table.get(key)) ?? {}
    const clean = withoutMention(item, person)
    const changed = Object.keys(item).filter((name) => clean[name] !== item[name])
    if (changed.length === 0) return 'stays'
    const isCounted = typeof item.revision === 'number'
    const seen = isCounted ? ['revision'] : changed
    const write: Write = {
      update: key,
      set: Object.fromEntries(changed.map((name) => [name, clean[name]])),
      ...(isCounted && { add: { revision: 1 } }),
      when: when(
        seen.map((name) => `#${name} = :seen_${name}`).join(' AND '),
        Object.fromEntries(seen.map((name) => [`seen_${name}`, item[name]])),
      ),
    }
    return (await table.write([write])).done ? 'erased' : 'later'
  }

  return {
    page: async (user_id, noun, person, after) => {
      const limit = (pageMax[noun] ?? pageDefault) + 1
      const read = await table.query<StoredKey & Item>({ pk: userPartition(user_id, noun), from: after, limit })
      const items = read.filter(({ sk }) => sk !== after)
      return {
        keys: items.flatMap((item) => (hasFiles.includes(noun) || mentions(item, person) ? [item.sk] : [])),
        after: read.length < limit ? undefined : items.at(-1)?.sk,
      }
    },

    erase: async (item, person, at) => {
      const key = keyOf(item)
      return (await own(item.noun, { key, person, at })) ?? eraseWords(key, person)
    },

    tell: async (item, person) => {
      const key = keyOf(item)
      return item.noun === 'lead' ? tellOfLead(await table.get<StoredLead | Pointer>(key), person) : table.get(key)
    },

    isOnCall: async (user_id, person) => {
      const newest = { pk: userPartition(user_id, 'call'), newestFirst: true, stale: true }
      const isLive = (call: Call) => !call.closed_at && mentions(call, person)
      const first = await table.query<Call & StoredKey>({ ...newest, limit: fewMax })
      const last = first[fewMax - 1]
      if (!last || first.some(isLive)) return first.some(isLive)
      return (await table.query<Call & StoredKey>({ ...newest, to: last.sk, limit: liveAmongMax })).some(isLive)
    },

    forgetDeliveries: async (call) => {
      const ids = callWebhookKinds.map((kind) => deliveryId(call, kind))
      const known = await table.getMany<Delivery>(ids.map((id) => deliveryKey(call.user_id, id)))
      for (const [place, id] of ids.entries())
        if (known[place]?.call_id === call.id)
          await table.write([{ delete: deliveryKey(call.user_id, id) }, deliveryOverrides.gone(call.user_id, id)])
    },
  }
}

const keyOf = ({ user_id, noun, key }: ItemRef): StoredKey => ({ pk: userPartition(user_id, noun), sk: key })

const tellOfLead = (stored: StoredLead | Pointer | undefined, person: Person): object | undefined => {
  if (!stored || 'main_id' in stored) return undefined
  const { contacts, ...lead } = readLead(stored)
  if (isPerson(person, lead.phone_number)) return lead
  const { campaign_id, user_id } = lead
  const own = contacts.filter(({ phone_number }) => isPerson(person, phone_number))
  return own.length > 0 ? { user_id, campaign_id, contacts: own } : undefined
}

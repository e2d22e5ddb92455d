import type { Call, CallDetail } from '../domain/calls/call.ts'
import {
  type Delivery,
  type DeliveryRef,
  type DeliveryState,
  deliveriesOf,
  deliveryDueAt,
  deliveryId,
  isUntried,
  release,
  webhookKinds,
} from '../domain/webhooks/delivery.ts'
import { findAssistant } from './assistants.ts'
import { lost, type StoreParts, untilWritten } from './compare-and-set.ts'
import { deliveryKey, dueKey, type Key } from './keys.ts'
import { isNew, type Table, type Write, when } from './table.ts'

export interface DeliveryFilter {
  call_id?: number
  assistant_id?: number
  state?: DeliveryState
  /** Ids carry the time at which they were recorded: from inclusive, until exclusive. */
  from_id?: number
  until_id?: number
}

/** What was or shall be sent to webhooks, for 30 days. */
export interface Deliveries {
  find(ref: DeliveryRef, now: number): Promise<Delivery | undefined>
  /** All that match, newest first. */
  list(user_id: number, filter: DeliveryFilter, now: number): Promise<Delivery[]>
  /** Nothing but a recording can still come to what is known of a closed call; what was released and not tried yet. */
  release(call: Call, detail: CallDetail | undefined, now: number): Promise<Delivery[]>
  /**
   * Puts what `step` makes of a delivery in its place, beginning with what was seen of it; `step` runs again on what
   * another worker made of it meanwhile. Undefined when it is gone.
   */
  change(seen: Delivery, step: (fresh: Delivery) => Delivery): Promise<Delivery | undefined>
}

type StoredDelivery = Delivery & Key & { due_shard?: string; due_at?: number }

export const deliveries = (parts: StoreParts): Deliveries => {
  const { table } = parts
  const change: Deliveries['change'] = (seen, step) => {
    let before = seen
    return untilWritten(parts, 'delivery', async () => {
      const stepped = step(before)
      if (stepped === before) return before
      const after = { ...stepped, revision: before.revision + 1 }
      const unchanged = when('#revision = :revision', { revision: before.revision })
      const written = await table.write<StoredDelivery>([{ put: item(after), when: unchanged }])
      if (written.done) return after
      const [current] = written.before
      if (!current) return undefined
      before = read(current)
      return lost
    })
  }

  return {
    change,

    find: async ({ user_id, delivery_id }, now) => {
      const stored = await table.get<StoredDelivery>(deliveryKey(user_id, delivery_id))
      return stored && isKept(now)(stored) ? read(stored) : undefined
    },

    list: async (user_id, filter, now) => {
      const { pk, sk: from } = deliveryKey(user_id, filter.from_id ?? 0)
      const to = deliveryKey(user_id, (filter.until_id ?? Number.MAX_SAFE_INTEGER) - 1).sk
      const stored = await table.query<StoredDelivery>({ pk, from, to, newestFirst: true })
      return stored.filter(isKept(now)).map(read).filter(matches(filter))
    },

    release: async (call, detail, now) => {
      const stored = await table.getMany<StoredDelivery>(
        webhookKinds.map((kind) => deliveryKey(call.user_id, deliveryId(call, kind))),
      )
      const releasing = stored.flatMap((one) =>
        one ? [change(read(one), (fresh) => release(fresh, call, detail, now))] : [],
      )
      return (await Promise.all(releasing)).filter((delivery) => delivery !== undefined).filter(isUntried)
    },
  }
}

/** Joins the transaction that closes a call: what there is to be sent about it. */
export const deliveryWrites = async (table: Table, call: Call): Promise<Write[]> => {
  const assistant = await findAssistant(table, call.user_id, call.assistant_id)
  return deliveriesOf(call, assistant).map((delivery) => ({ put: item(delivery), when: isNew }))
}

const item = (delivery: Delivery) => ({
  ...deliveryKey(delivery.user_id, delivery.id),
  ...delivery,
  ...dueKey(delivery.id, deliveryDueAt(delivery)),
})

const read = ({ pk: _pk, sk: _sk, due_shard: _shard, due_at: _due, ...delivery }: StoredDelivery): Delivery =>
  delivery.state === 'pending' && delivery.note === slotNote
    ? { ...delivery, waits_for: 'slot', note: undefined }
    : delivery

/** What marked a delivery that waits for a slot before `waits_for` did. */
const slotNote = 'The receiver is busy: it stands in line'

/** The store removes what has expired when it finds the time, up to days later. */
const isKept =
  (now: number) =>
  ({ expires_at_seconds }: StoredDelivery): boolean =>
    now < expires_at_seconds * 1000

const matches =
  ({ call_id, assistant_id, state }: DeliveryFilter) =>
  (delivery: Delivery): boolean =>
    (call_id === undefined || delivery.call_id === call_id) &&
    (assistant_id === undefined || delivery.assistant_id === assistant_id) &&
    (state === undefined || delivery.state === state)

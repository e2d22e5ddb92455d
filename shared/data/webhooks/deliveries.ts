import type { Call, CallDetail, ClosedCall } from '../../domain/calls/call.ts'
import {
  callWebhookKinds,
  type Delivery,
  type DeliveryRef,
  type DeliveryState,
  deliveriesOf,
  deliveryDueAt,
  deliveryId,
  eventDelivery,
  firstListedId,
  isUntried,
  mayBeAbout,
  type RecordedEvent,
  release,
} from '../../domain/webhooks/delivery.ts'
import type { Kind } from '../../lists/plan/columns.ts'
import type { HistoryList, HistoryParts } from '../../lists/store/history-list.ts'
import { historyOverrides } from '../../lists/store/overrides.ts'
import { type HistoryAsk, historyPages } from '../../lists/store/pages.ts'
import { lost, untilWritten } from '../../table/compare-and-set.ts'
import { callKey, deliveryKey, dueKey, type StoredKey } from '../../table/keys.ts'
import { isNew, type Table, type Write, when, without } from '../../table/table.ts'
import { firstIdAt, timeOfId } from '../../words/id.ts'
import { findAssistant } from '../assistants/assistants.ts'

export interface DeliveryFilter {
  call_id?: number
  assistant_id?: number
  state?: DeliveryState
  /** Inclusive; `until_id` exclusive. */
  from_id?: number
  until_id?: number
}

/** Deliveries are kept for 30 days. */
export interface Deliveries {
  find(ref: DeliveryRef, now: number): Promise<Delivery | undefined>
  /** Newest first. */
  page(
    user_id: number,
    filter: DeliveryFilter,
    first: number,
    count: number,
  ): Promise<{ items: Delivery[]; total: number }>
  /** Reschedules the deliveries of an ended call. Returns deliveries that were never tried. */
  release(call: ClosedCall, detail: CallDetail | undefined, now: number): Promise<Delivery[]>
  /** Returns writes for the transaction that causes the delivery. */
  recording(delivery: Delivery): Write[]
  change(seen: Delivery, step: (fresh: Delivery) => Delivery): Promise<Delivery | undefined>
}

type StoredDelivery = Delivery & StoredKey & { due_shard?: string; due_at?: number }

/**
 * The compactor also compacts old pending deliveries. Otherwise, a receiver that never answers
 * would make lists expensive. A later change writes an override, which corrects the list.
 */
export const deliveryHistory: HistoryList<StoredDelivery> = {
  noun: 'delivery',
  recordKey: deliveryKey,
  rowOf: (delivery, now) => ({
    id: delivery.id,
    kind: kindOfDelivery(delivery),
    isSettled: isFinal(delivery) || now - timeOfId(delivery.id) >= compactedOpenMs,
  }),
  firstId: firstListedId,
}

const kindOfDelivery = ({ state, assistant_id }: Delivery): Kind => [state, assistant_id]
const isFinal = ({ state }: Delivery): boolean => state !== 'pending'

const minuteMs = 60_000
/** Age in milliseconds from which a pending delivery is compacted. */
const compactedOpenMs = 10 * minuteMs
/**
 * Age of a delivery, in milliseconds, from which a change writes an override of its compacted row.
 * Lower than `compactedOpenMs`, because clocks differ.
 */
const markedMs = 5 * minuteMs

/** Longest time from a call's creation to its end, including days in which dialling was stopped. */
const closedMsMax = 7 * 24 * 60 * minuteMs
const candidatesMax = 10_000

export const deliveries = (parts: HistoryParts): Deliveries => {
  const { table, clock } = parts
  const overrides = historyOverrides(parts, deliveryHistory)
  const { page } = historyPages(parts, deliveryHistory)

  const changeMarks = async (before: Delivery, after: Delivery): Promise<Write[]> => {
    const { user_id, id, state } = after
    if (state === before.state) return []
    // The clocks of two workers may differ, so the later time counts.
    const age = Math.max(before.updated_at, after.updated_at) - timeOfId(id)
    if (age >= markedMs) return [overrides.kind(user_id, id, kindOfDelivery(after))]
    return isFinal(before) ? [overrides.reread(user_id, id)] : overrides.late(user_id, id)
  }

  const change: Deliveries['change'] = (seen, step) => {
    let before = seen
    return untilWritten(parts, 'delivery', async () => {
      const stepped = step(before)
      if (stepped === before) return before
      const after = { ...stepped, revision: before.revision + 1 }
      const unchanged = when('#revision = :revision', { revision: before.revision })
      const marked = await changeMarks(before, after)
      const written = await table.write<StoredDelivery>([{ put: item(after), when: unchanged }, ...marked])
      if (written.done) return after
      const [current] = written.before
      if (!current) return undefined
      before = read(current)
      return lost
    })
  }

  const recordsOf = (call: ClosedCall) =>
    table.getMany<StoredDelivery>(callWebhookKinds.map((kind) => deliveryKey(call.user_id, deliveryId(call, kind))))

  /** Newest first. Finds the deliveries of a deleted call by their ids. */
  const ofCall = async (user_id: number, call_id: number): Promise<Delivery[]> => {
    const call = await table.get<Call>(callKey(user_id, call_id))
    const since = firstListedId(clock.now())
    if (call) {
      const known = call.closed_at === undefined ? [] : await recordsOf(call)
      return known.flatMap((one) => (one && one.id >= since ? [read(one)] : [])).toReversed()
    }
    const begun = timeOfId(call_id)
    const range = { from: firstIdAt(begun), until: firstIdAt(begun + closedMsMax) }
    const ask = { ...range, isAmong: (id: number) => mayBeAbout(call_id, id) }
    const { records } = await page(user_id, ask, { first: 0, count: candidatesMax })
    return records.map(read).filter((delivery) => delivery.call_id === call_id)
  }

  return {
    change,
    recording: (delivery) => [{ put: item(delivery), when: isNew }],

    find: async ({ user_id, delivery_id }, now) => {
      const stored = await table.get<StoredDelivery>(deliveryKey(user_id, delivery_id))
      return stored && isKept(now)(stored) ? read(stored) : undefined
    },

    page: async (user_id, filter, first, count) => {
      const { call_id, from_id = 0, until_id = Number.MAX_SAFE_INTEGER } = filter
      if (call_id !== undefined) {
        const items = (await ofCall(user_id, call_id)).filter(matches(filter))
        return { items: items.slice(first, first + count), total: items.length }
      }
      const ask = { matches: kindFilter(filter), from: from_id, until: until_id }
      const { records, total } = await page(user_id, ask, { first, count })
      return { items: records.map(read), total }
    },

    release: async (call, detail, now) => {
      const stored = await recordsOf(call)
      await overrides.register(
        call.user_id,
        stored.flatMap((one) => one?.id ?? []),
      )
      const releasing = stored.flatMap((one) =>
        one ? [change(read(one), (fresh) => release(fresh, call, detail, now))] : [],
      )
      return (await Promise.all(releasing)).filter((delivery) => delivery !== undefined).filter(isUntried)
    },
  }
}

export const eventDeliveryWrites = (event: RecordedEvent, url: string | undefined): Write[] =>
  url === undefined ? [] : [{ put: item(eventDelivery(event, url)), when: isNew }]

export const deliveryWrites = async (table: Table, call: ClosedCall): Promise<Write[]> => {
  const assistant = await findAssistant(table, call.user_id, call.assistant_id)
  return deliveriesOf(call, assistant).map((delivery) => ({ put: item(delivery), when: isNew }))
}

const item = (delivery: Delivery) => ({
  ...deliveryKey(delivery.user_id, delivery.id),
  ...delivery,
  ...dueKey(delivery.id, deliveryDueAt(delivery)),
})

const read = (stored: Delivery): Delivery => without(stored, 'pk', 'sk', 'due_shard', 'due_at')

/** Filters out expired items, which DynamoDB deletes up to days later. */
const isKept =
  (now: number) =>
  ({ expires_at_seconds }: StoredDelivery): boolean =>
    now < expires_at_seconds * 1000

const kindFilter = ({ state, assistant_id }: DeliveryFilter): HistoryAsk['matches'] => {
  if (state === undefined && assistant_id === undefined) return undefined
  return ([its, by]) => (state === undefined || its === state) && (assistant_id === undefined || by === assistant_id)
}

const matches = (filter: DeliveryFilter): ((delivery: Delivery) => boolean) => {
  const { from_id = 0, until_id = Number.MAX_SAFE_INTEGER } = filter
  const isWanted = kindFilter(filter) ?? (() => true)
  return (delivery) => delivery.id >= from_id && delivery.id < until_id && isWanted(kindOfDelivery(delivery))
}

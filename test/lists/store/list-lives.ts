import { ledger } from '../../../shared/data/account/ledger.ts'
import { ledgerHistory } from '../../../shared/data/account/ledger-history.ts'
import { blacklist, blacklistHistory } from '../../../shared/data/opt-outs/blacklist.ts'
import { sms, smsHistory } from '../../../shared/data/sms/sms.ts'
import { type DeliveryFilter, deliveries, deliveryHistory } from '../../../shared/data/webhooks/deliveries.ts'
import type { Entry } from '../../../shared/domain/account/transaction.ts'
import {
  cancel,
  type Delivery,
  deliveriesOf,
  firstListedId,
  sendAgain,
} from '../../../shared/domain/webhooks/delivery.ts'
import { historyCompactor } from '../../../shared/lists/store/compactor.ts'
import type { HistoryList, HistoryParts } from '../../../shared/lists/store/history-list.ts'
import { balanceKey, callKey, deliveryKey } from '../../../shared/table/keys.ts'
import { isNew, type Table } from '../../../shared/table/table.ts'
import { idAt } from '../../../shared/words/id.ts'
import { localSecret } from '../../data/local-secret.ts'
import { sampleCalls } from './sample-calls.ts'

export const user = 7

interface Listed {
  compact(parts: HistoryParts, all: boolean): Promise<unknown>
  asks(table: Table, now: number): Promise<{ name: string; page: Page; expected: unknown[] }[]>
}
type Page = (parts: HistoryParts, first: number, count: number) => Promise<{ rows: unknown[]; total: number }>

/**
 * Steps that change records of a list through the product's code. `place`: number of the new
 * record.
 */
export interface ListLife {
  lists: Listed[]
  begin(table: Table): Promise<unknown>
  create(parts: HistoryParts, at: number, place: number): Promise<unknown>
  change(parts: HistoryParts, which: number, how: number): Promise<unknown>
  finish?(parts: HistoryParts): Promise<unknown>
}

export const compacting =
  <T>(list: HistoryList<T>): Listed['compact'] =>
  (parts, all) =>
    historyCompactor(parts, list).compact(user, all)

export const stored = <T>(table: Table, list: HistoryList<T>) =>
  table.query<T & { id: number; pk?: string; sk?: string }>({ pk: list.recordKey(user, 0).pk, newestFirst: true })
export const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
export const pick = <T>(some: T[], which: number): T | undefined => some[which % Math.max(1, some.length)]

export const at = (parts: HistoryParts, past: number): HistoryParts => {
  let isFirst = true
  const now = () => {
    if (!isFirst) return parts.clock.now()
    isFirst = false
    return past
  }
  return { ...parts, clock: { ...parts.clock, now } }
}

export const messages: ListLife = {
  lists: [
    {
      compact: compacting(smsHistory),
      asks: async (table) => [
        {
          name: 'messages',
          page: async (parts, first, count) => {
            const { items, total } = await sms(parts).page(user, first, count)
            return { rows: items.map(({ id, status }) => [id, status]), total }
          },
          expected: (await stored(table, smsHistory)).map(({ id, status }) => [id, status]),
        },
      ],
    },
    {
      compact: compacting(ledgerHistory),
      asks: async (table) => [
        {
          name: 'transactions',
          page: async (parts, first, count) => {
            const { entries, total } = await ledger(parts).page(user, first, count)
            return { rows: entries.map(({ id, balance_after }) => [id, balance_after]), total }
          },
          expected: balances(await stored(table, ledgerHistory)),
        },
      ],
    },
  ],
  begin: (table) => table.write([{ put: { ...balanceKey(user), micros: 1e9 } }]),
  create: (parts, now, place) =>
    sms(at(parts, now)).open(
      {
        id: idAt(now, parts.random.number()),
        user_id: user,
        phone_number_id: 1,
        from: '+12025550100',
        to: '+12025550101',
        body: String(place),
        segments: 1,
        segment_price: 10,
        total_cost: 10 + place,
        status: 'sending',
        money: 'held',
        asked_at: now,
        updated_at: now,
        revision: 1,
      },
      { micros: 1e9 },
    ),
  change: async (parts, which, how) => {
    const seen = pick(await stored(parts.table, smsHistory), which)
    const report = how === 0 ? ({ not_sent: true } as const) : ({ sms_sid: `SM${which}`, status: 'delivered' } as const)
    if (seen) await sms(parts).apply(seen, report, parts.clock.now())
  },
}

const balances = (entries: Entry[]) => {
  let balance = 0
  const all = entries.toReversed().map(({ id, amount }) => {
    balance += amount
    return [id, balance]
  })
  return all.toReversed()
}

export const blacklisted: ListLife = {
  lists: [
    {
      compact: compacting(blacklistHistory),
      asks: async (table) => [
        {
          name: 'numbers',
          page: async (parts, first, count) => {
            const { items, total } = await blacklist({ ...parts, ...localSecret }).page(user, first, count)
            return { rows: idsOf(items), total }
          },
          expected: idsOf(await stored(table, blacklistHistory)),
        },
      ],
    },
  ],
  begin: async () => {},
  create: (parts, now, place) => {
    const number = `+1202555010${place % 10}`
    return blacklist({ ...at(parts, now), ...localSecret }).add(user, number, { cause: place % 3 ? 'sms' : 'user' })
  },
  change: async (parts, which, how) => {
    const entry = pick(await stored(parts.table, blacklistHistory), which)
    if (!entry) return
    if (how === 0) await blacklist({ ...parts, ...localSecret }).allowTexts(user, entry.phone_number, `SM${entry.id}`)
    else await blacklist({ ...parts, ...localSecret }).remove(user, entry.id)
  },
}

const sample = sampleCalls(100, Date.UTC(2026, 5, 1), user)
const settings = {
  webhook_url: 'https://a.example',
  is_webhook_active: true,
  inbound_webhook_url: null,
  conversation_ended_webhook_url: null,
  send_webhook_only_on_completed: false,
  include_recording_in_webhook: false,
  post_call_schema: [],
}

export const delivered: ListLife = {
  lists: [
    {
      compact: compacting(deliveryHistory),
      asks: async (table, now) => {
        const kept: Delivery[] = (await stored(table, deliveryHistory)).filter(({ id }) => id >= firstListedId(now))
        const [middle, newest] = [kept[Math.floor(kept.length / 2)], kept[0]]
        const filters: DeliveryFilter[] = [
          {},
          { state: 'pending' },
          { state: 'delivered', assistant_id: 1 },
          { assistant_id: 2 },
          ...[middle, newest].flatMap((one) => (one ? [{ call_id: one.call_id }, { from_id: one.id }] : [])),
          { until_id: middle?.id, state: 'canceled' },
        ]
        return filters.map((filter) => ({
          name: `deliveries ${JSON.stringify(filter)}`,
          page: async (parts, first, count) => {
            const { items, total } = await deliveries(parts).page(user, filter, first, count)
            return { rows: items.map(({ id, state }) => [id, state]), total }
          },
          expected: kept
            .filter((one) =>
              Object.entries(filter).every(([name, value]) => {
                if (value === undefined) return true
                if (name === 'from_id') return one.id >= value
                return name === 'until_id' ? one.id < value : Reflect.get(one, name) === value
              }),
            )
            .map(({ id, state }) => [id, state]),
        }))
      },
    },
  ],
  begin: async () => {},
  create: async (parts, closed_at, place) => {
    const id = idAt(closed_at - 60_000, parts.random.number())
    const call = {
      ...sample.callAt(place % 100),
      id,
      assistant_id: 1 + (place % 2),
      closed_at,
      evaluated: { at: closed_at, goal: false },
    }
    const puts = deliveriesOf(call, settings).map((delivery) => ({
      put: { ...deliveryKey(user, delivery.id), ...delivery },
      when: isNew,
    }))
    const written = await parts.table.write([{ put: { ...callKey(user, id), ...call } }, ...puts])
    if (written.done) await deliveries(parts).release(call, undefined, parts.clock.now())
  },
  change: async (parts, which, how) => {
    const now = parts.clock.now()
    const seen = pick(await stored(parts.table, deliveryHistory), which)
    if (!seen) return
    if (how === 3) await parts.table.write([{ delete: callKey(user, seen.call_id ?? 0) }])
    const { pk: _pk, sk: _sk, ...delivery } = seen
    await deliveries(parts).change(delivery, (fresh) => {
      if (how === 2) return sendAgain(fresh, now)
      if (fresh.state !== 'pending') return fresh
      return how === 0 ? { ...fresh, state: 'delivered', next_at: undefined, updated_at: now } : cancel(fresh, '', now)
    })
  },
}

import { expect, inject, test } from 'vitest'
import { ledger } from '../../../shared/data/account/ledger.ts'
import { ledgerHistory } from '../../../shared/data/account/ledger-history.ts'
import { blacklist, blacklistHistory } from '../../../shared/data/opt-outs/blacklist.ts'
import { sms, smsHistory } from '../../../shared/data/sms/sms.ts'
import { type DeliveryFilter, deliveries, deliveryHistory } from '../../../shared/data/webhooks/deliveries.ts'
import type { HistoryList, HistoryParts, HistoryRow } from '../../../shared/lists/store/history-list.ts'
import { historyOverrides } from '../../../shared/lists/store/overrides.ts'
import { idAt } from '../../../shared/words/id.ts'
import { localSecret } from '../../data/local-secret.ts'
import { askForPage, budgets, overBudget } from './asked.ts'
import { loadRows, now, openMetered, perPage, tailRows, user } from './loaded.ts'

interface Loading {
  list: Pick<HistoryList<never>, 'noun' | 'recordKey'>
  kindAt(place: number): (string | number | undefined)[]
  record: object
  asks: { name: string; filter?: DeliveryFilter; matches?: (place: number) => boolean }[]
  page(parts: HistoryParts, first: number, filter: DeliveryFilter): Promise<{ ids: number[]; total: number }>
}

const idsOf = (records: { id: number }[]) => records.map(({ id }) => id)
const states = ['delivered', 'failed', 'canceled'] as const

const loadings: Record<string, Loading> = {
  messages: {
    list: smsHistory,
    kindAt: () => [],
    record: { user_id: user, from: '+12025550100', to: '+12025550101', body: 'x'.repeat(300), status: 'sent' },
    asks: [{ name: 'all' }],
    page: async (parts, first) => {
      const { items, total } = await sms(parts).page(user, first, perPage)
      return { ids: idsOf(items), total }
    },
  },
  transactions: {
    list: ledgerHistory,
    kindAt: () => [],
    record: { user_id: user, type: 'call', amount: 1, description: 'x'.repeat(100) },
    asks: [{ name: 'all' }],
    page: async (parts, first) => {
      const { entries, total } = await ledger(parts).page(user, first, perPage)
      expect(entries.map(({ balance_after }) => balance_after)).toEqual(entries.map((_, at) => total - first - at))
      return { ids: idsOf(entries), total }
    },
  },
  numbers: {
    list: blacklistHistory,
    kindAt: () => [],
    record: { user_id: user, phone_number: '+12025550101', reason: null, causes: { user: 0 } },
    asks: [{ name: 'all' }],
    page: async (parts, first) => {
      const { items, total } = await blacklist({ ...parts, ...localSecret }).page(user, first, perPage)
      return { ids: idsOf(items), total }
    },
  },
  deliveries: {
    list: deliveryHistory,
    kindAt: (place) => [states[place % 3], place % 40],
    record: { user_id: user, call_id: 1, attempts: [], url: 'https://a.example' },
    asks: [
      { name: 'all' },
      { name: 'by state', filter: { state: 'failed' }, matches: (place) => place % 3 === 1 },
      {
        name: 'by state and assistant',
        filter: { state: 'failed', assistant_id: 7 },
        matches: (place) => place % 3 === 1 && place % 40 === 7,
      },
    ],
    page: async (parts, first, filter) => {
      const { items, total } = await deliveries(parts).page(user, filter, first, perPage)
      return { ids: idsOf(items), total }
    },
  },
}

const cases = Object.entries(loadings).flatMap(([name, loading]) =>
  [1000, 100_000].map((size) => [size, name, loading] as const),
)

test.each(cases)(
  'of %i %s, every page keeps its budget, and is right',
  { timeout: 300_000 },
  async (size, _name, loading) => {
    const { list, kindAt, record, asks, page } = loading
    const metered = await openMetered(inject('dynamodb'))
    const spreadMs = Math.floor((29 * 86_400_000) / size)
    const idOf = (place: number) => idAt(now - (size - place) * spreadMs, 0.5)
    const rowAt = (place: number): HistoryRow => ({ id: idOf(place), kind: kindAt(place), amount: 1, isSettled: true })
    const loaded = await loadRows(metered, { ...list, rowOf: () => undefined }, size, rowAt, (place) => {
      const [state, assistant_id] = kindAt(place)
      const stored = { ...record, id: idOf(place), state, assistant_id, amount: 1 }
      return metered.parts.table.putMany([{ ...list.recordKey(user, idOf(place)), ...stored }])
    })
    for (const { name, filter = {}, matches = () => true } of asks) {
      const count = loaded.places.filter(matches).length
      for (const first of [0, Math.floor(count / 2), Math.max(0, count - perPage)]) {
        const ask = (parts: HistoryParts) => page(parts, first, filter)
        const asked = { name, first, isUnfiltered: false, matches, page: ask }
        expect([name, first, overBudget(await askForPage(loaded, asked))]).toEqual([name, first, []])
      }
    }

    const late = loaded.places.filter((place) => place < size - tailRows && place % (size / 5) === 7)
    await loaded.keep(late)
    const overrides = historyOverrides(metered.parts, { ...list, rowOf: () => undefined })
    for (const place of late) await metered.parts.table.write([overrides.reread(user, idOf(place))])
    for (const first of [0, Math.floor(size / 2), size - perPage]) {
      const asked = { name: 'late', first, isUnfiltered: true, matches: () => true }
      const { cold, warm } = await askForPage(loaded, { ...asked, page: (parts) => page(parts, first, {}) })
      expect([first, cold.trips > budgets.trips, warm.trips > budgets.trips]).toEqual([first, false, false])
      expect([first, cold.units > budgets.coldUnits]).toEqual([first, false])
    }
  },
)

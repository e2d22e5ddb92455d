import { expect, test } from 'vitest'
import { deliveries } from '../../../shared/data/webhooks/deliveries.ts'
import { cancel, type Delivery, deliveryDueAt, putOff } from '../../../shared/domain/webhooks/delivery.ts'
import { deadlines } from '../../../shared/table/deadlines.ts'
import { deliveryKey, dueKey } from '../../../shared/table/keys.ts'
import { idAt } from '../../../shared/words/id.ts'
import { freshTable } from '../fresh-table.ts'

const { table, clock, random } = await freshTable()
const start = Date.UTC(2026, 10, 25, 10)
const storeAt = (now: number) => deliveries({ table, clock: { ...clock, now: () => now }, random })
const store = storeAt(start)
const day = 24 * 60 * 60 * 1000

let users = 0
const callId = (place: number) => idAt(start - 60_000, place / 4096)
const record = async (user_id: number, at: number, more: Partial<Delivery> = {}): Promise<Delivery> => {
  const delivery: Delivery = {
    id: idAt(at, (((more.call_id ?? callId(1)) % 2048) * 2) / 4096),
    user_id,
    call_id: callId(1),
    assistant_id: 5,
    kind: 'post_call',
    url: 'https://a.example',
    includes_recording: false,
    schema: [],
    state: 'pending',
    queued_at: at,
    tries: 0,
    next_at: at,
    by_hand: false,
    attempts: [],
    updated_at: at,
    revision: 1,
    expires_at_seconds: (at + 30 * day) / 1000,
    ...more,
  }
  const due = dueKey(delivery.id, deliveryDueAt(delivery))
  await table.write([{ put: { ...deliveryKey(user_id, delivery.id), ...delivery, ...due } }])
  return delivery
}

test('lists newest first what matches every filter', async () => {
  const user_id = ++users
  const first = await record(user_id, start, { call_id: callId(1) })
  const second = await record(user_id, start + 1, { call_id: callId(2), state: 'failed' })
  const third = await record(user_id, start + 2, { call_id: callId(2), assistant_id: 6 })
  await record(++users, start)
  const list = async (filter: Parameters<typeof store.page>[1]) =>
    (await store.page(user_id, filter, 0, 15)).items.map(({ id }) => id)
  expect(await list({})).toEqual([third.id, second.id, first.id])
  expect(await list({ call_id: callId(2) })).toEqual([third.id, second.id])
  expect(await list({ assistant_id: 6 })).toEqual([third.id])
  expect(await list({ state: 'failed', call_id: callId(2) })).toEqual([second.id])
  expect(await list({ from_id: second.id, until_id: third.id })).toEqual([second.id])
  expect(await list({ call_id: callId(3) })).toEqual([])
})

test('forgets after 30 days, whether the store has removed it or not', async () => {
  const user_id = ++users
  const { id: delivery_id } = await record(user_id, start)
  const ref = { user_id, delivery_id }
  expect(await store.find(ref, start + 30 * day - 1)).toBeDefined()
  expect(await store.find(ref, start + 30 * day)).toBeUndefined()
  expect(await storeAt(start + 30 * day - 1).page(user_id, {}, 0, 15)).toMatchObject({ total: 1 })
  expect(await storeAt(start + 30 * day).page(user_id, {}, 0, 15)).toEqual({ items: [], total: 0 })
})

test('is found as it was stored, and by nobody else', async () => {
  const user_id = ++users
  const stored = await record(user_id, start)
  expect(await store.find({ user_id, delivery_id: stored.id }, start)).toEqual(stored)
  expect(await store.find({ user_id: user_id + 1, delivery_id: stored.id }, start)).toBeUndefined()
})

test('ten changes at once: none is lost', async () => {
  const user_id = ++users
  const seen = await record(user_id, start)
  const attempt = { at: start, http_status: 500, duration_ms: 1, response: '' }
  const changes = Array.from({ length: 10 }, () =>
    store.change(seen, (fresh) => ({ ...fresh, attempts: [...fresh.attempts, attempt] })),
  )
  await Promise.all(changes)
  const after = await store.find({ user_id, delivery_id: seen.id }, start)
  expect(after?.attempts).toHaveLength(10)
  expect(after?.revision).toBe(11)
})

test('writes nothing for an empty change, and restores nothing deleted', async () => {
  const user_id = ++users
  const seen = await record(user_id, start)
  expect(await store.change(seen, (fresh) => fresh)).toBe(seen)
  await table.write([{ delete: deliveryKey(user_id, seen.id) }])
  expect(await store.change(seen, (fresh) => cancel(fresh, '', start))).toBeUndefined()
  expect(await store.find({ user_id, delivery_id: seen.id }, start)).toBeUndefined()
})

test('stands in the deadline index while it is pending', async () => {
  const user_id = ++users
  const dues = async (now: number) =>
    (await deadlines({ table }).past(now, 100)).filter((due) => due.user_id === user_id && due.noun === 'delivery')
  const seen = await record(user_id, start)
  expect(await dues(start + 59_999)).toEqual([])
  expect(await dues(start + 60_000)).toMatchObject([{ noun: 'delivery', user_id, id: seen.id }])
  const later = await store.change(seen, (fresh) => putOff(fresh, start + 3_600_000, start))
  expect(await dues(start + 3_599_999)).toEqual([])
  expect(await dues(start + 3_600_000)).toHaveLength(1)
  await store.change(later ?? seen, (fresh) => cancel(fresh, '', start))
  expect(await dues(Number.MAX_SAFE_INTEGER)).toEqual([])
})

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Idempotency, idempotency, type KeyedRequest } from '../../../shared/data/account/idempotency.ts'
import { freshTable } from '../fresh-table.ts'

const now = Date.UTC(2026, 0, 1)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const answer = { status: 201, body: '{"id":1}' }

let store: Idempotency
let request: KeyedRequest
let count = 0
beforeAll(async () => {
  store = idempotency(await freshTable())
})
beforeEach(() => {
  request = { user_id: 1, operation: 'make-call', key_hash: `key ${count++}`, request_hash: 'asked' }
})

const started = (id: number, resumed = false) => ({ state: 'started', id, resumed })

test('the first one starts, whoever comes meanwhile is told to wait', async () => {
  expect(await store.begin(request, 7, now)).toEqual(started(7))
  expect(await store.begin(request, 8, now + minuteMs - 1)).toEqual({ state: 'running' })
})

test('the answer is kept, byte for byte, for 24 hours', async () => {
  await store.begin(request, 7, now)
  await store.finish(request, answer, now)
  expect(await store.begin(request, 8, now + 1)).toEqual({ state: 'answered', answer })
  expect(await store.begin(request, 8, now + dayMs)).toEqual({ state: 'answered', answer })
  expect(await store.begin(request, 8, now + dayMs + 1000)).toEqual(started(8))
})

test('the day begins when the answer is given', async () => {
  await store.begin(request, 7, now)
  await store.finish(request, answer, now + minuteMs)
  expect(await store.begin(request, 8, now + dayMs + minuteMs)).toEqual({ state: 'answered', answer })
})

test('the same key may not ask for something else, running or answered', async () => {
  const other = { ...request, request_hash: 'something else' }
  await store.begin(request, 7, now)
  expect(await store.begin(other, 8, now)).toEqual({ state: 'reused' })
  expect(await store.begin(other, 8, now + 2 * minuteMs)).toEqual({ state: 'reused' })
  await store.finish(request, answer, now)
  expect(await store.begin(other, 8, now)).toEqual({ state: 'reused' })
})

test('a key belongs to one user and one operation', async () => {
  await store.begin(request, 7, now)
  expect(await store.begin({ ...request, user_id: 2 }, 8, now)).toEqual(started(8))
  expect(await store.begin({ ...request, operation: 'send-sms' }, 9, now)).toEqual(started(9))
})

test('a forgotten key is free again', async () => {
  await store.begin(request, 7, now)
  await store.forget(request)
  expect(await store.begin({ ...request, request_hash: 'corrected' }, 8, now)).toEqual(started(8))
})

test('whoever takes over from the dead gets their id', async () => {
  await store.begin(request, 7, now)
  expect(await store.begin(request, 8, now + minuteMs)).toEqual(started(7, true))
  expect(await store.begin(request, 9, now + minuteMs + 1)).toEqual({ state: 'running' })
  expect(await store.begin(request, 9, now + 2 * minuteMs)).toEqual(started(7, true))
})

test('of twenty that begin at once, one starts', async () => {
  const begun = await Promise.all(Array.from({ length: 20 }, (_, index) => store.begin(request, index, now)))
  expect(begun.filter(({ state }) => state === 'started').length).toBe(1)
  expect(begun.filter(({ state }) => state === 'running').length).toBe(19)
})

test('of twenty that take over at once, one does', async () => {
  await store.begin(request, 7, now)
  const begun = await Promise.all(Array.from({ length: 20 }, () => store.begin(request, 8, now + minuteMs)))
  expect(begun.filter(({ state }) => state === 'started')).toEqual([started(7, true)])
  expect(begun.filter(({ state }) => state === 'running').length).toBe(19)
})

test('nobody takes over what was answered meanwhile', async () => {
  await store.begin(request, 7, now)
  const late = [store.finish(request, answer, now + minuteMs), store.begin(request, 8, now + minuteMs)] as const
  const [, begun] = await Promise.all(late)
  expect([{ state: 'answered', answer }, started(7, true), { state: 'running' }]).toContainEqual(begun)
  expect(await store.begin(request, 8, now + minuteMs)).toEqual({ state: 'answered', answer })
})

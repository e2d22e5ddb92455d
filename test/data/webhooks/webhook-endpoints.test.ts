import { expect, test } from 'vitest'
import { webhookEndpoints } from '../../../shared/data/webhooks/webhook-endpoints.ts'
import { leaseMs, slotsMax } from '../../../shared/domain/webhooks/webhook-endpoint.ts'
import { freshTable } from '../fresh-table.ts'

const { table } = await freshTable()
const endpoints = webhookEndpoints({ table })
const start = Date.UTC(2026, 10, 25, 10)

let receivers = 0
const receiver = () => ({ user_id: 1, url: `https://a.example/${receivers++}` })

const acquired = async (endpoint: ReturnType<typeof receiver>, delivery_id: number, now: number) => {
  const admission = await endpoints.acquireSlot(endpoint, delivery_id, now)
  if (!admission.go) throw new Error(`Refused: ${admission.why}`)
  return { delivery_id, ...admission }
}

/** Fails ten deliveries, so that the circuit opens. Returns the time at which the pause ends. */
const exhausted = async (endpoint: ReturnType<typeof receiver>, now: number) => {
  for (let count = 1; count < 10; count++) {
    const held = await acquired(endpoint, count, now)
    expect(await endpoints.releaseSlot(endpoint, held, 'badly', now)).toBeUndefined()
  }
  return (await endpoints.releaseSlot(endpoint, await acquired(endpoint, 10, now), 'badly', now)) ?? 0
}

test('admits as many of a hundred at once as there are slots', async () => {
  const endpoint = receiver()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, id) => endpoints.acquireSlot(endpoint, id + 1, start)),
  )
  const slots = answers.flatMap((answer) => (answer.go ? [answer.slot] : []))
  expect(slots.toSorted()).toEqual(Array.from({ length: slotsMax }, (_, slot) => slot))
  expect(answers.filter((answer) => !answer.go)).toEqual(Array(100 - slotsMax).fill({ go: false, why: 'busy' }))
})

test('a hundred times the same delivery at once: one gets in', async () => {
  const endpoint = receiver()
  const answers = await Promise.all(Array.from({ length: 100 }, () => endpoints.acquireSlot(endpoint, 7, start)))
  expect(answers.filter(({ go }) => go)).toHaveLength(1)
  expect(answers.filter(({ go }) => !go)).toEqual(Array(99).fill({ go: false, why: 'in flight' }))
})

test('a returned slot is free at once, a dead worker’s after its lease', async () => {
  const endpoint = receiver()
  const held = await Promise.all(Array.from({ length: slotsMax }, (_, id) => acquired(endpoint, id, start)))
  const [first] = held
  if (!first) throw new Error('Nobody got in')
  await endpoints.releaseSlot(endpoint, first, 'unused', start)
  expect(await endpoints.acquireSlot(endpoint, 98, start)).toMatchObject({ go: true, slot: first.slot })
  expect(await endpoints.acquireSlot(endpoint, 99, start + leaseMs - 1)).toMatchObject({ go: false, why: 'busy' })
  expect(await endpoints.acquireSlot(endpoint, 99, start + leaseMs)).toMatchObject({ go: true })
})

test('a worker that comes back after its lease gives nobody else’s slot away', async () => {
  const endpoint = receiver()
  const late = await acquired(endpoint, 1, start)
  const later = start + leaseMs
  const others = await Promise.all(Array.from({ length: slotsMax }, (_, id) => acquired(endpoint, 10 + id, later)))
  expect(others).toHaveLength(slotsMax)
  await endpoints.releaseSlot(endpoint, late, 'well', later)
  await endpoints.releaseSlot(endpoint, late, 'badly', later)
  expect(await endpoints.acquireSlot(endpoint, 99, later)).toMatchObject({ go: false, why: 'busy' })
})

test('opens the circuit after ten failures; a successful probe closes it', async () => {
  const endpoint = receiver()
  const until = await exhausted(endpoint, start)
  expect(until).toBe(start + 60_000)
  expect(await endpoints.acquireSlot(endpoint, 20, until - 1)).toEqual({ go: false, why: 'paused', until })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, id) => endpoints.acquireSlot(endpoint, 20 + id, until)),
  )
  const probes = answers.flatMap((answer, id) => (answer.go ? [{ delivery_id: 20 + id, ...answer }] : []))
  expect(probes).toHaveLength(1)
  const [probe] = probes
  if (!probe) throw new Error('Nobody probes')
  expect(probe.probes).toBe(true)
  expect(await endpoints.releaseSlot(endpoint, probe, 'badly', until)).toBe(until + 120_000)

  const again = await acquired(endpoint, 50, until + 120_000)
  await endpoints.releaseSlot(endpoint, again, 'well', until + 120_000)
  expect(await exhausted(endpoint, until + 120_000)).toBe(until + 180_000)
})

test('ten that fail together count as ten, and pause it once', async () => {
  const endpoint = receiver()
  const held = await Promise.all(Array.from({ length: slotsMax }, (_, id) => acquired(endpoint, id, start)))
  const pauses = await Promise.all(held.map((one) => endpoints.releaseSlot(endpoint, one, 'badly', start)))
  expect(pauses.filter(Boolean)).toEqual([start + 60_000])
})

test('its user can end a pause; the next failure begins one', async () => {
  const endpoint = receiver()
  await exhausted(endpoint, start)
  await endpoints.resume(endpoint)
  const held = await acquired(endpoint, 30, start)
  expect(await endpoints.releaseSlot(endpoint, held, 'badly', start)).toBe(start + 60_000)
  const healthy = receiver()
  await endpoints.resume(healthy)
  expect(await exhausted(healthy, start)).toBe(start + 60_000)
})

test('a receiver is one user’s URL up to the query', async () => {
  const endpoint = receiver()
  await exhausted(endpoint, start)
  const other = (more: object) => endpoints.acquireSlot({ ...endpoint, ...more }, 40, start)
  expect(await other({ url: `${endpoint.url}?x=1` })).toMatchObject({ go: false, why: 'paused' })
  expect(await other({ url: `${endpoint.url}/x` })).toMatchObject({ go: true })
  expect(await other({ user_id: 2 })).toMatchObject({ go: true })
})

test('a line is first come first, and each leaves it for one worker alone', async () => {
  const endpoint = receiver()
  const ids = [3, 1, 2]
  for (const id of ids) expect(await endpoints.enqueue(endpoint, id, start)).toBe(true)
  expect(await endpoints.enqueue(endpoint, 2, start)).toBe(false)
  expect(await endpoints.firstQueued(endpoint)).toEqual([1, 2, 3])
  const left = await Promise.all([1, 1, 1].map((id) => endpoints.leaveQueue(endpoint, id)))
  expect(left.filter(Boolean)).toHaveLength(1)
  expect(await endpoints.firstQueued(endpoint)).toEqual([2, 3])
})

test('every receiver has a line of its own', async () => {
  const [endpoint, other] = [receiver(), receiver()]
  await endpoints.enqueue(endpoint, 1, start)
  expect(await endpoints.firstQueued(other)).toEqual([])
  expect(await endpoints.firstQueued({ ...endpoint, user_id: 2 })).toEqual([])
})

test('one delivery probes at the end of a pause, and replaces the former one', async () => {
  const endpoint = receiver()
  expect(await endpoints.appoint(endpoint, 1, undefined)).toBe(false)
  const until = await exhausted(endpoint, start)
  const appointed = await Promise.all([1, 2, 3].map((id) => endpoints.appoint(endpoint, id, undefined)))
  expect(appointed.filter(Boolean)).toHaveLength(1)
  const prober = appointed.indexOf(true) + 1
  expect(await endpoints.acquireSlot(endpoint, 9, start)).toEqual({ go: false, why: 'paused', until, prober })
  await endpoints.dismiss(endpoint, prober + 1)
  expect(await endpoints.appoint(endpoint, 9, prober)).toBe(true)
  await endpoints.dismiss(endpoint, 9)
  expect(await endpoints.appoint(endpoint, 4, undefined)).toBe(true)
})

import { describe, expect, test } from 'vitest'
import { deliveries } from '../../shared/data/webhooks/deliveries.ts'
import { eventWebhooks } from '../../shared/data/webhooks/event-webhooks.ts'
import { webhookEndpoints } from '../../shared/data/webhooks/webhook-endpoints.ts'
import { webhookSecrets } from '../../shared/data/webhooks/webhook-secrets.ts'
import type { Delivery } from '../../shared/domain/webhooks/delivery.ts'
import { type Endpoint, endpointHash, leaseMs } from '../../shared/domain/webhooks/webhook-endpoint.ts'
import { deliveryKey, eventWebhookKey, webhookEndpointKey, webhookSecretKey } from '../../shared/table/keys.ts'
import { overtake, slowerOf, type Worker, worker, world } from './meet.ts'

const url = 'https://a.example/hook'
const endpointFor = async (more: Endpoint = {}) => {
  const { id: user_id } = await world.user()
  const key = webhookEndpointKey(user_id, endpointHash(url))
  if (Object.keys(more).length > 0) await world.parts.table.write([{ put: { ...key, ...more } }])
  return { endpoint: { user_id, url }, stored: () => world.parts.table.get<Endpoint>(key) }
}

describe('a receiver', () => {
  test('has a slot for each of two deliveries', async () => {
    const { endpoint } = await endpointFor()
    const acquire = (id: number) => (parts: Worker) => webhookEndpoints(parts).acquireSlot(endpoint, id, 1000)
    expect(await overtake(acquire(10), acquire(20))).toMatchObject({ go: true, slot: 1 })
  })

  test('keeps the slot of another delivery when one returns late', async () => {
    const { endpoint, stored } = await endpointFor()
    await webhookEndpoints(worker()).acquireSlot(endpoint, 10, 1000)
    const held = { delivery_id: 10, slot: 0, probes: false }
    await overtake(
      (parts) => webhookEndpoints(parts).releaseSlot(endpoint, held, 'unused', 1000),
      (parts) => webhookEndpoints(parts).acquireSlot(endpoint, 20, 1000 + 2 * leaseMs),
    )
    expect(await stored()).toMatchObject({ slot_0: { delivery_id: 20 } })
  })

  test('counts the failures of both workers', async () => {
    const { endpoint, stored } = await endpointFor()
    const fail = (slot: number) => (parts: Worker) =>
      webhookEndpoints(parts).releaseSlot(endpoint, { delivery_id: slot, slot, probes: false }, 'badly', 1000)
    await overtake(fail(0), fail(1))
    expect(await stored()).toMatchObject({ failures: 2 })
  })

  test('queues a delivery once, and lets one worker take it', async () => {
    const { endpoint } = await endpointFor()
    expect(await slowerOf((parts) => webhookEndpoints(parts).enqueue(endpoint, 1, 1000))).toBe(false)
    expect(await slowerOf((parts) => webhookEndpoints(parts).leaveQueue(endpoint, 1))).toBe(false)
  })

  test('has the probe of one of two workers', async () => {
    const { endpoint, stored } = await endpointFor({ paused_until: 5000 })
    const appoint = (id: number) => (parts: Worker) => webhookEndpoints(parts).appoint(endpoint, id, undefined)
    expect(await overtake(appoint(1), appoint(2))).toBe(false)
    expect(await stored()).toMatchObject({ prober: 2 })
  })

  test('keeps a probe that takes the place of one that is dismissed', async () => {
    const { endpoint, stored } = await endpointFor({ paused_until: 5000, prober: 1 })
    await overtake(
      (parts) => webhookEndpoints(parts).dismiss(endpoint, 1),
      (parts) => webhookEndpoints(parts).appoint(endpoint, 2, 1),
    )
    expect(await stored()).toMatchObject({ prober: 2 })
  })

  test('is not resumed after another worker found it well', async () => {
    const held = { delivery_id: 7, slot: 7, probes: true }
    const { endpoint, stored } = await endpointFor({ paused_until: 5000, slot_7: { delivery_id: 7, until: 9000 } })
    await overtake(
      (parts) => webhookEndpoints(parts).resume(endpoint),
      (parts) => webhookEndpoints(parts).releaseSlot(endpoint, held, 'well', 1000),
    )
    expect(await stored()).not.toHaveProperty('failures')
  })
})

describe('a signing secret', () => {
  test('is the same for two workers that need the first', async () => {
    const { id } = await world.user()
    const give = (secret: string) => (parts: Worker) => webhookSecrets(parts).give(id, secret, 1000)
    expect(await overtake(give('slow'), give('fast'))).toEqual(['fast'])
  })

  test('of each of two rotations is valid', async () => {
    const { id } = await world.user()
    await world.parts.table.write([{ delete: webhookSecretKey(id) }])
    const rotate = (secret: string) => (parts: Worker) => webhookSecrets(parts).rotate(id, secret, 1000)
    await rotate('first')(worker())
    await overtake(rotate('slow'), rotate('fast'))
    expect(await webhookSecrets(worker()).current(id, 1000)).toEqual(['slow', 'fast', 'first'])
  })
})

test('keeps the new event webhook when the old receiver is gone', async () => {
  const { id } = await world.user()
  await world.parts.table.write([{ put: { ...eventWebhookKey(id), url } }])
  await overtake(
    (parts) => eventWebhooks(parts).switchOff(id, url),
    (parts) => eventWebhooks(parts).set(id, 'https://b.example'),
  )
  expect(await eventWebhooks(worker()).find(id)).toBe('https://b.example')
})

test('keeps both attempts at a delivery', async () => {
  const { id: user_id } = await world.user()
  const now = world.clock.now()
  const delivery: Delivery = {
    ...{ id: world.newId(), user_id, call_id: 1, assistant_id: 5, kind: 'post_call', url, by_hand: false },
    ...{ includes_recording: false, schema: [], state: 'pending', queued_at: now, tries: 0, next_at: now },
    ...{ attempts: [], updated_at: now, revision: 1, expires_at_seconds: 9e9 },
  }
  await world.parts.table.write([{ put: { ...deliveryKey(user_id, delivery.id), ...delivery } }])
  const tried = (parts: Worker) => deliveries(parts).change(delivery, (fresh) => ({ ...fresh, tries: fresh.tries + 1 }))
  expect(await slowerOf(tried)).toMatchObject({ tries: 2, revision: 3 })
})

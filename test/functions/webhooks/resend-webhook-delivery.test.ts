import { expect, test } from 'vitest'
import { firstIdAt } from '../../../shared/words/id.ts'
import { useWorld } from '../../use-world.ts'
import { idsOf, openSubscriber, type Subscriber } from './subscriber.ts'

const world = useWorld()

const resend = ({ api }: Subscriber, id: number | string) => api('POST', `/user/webhook-deliveries/${id}/resend`)
const newest = async ({ deliveries }: Subscriber) => (await deliveries())[0]

test('200: the same event under the same webhook-id, with a schedule of its own', async () => {
  const subscriber = await openSubscriber(world, (_request, index) => ({ status: index === 1 ? 500 : 200 }))
  await subscriber.ended()
  await world.run(1)
  const { id } = await newest(subscriber)
  const { status, body } = await resend(subscriber, id)
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Webhook queued for delivery' })
  await world.run(1)
  expect(await newest(subscriber)).toMatchObject({ id, state: 'pending', attempts: [{}, { http_status: 500 }] })
  await world.run(7)
  expect(await newest(subscriber)).toMatchObject({ id, state: 'delivered', attempts: [{}, {}, { http_status: 200 }] })
  expect(new Set(idsOf(subscriber.receiver)).size).toBe(1)
  const [first, ...others] = subscriber.receiver.received
  expect(others.map(({ text }) => text)).toEqual([first?.text, first?.text])
})

test('uses the assistant’s current URL, or the former one', async () => {
  const subscriber = await openSubscriber(world)
  await subscriber.ended()
  await world.run(1)
  const { id } = await newest(subscriber)
  const set = (settings: object) => subscriber.api('PUT', `/user/assistant/${subscriber.assistant_id}`, settings)
  await set({ webhook_url: `${subscriber.receiver.url}/new` })
  await resend(subscriber, id)
  await world.run(1)
  await set({ is_webhook_active: false })
  await resend(subscriber, id)
  await world.run(1)
  await subscriber.api('DELETE', `/user/assistant/${subscriber.assistant_id}`)
  await resend(subscriber, id)
  await world.run(1)
  expect(subscriber.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/new', '/new', '/new'])
})

test('a receiver that was left alone gets its chance at once', async () => {
  let isBack = false
  const subscriber = await openSubscriber(world, () => ({ status: isBack ? 200 : 500 }))
  for (const _ of Array(10)) await subscriber.ended()
  await world.run(1)
  await subscriber.ended()
  await world.run(1)
  expect(subscriber.receiver.received.length).toBe(10)
  const waiting = (await subscriber.deliveries()).find(({ attempts }: { attempts: [] }) => attempts.length === 0)
  expect(waiting).toMatchObject({
    state: 'pending',
    note: expect.stringMatching(/^The receiver failed 10 times in a row. It is left alone until 2026-/),
  })
  expect(world.logged.some(({ message }) => message === 'circuit of a webhook receiver opened')).toBe(true)
  isBack = true
  await resend(subscriber, waiting.id)
  await world.run(1)
  expect(subscriber.receiver.received.length).toBe(11)
  await world.run(330)
  expect((await subscriber.deliveries('state=delivered')).length).toBe(11)
})

test.each(['0', 'x', '12', '99999999999999999'])('404 for delivery %s', async (id) => {
  const subscriber = await openSubscriber(world)
  const { status, body } = await resend(subscriber, id)
  expect(status).toBe(404)
  expect(body).toEqual({ message: 'Delivery not found' })
})

test('404 for somebody else’s, which stays as it is', async () => {
  const subscriber = await openSubscriber(world)
  const stranger = await openSubscriber(world)
  await subscriber.ended()
  await world.run(1)
  const { id } = await newest(subscriber)
  expect((await resend(stranger, id)).status).toBe(404)
  await world.run(1)
  expect(subscriber.receiver.received).toHaveLength(1)
})

test('404 after 30 days', async () => {
  const subscriber = await openSubscriber(world)
  await subscriber.ended()
  await world.run(1)
  const { id } = await newest(subscriber)
  const { table } = world.parts
  const [item] = (await world.items()).filter(({ sk }) => Number(sk) === id)
  if (!item) throw new Error('The delivery is not there')
  const old = id - (firstIdAt(world.clock.now()) - firstIdAt(world.clock.now() - 30 * 86_400_000))
  const expired = { ...item, id: old, sk: String(old).padStart(16, '0'), expires_at_seconds: world.clock.now() / 1000 }
  await table.write([{ put: expired }])
  expect((await resend(subscriber, old)).status).toBe(404)
  expect((await subscriber.deliveries()).map((one: { id: number }) => one.id)).toEqual([id])
})

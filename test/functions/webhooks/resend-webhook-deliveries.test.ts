import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { idsOf, openSubscriber, type Subscriber } from './subscriber.ts'

const world = useWorld()

const resend = ({ api }: Subscriber, body: object) => api('POST', '/user/webhook-deliveries/resend', body)

const afterAnOutage = async () => {
  let isBack = false
  const subscriber = await openSubscriber(world, () => ({ status: isBack ? 200 : 410 }))
  const { assistant_id, receiver, api } = subscriber
  const times: string[] = []
  for (const step of [0, 1, 2]) {
    isBack = step === 2
    await api('POST', '/user/assistants/enable-webhook', { assistant_id, webhook_url: `${receiver.url}/hook` })
    times.push(new Date(world.clock.now()).toISOString())
    await subscriber.ended()
    await world.run(2)
  }
  const ids = idsOf(receiver)
  receiver.received.length = 0
  return { ...subscriber, times, ids }
}

test('200: what failed in the period is sent again, under the same ids', async () => {
  const outage = await afterAnOutage()
  const { status, body } = await resend(outage, { from: '2026-11-25', to: '2026-11-25' })
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'Webhooks queued for delivery', data: { queued: 2, remaining: 0 } })
  await world.run(1)
  expect(idsOf(outage.receiver).toSorted()).toEqual(outage.ids.slice(0, 2).toSorted())
  expect((await outage.deliveries('state=delivered')).length).toBe(3)
})

test.each([
  ['the first seconds', (times: string[]) => ({ from: times[0], to: times[0]?.replace('.000Z', '.500+00:00') }), [0]],
  ['from the second call on', (times: string[]) => ({ from: times[1], to: '2026-11-26 00:00:00' }), [1]],
  ['what was delivered', () => ({ from: '2026-11-25', to: '2026-11-26', state: 'delivered' }), [2]],
  ['the day before', () => ({ from: '2026-11-24', to: '2026-11-24' }), []],
  ['days before anything was made', () => ({ from: '1969-07-20', to: '2024-12-31' }), []],
  ['days after anything can be made', () => ({ from: '2095-01-01', to: '9999-12-31' }), []],
  ['from the second call on to the end of days', (times: string[]) => ({ from: times[1], to: '9999-12-31' }), [1]],
])('%s', async (_what, period, expected) => {
  const outage = await afterAnOutage()
  const { body } = await resend(outage, period(outage.times))
  expect(body.data).toEqual({ queued: expected.length, remaining: 0 })
  await world.run(1)
  expect(idsOf(outage.receiver)).toEqual(expected.map((index) => outage.ids[index]))
})

test('nothing of anybody else is sent', async () => {
  const outage = await afterAnOutage()
  const stranger = await openSubscriber(world)
  const { body } = await resend(stranger, { from: '2026-11-25', to: '2026-11-25' })
  expect(body.data).toEqual({ queued: 0, remaining: 0 })
  await world.run(1)
  expect(outage.receiver.received).toEqual([])
})

test.each<[object, Record<string, string[]>]>([
  [{}, { from: ['The from field is required.'], to: ['The to field is required.'] }],
  [
    { from: 'yesterday', to: 5 },
    { from: ['The from field must be a valid date.'], to: ['The to field must be a string.'] },
  ],
  [
    { from: '2026-02-30', to: '2026-11-25T25:00:00Z' },
    { from: ['The from field must be a valid date.'], to: ['The to field must be a valid date.'] },
  ],
  [{ from: '2026-11-26', to: '2026-11-25' }, { to: ['The to field must be a date after or equal to from.'] }],
  [{ from: '2026-11-25', to: '2026-11-25', state: 'lost' }, { state: ['The selected state is invalid.'] }],
])('422 for %j', async (body, errors) => {
  const stranger = await openSubscriber(world)
  const answer = await resend(stranger, body)
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({ message: 'Validation failed', errors })
})

import { expect, test } from 'vitest'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { openSubscriber, type Subscriber } from './subscriber.ts'

const faults = openFaults()
let soundIsOut = false
const world = useWorld({
  open: faults.open,
  carrierFaults: ({ url }) => (soundIsOut && url.includes('/Recordings/') ? '500' : undefined),
})

const record = { record_call: true, post_call_evaluation: false }
const open = async (settings: Record<string, unknown> = {}, owner?: TestUser) => {
  const subscriber = await openSubscriber(world, undefined, { ...record, ...settings }, owner)
  if (!owner) await world.number(subscriber.user)
  return subscriber
}

/** Makes a call: the customer answers after 4 s, talks for 12 s and hangs up. */
const call = async ({ user, assistant_id, api }: Subscriber): Promise<CallRef> => {
  const { body } = await api('POST', '/user/make_call', { phone_number: '+12025550100', assistant_id })
  return { user_id: user.id, call_id: body.data.id }
}
const received = ({ receiver }: Subscriber, { call_id }: CallRef) =>
  receiver.received.flatMap(({ body, headers }) => (body.id === call_id ? [{ ...body, headers }] : []))

const secondsUntilTold = async (subscriber: Subscriber, ref: CallRef) => {
  for (let seconds = 0; seconds < 300; seconds += 2) {
    if (received(subscriber, ref).length) return seconds
    await world.run(2)
  }
  throw new Error('Nothing was told')
}

const link = expect.stringContaining('X-Amz-Signature')

test('the webhook waits for the recording and links it', async () => {
  const subscriber = await open()
  const ref = await call(subscriber)
  expect(await secondsUntilTold(subscriber, ref)).toBeLessThan(40)
  await world.run(300)
  expect(received(subscriber, ref)).toMatchObject([{ status: 'ended_by_customer', recording_url: link }])
})

test('a call that ended during the notice waits for none', async () => {
  const subscriber = await open({ recording_notice: true, send_webhook_only_on_completed: false })
  const { user, assistant_id, api } = subscriber
  const { body } = await api('POST', '/user/make_call', { phone_number: '+12025550124', assistant_id })
  const ref = { user_id: user.id, call_id: body.data.id }
  expect(await secondsUntilTold(subscriber, ref)).toBeLessThan(60)
  expect(received(subscriber, ref)).toMatchObject([{ recording_url: null }])
})

test('so do both webhooks of an incoming one', async () => {
  const user = await world.user()
  const { phone_number: to, id: phone_number_id } = await world.number(user)
  const { receiver, assistant_id, api } = await open({ calls_direction: 'receive', phone_number_id }, user)
  const webhook_url = `${receiver.url}/inbound`
  await api('POST', '/user/assistants/enable-inbound-webhook', { assistant_id, webhook_url })
  await world.incomingCall({ to, from: '+12025550100' })
  await world.run(60)
  expect(receiver.received.map(({ path, body }) => [path, body.event, body.recording_url])).toEqual(
    expect.arrayContaining([
      ['/inbound', 'call.started', undefined],
      ['/inbound', 'call.ended', link],
      ['/hook', undefined, link],
    ]),
  )
  expect(receiver.received).toHaveLength(3)
})

test('a call too short to record is reported at once', async () => {
  const subscriber = await open()
  const ref = await call(subscriber)
  const find = () => world.services.calls.find(ref)
  for (let halves = 0; halves < 60 && (await find())?.status !== 'in-progress'; halves++) await world.run(0.5)
  await registry.carrier(world.parts).endCall((await find())?.carrier_sid ?? '')
  expect(await secondsUntilTold(subscriber, ref)).toBeLessThan(30)
  await world.run(300)
  expect(received(subscriber, ref)).toMatchObject([{ recording_url: null }])
})

test('without a recording report it leaves after two minutes', async () => {
  const subscriber = await open()
  soundIsOut = true
  const ref = await call(subscriber)
  const seconds = await secondsUntilTold(subscriber, ref)
  soundIsOut = false
  expect(seconds).toBeGreaterThan(120)
  expect(seconds).toBeLessThan(145)
  await world.run(300)
  expect(received(subscriber, ref)).toMatchObject([{ recording_url: null }])
})

test('one that does not carry the recording waits for none', async () => {
  const subscriber = await open({ include_recording_in_webhook: false })
  soundIsOut = true
  const ref = await call(subscriber)
  const seconds = await secondsUntilTold(subscriber, ref)
  soundIsOut = false
  expect(seconds).toBeLessThan(30)
})

test.each(faultKinds)(
  'copy-recording %s, at every call: reported once',
  async (kind) => {
    const subscriber = await open()
    const isKept = async (ref: CallRef) => Boolean((await world.services.calls.details([ref]))[0]?.recording_key)
    for (let number = 0; number < callsMax; number++) {
      faults.arm({ operation: 'copy-recording', call: number, kind })
      const ref = await call(subscriber)
      await world.run(120)
      const keptInTime = await isKept(ref)
      await world.run(600)
      const struck = faults.struck() !== undefined
      faults.disarm()
      expect(received(subscriber, ref)).toMatchObject([{ recording_url: keptInTime ? link : null }])
      expect(await isKept(ref)).toBe(true)
      if (!struck) return expect(number).toBeGreaterThan(4)
    }
    throw new Error('The operation makes more calls than expected')
  },
  180_000,
)

const callsMax = 40

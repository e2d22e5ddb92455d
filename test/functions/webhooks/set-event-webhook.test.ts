import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { applyOptOut } from '../../../shared/actions/opt-outs/apply-opt-out.ts'
import { hearOptOut } from '../../../shared/actions/opt-outs/hear-opt-out.ts'
import { suppress } from '../../../shared/actions/opt-outs/suppress.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { suppressionEventKey } from '../../../shared/table/keys.ts'
import type { Log } from '../../../shared/words/log.ts'
import { dueLeft } from '../../due-left.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { openReceiver } from '../../receiver.ts'
import { useWorld } from '../../use-world.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const log: Log = { with: () => log, info: () => undefined, warn: () => undefined, error: () => undefined }

const subscriber = async (answer?: Parameters<typeof openReceiver>[0]) => {
  const receiver = await openReceiver(answer)
  onTestFinished(receiver.close)
  const user = await world.user()
  const api = (method: string, path: string, body?: unknown) => world.api(user.token, method, path, body)
  await api('PUT', '/user/event-webhook', { webhook_url: `${receiver.url}/events` })
  return {
    user,
    receiver,
    api,
    bar: (phone_number: string) => api('POST', '/user/blacklist', { phone_number, reason: 'Asked for it' }),
    deliveries: async () => (await api('GET', '/user/webhook-deliveries')).body.data,
  }
}
const minutes = (count: number) => world.run(count * 60 + 5)

const number = '+12025550155'

test('takes the name that is shown, and returns 422 when neither name is sent', async () => {
  const { api } = await subscriber()
  const url = (await api('GET', '/user/event-webhook')).body.url
  for (const body of [{}, { webhook: null }]) {
    const { status, body: answer } = await api('PUT', '/user/event-webhook', body)
    expect({ status, errors: answer.errors }).toEqual({
      status: 422,
      errors: { webhook_url: ['The webhook url field is required.'] },
    })
  }
  expect((await api('GET', '/user/event-webhook')).body).toEqual({ url })
  expect((await api('PUT', '/user/event-webhook', { url: 'https://example.com/b' })).body.data).toEqual({
    url: 'https://example.com/b',
  })
  expect((await api('PUT', '/user/event-webhook', { url: null })).body.data).toEqual({ url: null })
})

test('200 with the URL; 422 for one that may not be called', async () => {
  const { api } = await subscriber()
  const set = (webhook_url: unknown) => api('PUT', '/user/event-webhook', { webhook_url })
  expect((await set('https://example.com/a')).body).toEqual({
    message: 'Event webhook saved successfully',
    data: { url: 'https://example.com/a' },
  })
  for (const wrong of ['http://example.com', 'https://10.0.0.1/', 'ftp://example.com', 7]) {
    const { status, body } = await set(wrong)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['webhook_url']])
  }
})

test('suppression.added is sent once, signed, within a minute, and says what is known', async () => {
  const { user, receiver, bar, deliveries } = await subscriber()
  await bar(number)
  await bar(number)
  await minutes(1)
  const [event, ...more] = receiver.received
  expect(more).toEqual([])
  expect(event?.body).toEqual({
    event: 'suppression.added',
    id: expect.any(Number),
    phone_number: number,
    cause: 'user',
    reason: 'Asked for it',
    needs_review: false,
    call_id: null,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  const [secret = ''] = await registry.webhookSecrets(world.parts).current(user.id, world.clock.now())
  new Webhook(secret).verify(event?.text ?? '', event?.headers ?? {})
  const [delivery] = await deliveries()
  expect(delivery).toMatchObject({ webhook: 'events', state: 'delivered', call_id: null, assistant_id: null })
  expect(await dueLeft(world.services.deadlines)).toEqual([])
})

test('reports each opt-out once: hand, SMS, key, phrase, tool, carrier', async () => {
  const { user, receiver, bar } = await subscriber()
  const { parts: own } = world
  const parts = {
    blacklist: registry.blacklist(own),
    calls: registry.calls(own),
    compactionStarter: registry.compactionStarter(own),
  }
  const call = { id: 9, user_id: user.id, client_phone_number: number }
  const all = async () => {
    await bar(number)
    await applyOptOut(parts, { user_id: user.id, sender: number, optOut: 'stop', sms_sid: 'SM1' })
    for (const cause of ['key', 'phrase'] as const) await hearOptOut(parts, call, cause, log)
    for (const cause of ['call', 'carrier'] as const)
      await suppress(parts, { user_id: user.id, phone_number: number, cause, call_id: 9 })
  }
  await Promise.all([all(), all()])
  await minutes(1)
  const received = receiver.received.map(({ body }) => [body.cause, body.call_id, body.needs_review])
  expect(received.toSorted()).toEqual([
    ['call', 9, false],
    ['carrier', 9, false],
    ['key', 9, false],
    ['phrase', 9, true],
    ['sms', null, false],
    ['user', null, false],
  ])
})

test('nothing is sent of what is lifted, of another user, or without a URL', async () => {
  const [one, other, none] = [await subscriber(), await subscriber(), await subscriber()]
  await none.api('PUT', '/user/event-webhook', { webhook_url: null })
  for (const { bar } of [one, none]) await bar(number)
  const { data } = (await one.api('GET', '/user/blacklist')).body
  await one.api('DELETE', `/user/blacklist/${data[0].id}`)
  await minutes(1)
  expect([one, other, none].map(({ receiver }) => receiver.received.length)).toEqual([1, 0, 0])
  expect(await none.deliveries()).toEqual([])
})

test('repeats failures under one webhook-id; 410 switches off; resends by hand', async () => {
  const answers = [500, 200, 410, 200]
  const { receiver, api, bar, deliveries } = await subscriber((_, index) => ({ status: answers[index] ?? 200 }))
  await bar(number)
  await minutes(2)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(receiver.received).toHaveLength(2)
  await bar('+12025550156')
  await minutes(1)
  const [gone] = await deliveries()
  expect(gone).toMatchObject({ state: 'failed', note: 'The receiver says that it is gone' })
  expect((await api('GET', '/user/event-webhook')).body).toEqual({ url: null })
  await bar('+12025550157')
  await minutes(1)
  expect(receiver.received).toHaveLength(3)
  await api('POST', `/user/webhook-deliveries/${gone.id}/resend`)
  await minutes(1)
  expect(receiver.received).toHaveLength(4)
  expect(receiver.received[3]?.body.phone_number).toBe('+12025550156')
})

test('an event whose person was erased meanwhile is not sent', async () => {
  const { user, receiver, bar, deliveries } = await subscriber()
  await bar(number)
  const { table } = world.parts
  const [event] = await table.query<{ pk: string; sk: string }>({ pk: suppressionEventKey(user.id, 0).pk })
  if (!event) throw new Error('There is no event')
  await table.write([{ delete: { pk: event.pk, sk: event.sk } }])
  await minutes(1)
  expect(receiver.received).toEqual([])
  expect((await deliveries())[0]).toMatchObject({ state: 'canceled', note: 'The event was deleted' })
})

describe.each(faultKinds)('%s', (kind) => {
  test.each(['blacklist-number', 'deliver-webhook', 'redrive-due'])(
    'at every call of %s: reports each suppression once',
    async (operation) => {
      for (let call = 0, isStruck = true; isStruck && call < 60; call++) {
        const one = await subscriber()
        faults.arm({ operation, call, kind })
        await one.bar(number)
        await minutes(4)
        isStruck = faults.struck() !== undefined
        faults.disarm()
        await minutes(2)
        const { total } = (await one.api('GET', '/user/blacklist')).body
        const ids = new Set(one.receiver.received.map(({ headers }) => headers['webhook-id']))
        expect([total, ids.size], `call ${call}`).toEqual([total, total])
        expect(await dueLeft(world.services.deadlines)).toEqual([])
      }
    },
    120_000,
  )
})

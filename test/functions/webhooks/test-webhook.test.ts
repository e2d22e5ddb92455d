import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { writeToken } from '../../../shared/domain/account/token.ts'
import { useWorld } from '../../use-world.ts'
import { openSubscriber, type Subscriber } from './subscriber.ts'

const world = useWorld()

const tryOut = ({ api, assistant_id }: Subscriber, body?: object) =>
  api('POST', `/user/assistants/${assistant_id}/test-webhook`, body)

test('200: a sample that says so, signed like any other, and what came back', async () => {
  const subscriber = await openSubscriber(world, () => ({ status: 201, body: '{"seen":true}' }))
  const { status, body } = await tryOut(subscriber)
  expect(status).toBe(200)
  expect(body).toEqual({
    message: 'Test webhook sent',
    data: { status: 'success', http_status: 201, duration_ms: expect.any(Number), error: null, data: { seen: true } },
  })
  const [request] = subscriber.receiver.received
  const { secret } = (await subscriber.api('GET', '/user/webhook-secret')).body
  expect(new Webhook(secret).verify(request?.text ?? '', request?.headers ?? {})).toMatchObject({
    test: true,
    status: 'ended_by_customer',
    duration: 61,
    transcript: [{ text: 'Hello, this is Anna.', type: 'transcript', sender: 'bot' }, { sender: 'human' }],
    formatted_transcript: 'AI: Hello, this is Anna.\nCustomer: This is a test.',
  })
  expect(request?.headers['webhook-id']).toMatch(/^msg_test_/)
  expect(await subscriber.deliveries()).toEqual([])
})

test('200: also when the receiver fails', async () => {
  const subscriber = await openSubscriber(world, () => ({ status: 500, body: 'no' }))
  expect((await tryOut(subscriber)).body.data).toMatchObject({
    status: 'failed',
    http_status: 500,
    data: { body: 'no' },
  })
  await subscriber.receiver.close()
  expect((await tryOut(subscriber)).body.data).toMatchObject({
    status: 'failed',
    http_status: null,
    error: 'The connection was refused',
    data: {},
  })
})

test('200: a webhook that is switched off can be tried, too', async () => {
  const subscriber = await openSubscriber(world, undefined, { is_webhook_active: false })
  expect((await tryOut(subscriber)).body.data.status).toBe('success')
})

test('200: the inbound webhook when it is asked for, or the only one', async () => {
  const subscriber = await openSubscriber(world)
  const { assistant_id, receiver, api } = subscriber
  const webhook_url = `${receiver.url}/inbound`
  await api('POST', '/user/assistants/enable-inbound-webhook', { assistant_id, webhook_url })
  await tryOut(subscriber, { webhook: 'inbound' })
  await api('POST', '/user/assistants/disable-webhook', { assistant_id })
  await tryOut(subscriber)
  expect(receiver.received.map(({ path, body }) => [path, body.event, body.test])).toEqual([
    ['/inbound', 'call.ended', true],
    ['/inbound', 'call.ended', true],
  ])
})

test('422 when there is no URL', async () => {
  const subscriber = await openSubscriber(world, undefined, { is_webhook_active: false, webhook_url: null })
  for (const body of [{}, { webhook: 'post_call' }, { webhook: 'inbound' }]) {
    const answer = await tryOut(subscriber, body)
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({
      message: 'Validation failed',
      errors: { webhook_url: ['The webhook url field is required.'] },
    })
  }
})

test('422 for a webhook that does not exist', async () => {
  const answer = await tryOut(await openSubscriber(world), { webhook: 'other' })
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual({ webhook: ['The selected webhook is invalid.'] })
})

test('404 for an assistant of somebody else, before anything is sent', async () => {
  const subscriber = await openSubscriber(world)
  const stranger = await openSubscriber(world)
  const answer = await tryOut({ ...stranger, assistant_id: subscriber.assistant_id })
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ message: 'Assistant not found' })
  expect(subscriber.receiver.received).toEqual([])
})

test('401 for a token that only looks like theirs: nothing is sent', async () => {
  const { user, assistant_id, receiver, api } = await openSubscriber(world)
  // Creates the secret first, so that the test request writes nothing.
  await api('GET', '/user/webhook-secret')
  const token = writeToken(user.id, Buffer.alloc(32, 7))
  const answer = await world.api(token, 'POST', `/user/assistants/${assistant_id}/test-webhook`)
  expect(answer.status).toBe(401)
  expect(receiver.received).toEqual([])
})

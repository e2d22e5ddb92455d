import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inactivityMs } from '../../../shared/domain/conversations/chat.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { openReceiver } from '../../receiver.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { chatFor, storedChat, visitorOf, widgetFor } from './chat.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useUser(world)

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
const api = (method: string, path: string, body?: unknown) => world.api(user.token, method, path, body)
const say = (id: string, message: string) => visitorOf(world)('POST', `/conversations/${id}/messages`, { message })
const deliveries = async (assistant_id: number) =>
  (await api('GET', `/user/webhook-deliveries?assistant_id=${assistant_id}`)).body.data

const subscribe = async (answer?: Parameters<typeof openReceiver>[0], assistant: object = {}) => {
  const receiver = await openReceiver(answer)
  onTestFinished(receiver.close)
  const conversation_ended_webhook_url = `${receiver.url}/ended`
  const shown = await widgetFor(world, user, {
    assistant: { conversation_ended_webhook_url, ...assistant },
    widget: { calls_per_hour: 1000 },
  })
  return { ...shown, receiver }
}

test('a conversation that has ended reaches the receiver once: evaluated, signed and complete', async () => {
  const {
    id: assistant_id,
    uuid,
    receiver,
  } = await subscribe(undefined, {
    post_call_schema: [{ name: 'city', type: 'string', description: 'Where the customer lives' }],
  })
  const id = await chatFor(world, uuid, { variables: { customer_name: 'Ada' } })
  await say(id, 'Who are you?')
  await say(id, 'Goodbye!')
  await world.run(60)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/ended'])
  const [request] = receiver.received
  const history = (await visitorOf(world)('GET', `/conversations/${id}`)).body.history
  const chat = await storedChat(world, id)
  expect(request?.body).toEqual({
    id: chat?.id,
    conversation_id: id,
    assistant_id: uuid,
    assistant_version: 1,
    type: 'widget',
    external_identifier: null,
    message_count: 5,
    status: 'ended',
    extracted_variables: { city: expect.toSatisfy(() => true) },
    input_variables: { customer_name: 'Ada' },
    transcript: history.map(({ role, content }: { role: string; content: string }) => ({
      role,
      content,
      timestamp: iso,
      timestamp_unix: expect.any(Number),
    })),
    formatted_transcript: expect.stringMatching(/^AI: .+\nCustomer: Who are you\?\nAI: .+\nCustomer: Goodbye!\nAI: .+/),
    attachments: [],
    customer_phone: null,
    customer_name: 'Ada',
    sender: null,
    created_at: iso,
    ended_at: iso,
  })
  const { secret } = (await api('GET', '/user/webhook-secret')).body
  expect(new Webhook(secret).verify(request?.text ?? '', request?.headers ?? {})).toEqual(request?.body)
  expect(await deliveries(assistant_id)).toMatchObject([
    { webhook: 'conversation_ended', state: 'delivered', call_id: null, conversation_id: id, assistant_id },
  ])
})

test('one that was left is reported, with the time of its end', async () => {
  const { uuid, receiver } = await subscribe()
  const id = await chatFor(world, uuid)
  await say(id, 'Who are you?')
  await world.run(inactivityMs / 1000 + 180)
  const [{ body } = { body: undefined }] = receiver.received
  const ended = Date.parse(body.ended_at) - Date.parse(body.transcript.at(-1).timestamp)
  expect(ended).toBeGreaterThanOrEqual(inactivityMs)
  expect(ended).toBeLessThan(inactivityMs + 120_000)
})

test('a conversation over a channel of the user tells the customer’s id there', async () => {
  const { id: assistant_id, receiver } = await subscribe()
  const reply = { assistant_id, customer_identifier: 'ada@example.com', message: 'Goodbye!' }
  await api('POST', '/user/ai/generate-reply', reply)
  await world.run(60)
  expect(receiver.received.map(({ body }) => [body.type, body.external_identifier])).toEqual([
    ['api', 'ada@example.com'],
  ])
})

test('tests of the owner, and conversations without a message, are not reported', async () => {
  const { id: assistant_id, uuid, receiver } = await subscribe()
  await chatFor(world, uuid)
  const owner = visitorOf(world, { authorization: `Bearer ${user.token}` })
  const { conversation_id } = (await owner('POST', '/conversations', { assistant_id: uuid, type: 'test' })).body
  await owner('POST', `/conversations/${conversation_id}/messages`, { message: 'Goodbye!' })
  await world.run(inactivityMs / 1000 + 180)
  expect(receiver.received).toEqual([])
  expect(await deliveries(assistant_id)).toEqual([])
})

test('a receiver that fails gets it again under the same id, and by hand', async () => {
  const {
    id: assistant_id,
    uuid,
    receiver,
  } = await subscribe((_request, index) => ({ status: index === 0 ? 500 : 200 }))
  const id = await chatFor(world, uuid)
  await say(id, 'Goodbye!')
  await world.run(60)
  const [delivery] = await deliveries(assistant_id)
  expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ http_status: 500 }, { http_status: 200 }] })
  await api('POST', `/user/webhook-deliveries/${delivery.id}/resend`)
  await world.run(5)
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(3).fill(delivery.webhook_id))
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
})

test('410 switches it off, and nothing is sent after that', async () => {
  const { id: assistant_id, uuid, receiver } = await subscribe(() => ({ status: 410 }))
  for (const message of ['Goodbye!', 'Goodbye, goodbye!']) {
    await say(await chatFor(world, uuid), message)
    await world.run(60)
  }
  expect(receiver.received).toHaveLength(1)
  const { body } = await api('GET', `/user/assistant/${assistant_id}`)
  expect(body.conversation_ended_webhook_url).toBeNull()
})

test('counts when switched on before the end, not when switched off', async () => {
  const { id: assistant_id, uuid, receiver } = await subscribe()
  const turn = (what: string) =>
    api('POST', `/user/assistants/${what}-conversation-ended-webhook`, {
      assistant_id,
      webhook_url: `${receiver.url}/later`,
    })
  const ends = async () => {
    const id = await chatFor(world, uuid)
    return () => say(id, 'Goodbye!')
  }
  const unheard = await ends()
  await turn('disable')
  await unheard()
  await world.run(60)
  const heard = await ends()
  await turn('enable')
  await heard()
  await world.run(60)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/later'])
})

test('the export of a user has the delivery', async () => {
  const { uuid } = await subscribe()
  const id = await chatFor(world, uuid)
  await say(id, 'Goodbye!')
  await world.run(60)
  const stored = (await world.items()).filter(({ pk, kind }) => pk === `${user.id}#delivery` && kind !== 'post_call')
  expect(JSON.stringify(stored)).toContain(id)
  expect(JSON.stringify(stored)).not.toContain('Goodbye!')
})

test('a sample can be sent, without a conversation', async () => {
  const { id, receiver } = await subscribe()
  const sent = await api('POST', `/user/assistants/${id}/test-webhook`, { webhook: 'conversation_ended' })
  expect(sent.body.data).toMatchObject({ status: 'success' })
  await api('POST', `/user/assistants/${id}/test-webhook`)
  expect(receiver.received.map(({ body }) => body)).toMatchObject(
    Array(2).fill({
      test: true,
      status: 'ended',
      type: 'widget',
      transcript: [{ role: 'assistant' }, { role: 'user' }],
    }),
  )
})

test.each(['http://a.example', 'https://u:p@a.example'])('an assistant with %s as URL is refused: 422', async (url) => {
  const { id } = await widgetFor(world, user)
  const { status, body } = await api('PUT', `/user/assistant/${id}`, { conversation_ended_webhook_url: url })
  expect(status).toBe(422)
  expect(Object.keys(body.errors)).toEqual(['conversation_ended_webhook_url'])
})

describe('whatever goes wrong', () => {
  test.each(faultKinds)(
    'a worker that %s loses no webhook, and sends it under one id',
    async (kind) => {
      const { uuid, receiver } = await subscribe()
      for (let call = 0; ; call++) {
        const id = await chatFor(world, uuid)
        faults.arm({ operation: 'end-chat', call, kind })
        await say(id, 'Goodbye!')
        await world.run(900)
        const struck = faults.struck()
        faults.disarm()
        const told = receiver.received.filter(({ body }) => body.conversation_id === id)
        expect({ struck, ids: new Set(told.map(({ headers }) => headers['webhook-id'])).size }).toEqual({
          struck,
          ids: 1,
        })
        if (struck) continue
        expect(call).toBeGreaterThan(4)
        break
      }
    },
    240_000,
  )
})

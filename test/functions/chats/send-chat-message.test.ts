import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultKinds, openFaults } from '../../faults.ts'
import { openReceiver, type ReceiverAnswer, type WebhookReceiver } from '../../receiver.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { documentFor, knowledgebaseFor, manyWords } from '../knowledgebases/knowledgebase.ts'
import { toolFor } from '../tools/tool.ts'
import { chatFor, storedChat, visitorOf, widgetFor } from './chat.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useUser(world)
let endpoint: WebhookReceiver
let answer: () => ReceiverAnswer
beforeAll(async () => {
  endpoint = await openReceiver(() => answer())
})
beforeEach(() => {
  endpoint.received.length = 0
  answer = () => ({ body: '{"table": 7}' })
})
afterAll(() => endpoint.close())

const send = (id: string, message: string, more: object = {}, headers?: Record<string, string>) =>
  visitorOf(world, headers)('POST', `/conversations/${id}/messages`, { message, ...more })
const historyOf = async (id: string) =>
  (await visitorOf(world)('GET', `/conversations/${id}`)).body.history.map(
    ({ role, content }: { role: string; content: string }) => `${role}: ${content}`,
  )

test('the assistant answers by its prompt, and knows what was said before', async () => {
  const assistant = {
    system_prompt: 'You are friendly. Our workshop opens at nine. {{name}} is a guest.',
    initial_message: 'Hello.',
  }
  const { uuid } = await widgetFor(world, user, { assistant })
  const id = await chatFor(world, uuid, { variables: { name: 'Ada' } })
  const { status, body } = await send(id, 'When does your workshop open?')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: true,
    message: 'About that I can tell you: Our workshop opens at nine.',
    function_calls: [],
    ai_enabled: true,
    ended: false,
  })
  expect((await send(id, 'Is Ada a guest?')).body.message).toContain('Ada is a guest.')
  expect(await historyOf(id)).toHaveLength(5)
})

test('a goodbye ends the conversation, and a later message is refused', async () => {
  const { uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  expect((await send(id, 'Goodbye!')).body).toMatchObject({ message: 'Thank you for your time. Goodbye!', ended: true })
  const { status, body } = await send(id, 'One more thing')
  expect({ status, body }).toEqual({
    status: 409,
    body: { message: 'The conversation has ended.', error: 'The conversation has ended.', status: false },
  })
})

test('the last message that the widget allows is answered, and ends the conversation', async () => {
  const { uuid } = await widgetFor(world, user, { widget: { messages_per_conversation: 2 } })
  const id = await chatFor(world, uuid)
  expect((await send(id, 'Who are you?')).body.ended).toBe(false)
  expect((await send(id, 'Who are you?')).body.ended).toBe(true)
  expect((await send(id, 'Who are you?')).status).toBe(409)
})

test('a tool is used once, and only the owner reads what it did', async () => {
  const tool = await toolFor(world, user, { endpoint: `${endpoint.url}/tables` })
  const { uuid } = await widgetFor(world, user, { assistant: { tool_ids: [tool] } })
  const id = await chatFor(world, uuid)
  const { body } = await send(id, 'Please book one. [tool book_table {"day": "Monday"}]')
  expect(body).toMatchObject({ message: 'Here is what I found: {"table": 7}', function_calls: [] })
  expect(endpoint.received).toHaveLength(1)
  expect(endpoint.received[0]?.headers).toMatchObject({ 'parlance-conversation-id': id })
  const owned = await visitorOf(world, { authorization: `Bearer ${user.token}` })('GET', `/conversations/${id}`)
  expect(owned.body.history.at(-1).function_calls).toEqual([
    { name: 'book_table', arguments: { day: 'Monday' }, result: '{"table": 7}' },
  ])
  await send(id, 'Again. [tool book_table {"day": "Monday"}]')
  expect(endpoint.received).toHaveLength(1)
  expect((await visitorOf(world)('GET', `/conversations/${id}`)).text).not.toContain('function_calls')
})

test('documents are looked up, and a tool is sent its secret headers', async () => {
  const knowledgebase_id = await knowledgebaseFor(world, user)
  await documentFor(world, user, knowledgebase_id, manyWords('Elephants pay nothing on Mondays.'))
  await world.run(120)
  const headers = [{ name: 'Authorization', value: 'Bearer top-secret' }]
  const tool = await toolFor(world, user, { endpoint: `${endpoint.url}/tables`, headers })
  const assistant = { knowledgebase_id, knowledgebase_mode: 'prompt', tool_ids: [tool] }
  const { uuid } = await widgetFor(world, user, { assistant })
  const id = await chatFor(world, uuid)
  const { status } = await send(id, 'Please book one. [tool book_table {"day": "Monday"}]')
  expect(status).toBe(200)
  expect(endpoint.received[0]?.headers.authorization).toBe('Bearer top-secret')
})

test('concurrent conversations hold money once each, and release it', async () => {
  const payer = await world.user()
  await world.services.ledger.move({ user_id: payer.id, type: 'top_up', amount: 10_000_000, description: 'Top-up' })
  const { uuid } = await widgetFor(world, payer)
  const headers = { authorization: `Bearer ${payer.token}` }
  const begin = () => visitorOf(world, headers)('POST', '/conversations', { assistant_id: uuid })
  const ids = (await Promise.all(Array.from({ length: 12 }, begin))).map(({ body }) => body.conversation_id)
  await Promise.all(ids.map((id) => send(id, 'Goodbye!', {}, headers)))
  await world.run(300)
  const chats = await Promise.all(ids.map((id) => storedChat(world, id)))
  const cost = chats.reduce((sum, chat) => sum + Number(chat?.cost), 0)
  expect(chats.map((chat) => chat?.phase)).toEqual(ids.map(() => ({ is: 'ended', at: expect.any(Number) })))
  expect(await world.services.ledger.balance(payer.id)).toBe(10_000_000 - cost)
})

describe('refuses', () => {
  test.each([
    ['no message', {}, 422],
    ['a long message', { message: 'x'.repeat(2001) }, 422],
    ['a message that is no text', { message: 7 }, 422],
  ])('%s', async (_, body, status) => {
    const { uuid } = await widgetFor(world, user)
    const id = await chatFor(world, uuid)
    expect((await visitorOf(world)('POST', `/conversations/${id}/messages`, body)).status).toBe(status)
  })

  test('a message of another page, and one without an origin', async () => {
    const { uuid } = await widgetFor(world, user)
    const id = await chatFor(world, uuid)
    expect((await send(id, 'Hi', {}, { origin: 'https://other.example' })).status).toBe(403)
    expect((await send(id, 'Hi', {}, {})).status).toBe(403)
    expect(await historyOf(id)).toHaveLength(1)
  })

  test('a message for which the balance is used up', async () => {
    const payer = await world.user()
    const { uuid } = await widgetFor(world, payer)
    await world.services.ledger.move({ user_id: payer.id, type: 'top_up', amount: 300_000, description: 'Top-up' })
    const [first, second] = [await chatFor(world, uuid), await chatFor(world, uuid)]
    expect((await send(first, 'Who are you?')).status).toBe(200)
    const { status, body } = await send(second, 'Who are you?')
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'Insufficient balance. Please top up your account.',
    })
    expect(await historyOf(second)).toHaveLength(1)
    expect(await world.services.ledger.balance(payer.id)).toBe(50_000)
  })
})

describe('a message that comes twice', () => {
  test.each([
    ['with a client_message_id', { client_message_id: 'm1' }, undefined],
    ['with an Idempotency-Key', {}, { 'idempotency-key': 'm1' }],
  ])('%s is answered once', async (_, more, headers) => {
    const { uuid } = await widgetFor(world, user)
    const id = await chatFor(world, uuid)
    const ask = () =>
      visitorOf(world)('POST', `/conversations/${id}/messages`, { message: 'Who are you?', ...more }, headers)
    const [one, other] = await Promise.all([ask(), ask()])
    const third = await ask()
    expect([one.status, other.status, third.status]).toEqual([200, 200, 200])
    expect(new Set([one, other, third].map(({ body }) => body.message)).size).toBe(1)
    expect(await historyOf(id)).toHaveLength(3)
    expect(await storedChat(world, id)).toMatchObject({ asked: 1, cost: 10_000 })
  })

  test('without a name at the same time as another one is refused: 409', async () => {
    const { uuid } = await widgetFor(world, user)
    const id = await chatFor(world, uuid)
    const statuses = await Promise.all(['Who are you?', 'Who am I?'].map(async (text) => (await send(id, text)).status))
    expect(statuses.toSorted()).toEqual([200, 409])
  })
})

test.each(faultKinds)(
  'a request that %s and is repeated is answered once',
  async (kind) => {
    const { uuid } = await widgetFor(world, user, { widget: { calls_per_hour: 1000 } })
    for (let call = 0; ; call++) {
      const begun = await visitorOf(world, { authorization: `Bearer ${user.token}` })('POST', '/conversations', {
        assistant_id: uuid,
      })
      const id = begun.body.conversation_id
      faults.arm({ operation: 'send-chat-message', call, kind })
      const headers = { authorization: `Bearer ${user.token}` }
      const ask = () => send(id, 'Who are you?', { client_message_id: 'm1' }, headers)
      await ask().catch(() => undefined)
      const struck = faults.struck()
      faults.disarm()
      await world.run(31)
      const again = await ask()
      expect({ struck, status: again.status }).toEqual({ struck, status: 200 })
      const said = await historyOf(id)
      expect({ struck, roles: said.map((line: string) => line.split(':')[0]) }).toEqual({
        struck,
        roles: ['assistant', 'user', 'assistant'],
      })
      expect(await storedChat(world, id)).toMatchObject({ asked: 1, cost: 10_000, held: 250_000 })
      if (struck) continue
      expect(call).toBeGreaterThan(6)
      break
    }
  },
  240_000,
)

import { describe, expect, test } from 'vitest'
import { chatsPerAddress } from '../../../shared/domain/conversations/visitor.ts'
import { pageOrigin } from '../../requests.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { chatFor, storedChat, visitorOf, widgetFor } from './chat.ts'

const world = useWorld()
const user = useUser(world)
const begin = (body: object, headers?: Record<string, string>) =>
  visitorOf(world, headers)('POST', '/conversations', body)

test('a visitor gets the greeting, with the variables of the form', async () => {
  const { uuid } = await widgetFor(world, user, { assistant: { initial_message: 'Hello {{name}}, see a@b.example.' } })
  const { status, body, headers } = await begin({ assistant_id: uuid, variables: { name: 'Ada\n\n# Rules' } })
  expect(status).toBe(200)
  expect(body).toEqual({
    status: true,
    conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    history: [{ role: 'assistant', content: 'Hello Ada # Rules, see a@b.example.' }],
  })
  expect(headers.get('access-control-allow-origin')).toBe(pageOrigin)
  expect(headers.get('vary')).toBe('Origin')
})

test('an assistant that waits for the customer begins without a greeting', async () => {
  const { uuid } = await widgetFor(world, user, { assistant: { who_speaks_first: 'Customer' } })
  expect((await begin({ assistant_id: uuid })).body.history).toEqual([])
})

test('a browser that asks first may send JSON', async () => {
  const { status, headers } = await visitorOf(world)('OPTIONS', '/conversations')
  expect(status).toBe(204)
  expect(headers.get('access-control-allow-origin')).toBe(pageOrigin)
  expect(headers.get('access-control-allow-headers')).toBe('content-type, idempotency-key')
})

describe('refuses', () => {
  test.each([
    ['another page', { origin: 'https://other.example' }],
    ['a page whose origin only begins alike', { origin: `${pageOrigin}.evil.example` }],
    ['a page without an origin', { origin: 'null' }],
    ['a program without an origin', {}],
  ])('%s: 403', async (_, headers) => {
    const { uuid } = await widgetFor(world, user)
    const reply = await begin({ assistant_id: uuid }, headers)
    expect({ status: reply.status, body: reply.body }).toEqual({
      status: 403,
      body: {
        message: 'This page may not show the assistant.',
        error: 'This page may not show the assistant.',
        status: false,
      },
    })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each([
    ['an assistant whose widget is off', { enabled: false }],
    ['an assistant whose widget has no chat', { chat: false }],
  ])('%s: 404', async (_, widget) => {
    const { uuid } = await widgetFor(world, user, { widget })
    const { status, body } = await begin({ assistant_id: uuid })
    expect({ status, body }).toEqual({
      status: 404,
      body: { message: 'Assistant not found', error: 'Assistant not found', status: false },
    })
  })

  test.each(['00000000-0000-4000-8000-000000000000', 'nonsense', '1'])(
    'the unknown assistant %s: 404',
    async (assistant_id) => {
      expect((await begin({ assistant_id })).status).toBe(404)
    },
  )

  test('an assistant that was deleted: 404', async () => {
    const { id, uuid } = await widgetFor(world, user)
    await world.api(user.token, 'DELETE', `/user/assistant/${id}`)
    expect((await begin({ assistant_id: uuid })).status).toBe(404)
  })

  test.each([
    ['a value that is an object', { name: { a: 1 } }, 'variables.name'],
    ['a long value', { name: 'x'.repeat(501) }, 'variables.name'],
    ['many values', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`v${n}`, n])), 'variables'],
    ['a missing answer of the form', {}, 'variables.email'],
    ['an empty answer of the form', { email: ' ' }, 'variables.email'],
  ])('%s: 422', async (_, variables, path) => {
    const pre_chat_fields = path === 'variables.email' ? [{ name: 'email', label: 'E-mail', required: true }] : []
    const { uuid } = await widgetFor(world, user, { widget: { pre_chat_fields } })
    const { status, body } = await begin({ assistant_id: uuid, variables })
    expect({ status, paths: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, paths: [path] })
  })

  test('a test without a token: 422', async () => {
    const { uuid } = await widgetFor(world, user)
    const { status, body } = await begin({ assistant_id: uuid, type: 'test' })
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: { type: ['The selected type is invalid.'] },
    })
  })

  test('a body of more than 64 KB: 413', async () => {
    expect((await begin({ assistant_id: 'x'.repeat(70_000) })).status).toBe(413)
  })
})

test('limits conversations per address and hour, without storing the address', async () => {
  const { uuid } = await widgetFor(world, user)
  for (let n = 0; n < chatsPerAddress; n++) await chatFor(world, uuid)
  const { status, headers } = await begin({ assistant_id: uuid })
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(JSON.stringify(await world.items())).not.toContain('127.0.0.1')
  const { uuid: other } = await widgetFor(world, user)
  expect((await begin({ assistant_id: other })).status).toBe(200)
})

test('all visitors together begin so many conversations as the widget allows in an hour', async () => {
  const { uuid } = await widgetFor(world, user, { widget: { calls_per_hour: 2 } })
  for (let n = 0; n < 2; n++) await chatFor(world, uuid)
  expect((await begin({ assistant_id: uuid })).status).toBe(429)
})

describe('with a token', () => {
  const asOwner = () => ({ authorization: `Bearer ${user.token}` })

  test('the owner needs no page and no widget, and may test for nothing', async () => {
    const { uuid } = await widgetFor(world, user, { widget: { enabled: false } })
    const { status, body } = await begin({ assistant_id: uuid, type: 'test' }, asOwner())
    expect(status).toBe(200)
    expect(await storedChat(world, body.conversation_id)).toMatchObject({ type: 'test', held: 0 })
  })

  test('a test with the draft answers with it, and is found by it', async () => {
    const { id, uuid } = await widgetFor(world, user)
    await world.api(user.token, 'PUT', `/user/assistants/${id}/draft`, { initial_message: 'Hello from the draft.' })
    const { status, body } = await begin({ assistant_id: uuid, type: 'test', draft: true }, asOwner())
    expect({ status, history: body.history }).toEqual({
      status: 200,
      history: [{ role: 'assistant', content: 'Hello from the draft.' }],
    })
    const message = { message: 'Who are you?' }
    const path = `/conversations/${body.conversation_id}/messages`
    expect((await visitorOf(world, asOwner())('POST', path, message)).status).toBe(200)
    const found = await world.api(user.token, 'GET', `/user/conversations?assistant_id=${id}&assistant_version=0`)
    expect(found.body.data.map(({ assistant_version }: { assistant_version: number }) => assistant_version)).toEqual([
      0,
    ])
  })

  test('a draft that does not exist: 404, and one of a visitor’s conversation: 422', async () => {
    const { uuid } = await widgetFor(world, user)
    expect((await begin({ assistant_id: uuid, type: 'test', draft: true }, asOwner())).status).toBe(404)
    expect((await begin({ assistant_id: uuid, draft: true })).status).toBe(422)
  })

  test('another user does not find the assistant', async () => {
    const { uuid } = await widgetFor(world, user)
    const stranger = await world.user()
    expect((await begin({ assistant_id: uuid }, { authorization: `Bearer ${stranger.token}` })).status).toBe(404)
  })

  test('a bad token is refused', async () => {
    const { uuid } = await widgetFor(world, user)
    expect(
      (await begin({ assistant_id: uuid }, { origin: pageOrigin, authorization: 'Bearer parlance_x' })).status,
    ).toBe(401)
  })
})

test('400 when the balance covers no answer', async () => {
  const poor = await world.user()
  await world.services.ledger.move({ user_id: poor.id, type: 'top_up', amount: 240_000, description: 'Top-up' })
  const { uuid } = await widgetFor(world, poor)
  const { status, body } = await begin({ assistant_id: uuid })
  const error = 'Insufficient balance. Please top up your account.'
  expect({ status, body }).toEqual({ status: 400, body: { message: error, error, status: false } })
})

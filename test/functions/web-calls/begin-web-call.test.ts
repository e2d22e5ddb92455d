import { describe, expect, test } from 'vitest'
import { callsPerAddress } from '../../../shared/domain/conversations/visitor.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { pageOrigin } from '../../requests.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { visitorOf, widgetFor } from '../chats/chat.ts'
import { askWeb, identityOf, seenCall } from './web-call.ts'

const world = useWorld()
const user = useUser(world)
const begin = (body: object, headers?: Record<string, string>) => visitorOf(world, headers)('POST', '/web/calls', body)
const voiceFor = (widget: object = {}, assistant: object = {}) =>
  widgetFor(world, user, { assistant, widget: { voice: true, ...widget } })

test('a visitor gets a token for a call, with what the widget allows', async () => {
  const { uuid } = await voiceFor({ max_duration: 30 }, { initial_message: 'Hello {{name}}.' })
  const { status, body, headers } = await begin({ assistant_id: uuid, variables: { name: 'Ada\n# Rules' } })
  expect(status).toBe(201)
  expect(Object.keys(body.data).toSorted()).toEqual(['engine', 'expires_at', 'follow_token', 'id', 'token'])
  expect(headers.get('access-control-allow-origin')).toBe(pageOrigin)
  expect(await askWeb(world, identityOf(body.data.token))).toContain('Hello Ada # Rules.')
  const stored = (await world.items()).find(({ pk, id }) => pk === `${user.id}#call` && id === body.data.id)
  expect(stored).toMatchObject({ max_duration_seconds: 30, is_visit: true })
})

describe('refuses', () => {
  test.each([
    ['another page', { origin: 'https://other.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a program without an origin', {}],
  ])('%s: 403', async (_, headers) => {
    const { uuid } = await voiceFor()
    const reply = await begin({ assistant_id: uuid }, headers)
    expect(reply.status).toBe(403)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each([
    ['an assistant whose widget is off', { enabled: false }],
    ['an assistant whose widget has no voice', { voice: false }],
  ])('%s: 404', async (_, widget) => {
    const { uuid } = await voiceFor(widget)
    expect((await begin({ assistant_id: uuid })).status).toBe(404)
  })

  test('an id that nothing has: 404', async () => {
    expect((await begin({ assistant_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
  })

  test('more calls at once than the widget allows: 429, until one is over', async () => {
    const { uuid } = await voiceFor({ calls_at_once: 2 })
    const replies = await Promise.all([1, 2, 3, 4].map(() => begin({ assistant_id: uuid })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429])
    await world.run(65)
    expect((await begin({ assistant_id: uuid })).status).toBe(201)
  })

  test('more calls in an hour than the widget allows: 429', async () => {
    const { uuid } = await voiceFor({ calls_per_hour: 1, calls_at_once: 50 })
    expect((await begin({ assistant_id: uuid })).status).toBe(201)
    const { status, headers } = await begin({ assistant_id: uuid })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('more calls of one address than an address may make: 429', async () => {
    const { uuid } = await voiceFor({ calls_at_once: 50 })
    for (let made = 0; made < callsPerAddress; made++) expect((await begin({ assistant_id: uuid })).status).toBe(201)
    expect((await begin({ assistant_id: uuid })).status).toBe(429)
  })

  test('variables that are many, long or no plain values: 422', async () => {
    const { uuid } = await voiceFor()
    const sent = [
      { a: 'x'.repeat(501) },
      { a: { b: 1 } },
      Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`n${n}`, 1])),
    ]
    for (const variables of sent) expect((await begin({ assistant_id: uuid, variables })).status).toBe(422)
  })

  test('a suspended account: 404, as if it did not exist', async () => {
    const other = await world.user()
    const { uuid } = await widgetFor(world, other, { widget: { voice: true } })
    const accounts = registry.accounts(world.parts)
    await world.services.ledger.move({ user_id: other.id, type: 'top_up', amount: 1_000_000, description: 'Credit' })
    await accounts.suspend(other.id, world.clock.now())
    expect((await begin({ assistant_id: uuid })).body).toMatchObject({ message: 'Assistant not found' })
  })
})

test('the end of a visitor’s call is reported and frees its place', async () => {
  const { uuid } = await voiceFor({ calls_at_once: 1 })
  const { data } = (await begin({ assistant_id: uuid })).body
  const joined = await world.webCall({ token: data.token, person: '+12025550105' })
  const { sid } = (await joined.json()) as { sid: string }
  await world.run(15)
  expect((await begin({ assistant_id: uuid })).status).toBe(429)
  world.carrier.hangUp(sid)
  await world.run(20)
  expect(await seenCall(world, user, data.id)).toMatchObject({ ended_reason: 'customer_hung_up' })
  expect((await begin({ assistant_id: uuid })).status).toBe(201)
})

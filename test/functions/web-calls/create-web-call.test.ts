import { describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { microsPerUnit } from '../../../shared/words/money.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { visitorOf, widgetFor } from '../chats/chat.ts'
import { multimodal } from '../conversations/realtime.ts'
import { claimsOf, seenCall, webCallFor } from './web-call.ts'

const world = useWorld()
const user = useUser(world)

test('opens a web call with a token for one identity and minute', async () => {
  const assistant_id = await assistantFor(world, user, { system_prompt: 'Serve {{name}}.' })
  const call = await webCallFor(world, user, assistant_id, { variables: { name: 'Ada' } })
  expect(call).toMatchObject({
    engine: 'twilio',
    expires_at: new Date(world.clock.now() + 60_000).toISOString().replace('Z', '000Z'),
  })
  expect(JSON.parse(Buffer.from(call.token.split('.')[0] ?? '', 'base64url').toString())).toEqual({
    typ: 'JWT',
    alg: 'HS256',
    cty: 'twilio-fpa;v=1',
  })
  expect(claimsOf(call.token)).toMatchObject({
    exp: Math.floor(world.clock.now() / 1000) + 60,
    grants: { identity: `call_${user.id}_${call.id}`, voice: { outgoing: { application_sid: expect.any(String) } } },
  })
  expect(claimsOf(call.token).grants.voice).not.toHaveProperty('incoming')
  expect(await seenCall(world, user, call.id)).toMatchObject({
    type: 'web',
    status: 'initiated',
    client_phone_number: '',
    variables: { name: 'Ada' },
  })
})

test('an unjoined call fails after a minute without a charge', async () => {
  const own = await world.user()
  const call = await webCallFor(world, own, await assistantFor(world, own))
  const held = async () => (await world.services.ledger.balance(own.id)) ?? 0
  const before = await held()
  await world.run(59)
  expect(await seenCall(world, own, call.id)).toMatchObject({ status: 'initiated' })
  await world.run(6)
  expect(await seenCall(world, own, call.id)).toMatchObject({
    status: 'failed',
    ended_reason: 'web_never_joined',
    failure_reason: 'Nobody joined the call within a minute.',
    total_cost: 0,
  })
  expect(await held()).toBe(before)
  expect((await registry.accounts(world.parts).means(own.id)).account).toMatchObject({ live_calls: 0, reserved: 0 })
})

test('a whole conversation is told, recorded in lists, and charged at the web price', async () => {
  const own = await world.user()
  const assistant_id = await assistantFor(world, own, { initial_message: 'Hello from the page.' })
  const call = await webCallFor(world, own, assistant_id)
  const joined = await world.webCall({ token: call.token, person: '+12025550106' })
  expect(joined.status).toBe(201)
  await world.run(90)
  const seen = await seenCall(world, own, call.id)
  expect(seen).toMatchObject({ status: 'ended_by_assistant', ended_reason: 'assistant_hung_up', type: 'web' })
  expect(seen.transcript).toContain('Hello from the page.')
  const minutes = Math.ceil(seen.duration / 60)
  expect(Math.round(seen.total_cost * microsPerUnit)).toBe(minutes * 54_000)
  const { body } = await world.api(own.token, 'GET', '/user/calls?type=web')
  expect(body).toMatchObject({ total: 1, data: [{ id: call.id }] })
})

test('dials a realtime model for a multimodal assistant, within the limit', async () => {
  const own = await world.user()
  const assistant_id = await assistantFor(world, own, { ...multimodal, max_call_duration: 120 })
  const call = await webCallFor(world, own, assistant_id)
  await world.webCall({ token: call.token, person: '+12025550100' })
  await world.run(60)
  const seen = await seenCall(world, own, call.id)
  expect(seen).toMatchObject({ status: 'ended_by_customer', type: 'web' })
  expect(seen.transcript.length).toBeGreaterThan(10)
})

describe('refuses', () => {
  test('an assistant of another user: 404', async () => {
    const other = await world.user()
    const assistant_id = await assistantFor(world, other)
    const { status, body } = await world.api(user.token, 'POST', `/user/assistants/${assistant_id}/web-call`, {})
    expect({ status, body }).toEqual({ status: 404, body: { message: 'Assistant not found' } })
  })

  test('an expired token, a forged one, and one that another app signed', async () => {
    const call = await webCallFor(world, user, await assistantFor(world, user))
    const [header, payload] = call.token.split('.')
    expect((await world.webCall({ token: `${header}.${payload}.forged` })).status).toBe(401)
    await world.run(61)
    const late = await world.webCall({ token: call.token })
    expect(await late.json()).toMatchObject({ code: 20104 })
  })
})

test('a page without a microphone opens no call where the carrier takes sound alone', async () => {
  const own = await world.user()
  const { id, uuid } = await widgetFor(world, own, { widget: { voice: true } })
  const replies = [
    await world.api(own.token, 'POST', `/user/assistants/${id}/web-call`, { typed: true }),
    await visitorOf(world)('POST', '/web/calls', { assistant_id: uuid, typed: true }),
  ]
  for (const { status, body } of replies) {
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      typed: ['The typed field must be false, because the carrier takes sound alone.'],
    })
  }
  expect((await world.api(own.token, 'GET', '/user/calls')).body.total).toBe(0)
})

test('the same Idempotency-Key opens one call, and answers with the same token', async () => {
  const assistant_id = await assistantFor(world, user)
  const ask = () =>
    world.api(user.token, 'POST', `/user/assistants/${assistant_id}/web-call`, {}, { 'idempotency-key': 'one-call' })
  const [first, again] = [await ask(), await ask()]
  expect(again.text).toBe(first.text)
})

describe('with a draft', () => {
  const draftFor = async (own: TestUser, changes: object) => {
    const assistant_id = await assistantFor(world, own, { initial_message: 'Hello from the live version.' })
    await world.api(own.token, 'PUT', `/user/assistants/${assistant_id}/draft`, changes)
    return assistant_id
  }
  const said = async (own: TestUser, assistant_id: number, body: object) => {
    const call = await webCallFor(world, own, assistant_id, body)
    await world.webCall({ token: call.token, person: '+12025550106' })
    await world.run(90)
    return seenCall(world, own, call.id)
  }

  test('speaks the draft to the end of the call, and says so', async () => {
    const own = await world.user()
    const goodbye = { initial_message: 'Hello from the draft.', post_call_evaluation: false }
    const assistant_id = await draftFor(own, goodbye)
    const seen = await said(own, assistant_id, { draft: true })
    expect(seen.assistant_version).toBe(0)
    expect(seen.transcript).toContain('Hello from the draft.')
    const live = await said(own, assistant_id, { draft: false })
    expect(live.assistant_version).toBe(1)
    expect(live.transcript).toContain('Hello from the live version.')
    const found = `/user/calls?assistant_id=${assistant_id}&assistant_version=0`
    expect((await world.api(own.token, 'GET', found)).body).toMatchObject({ total: 1, data: [{ id: seen.id }] })
  })

  test('follows the live assistant when the draft was discarded before the page joined', async () => {
    const own = await world.user()
    const assistant_id = await draftFor(own, { initial_message: 'Hello from the draft.' })
    const call = await webCallFor(world, own, assistant_id, { draft: true })
    await world.api(own.token, 'DELETE', `/user/assistants/${assistant_id}/draft`)
    await world.webCall({ token: call.token, person: '+12025550106' })
    await world.run(90)
    const seen = await seenCall(world, own, call.id)
    expect(seen.transcript).toContain('Hello from the live version.')
    expect(seen.assistant_version).toBe(1)
  })

  test('404 without one', async () => {
    const assistant_id = await assistantFor(world, user)
    const { status, body } = await world.api(user.token, 'POST', `/user/assistants/${assistant_id}/web-call`, {
      draft: true,
    })
    expect({ status, message: body.message }).toEqual({ status: 404, message: 'Draft not found' })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'
import { visitorOf, widgetFor } from '../chats/chat.ts'
import { multimodal } from '../conversations/realtime.ts'
import { documentFor, knowledgebaseFor } from '../knowledgebases/knowledgebase.ts'
import { toolFor } from '../tools/tool.ts'
import { seenCall } from './web-call.ts'

const world = useWorld()
let endpoint: WebhookReceiver
beforeAll(async () => {
  endpoint = await openReceiver(() => ({ body: '{"table": 7}' }))
})
beforeEach(() => {
  endpoint.received.length = 0
})
afterAll(() => endpoint.close())

const patient = { max_silence_duration: 120, re_engagement_interval: 600 }
const receivedAt = (path: string) => endpoint.received.filter((request) => request.path === path)

const visit = async (
  user: TestUser,
  ending: string,
  assistant: object,
  more: { widget?: object; body?: object } = {},
) => {
  const { id, uuid } = await widgetFor(world, user, { assistant, widget: { voice: true, ...more.widget } })
  const { status, body, text } = await visitorOf(world)('POST', '/web/calls', { assistant_id: uuid, ...more.body })
  expect(status, text).toBe(201)
  const joined = await world.webCall({ token: body.data.token, person: `+1202555${ending}` })
  const { sid } = (await joined.json()) as { sid: string }
  return { assistant_id: id, id: Number(body.data.id), sid, follow_token: String(body.data.follow_token) }
}

describe.each([
  ['pipeline', {}],
  ['multimodal', multimodal],
])('a web call of a %s assistant', (_, engine) => {
  test('uses tools of the user, which receive no phone number', async () => {
    const user = await world.user()
    const headers = [{ name: 'X-Facts', value: '{{customer_phone}}|{{assistant_name}}|{{name}}' }]
    const tool_ids = [await toolFor(world, user, { endpoint: `${endpoint.url}/tables`, headers })]
    const call = await visit(user, '0117', { ...engine, tool_ids }, { body: { variables: { name: 'Ada' } } })
    await world.run(120)
    const seen = await seenCall(world, user, call.id)
    expect(seen.tool_calls).toMatchObject([{ name: 'book_table', outcome: 'done', result: '{"table": 7}' }])
    expect(receivedAt('/tables')).toHaveLength(1)
    expect(receivedAt('/tables')[0]?.headers).toMatchObject({ 'x-facts': '|Anna|Ada' })
    expect(seen).toMatchObject({ status: 'ended_by_assistant' })
  })

  test('answers from the knowledge base', async () => {
    const user = await world.user()
    const knowledgebase_id = await knowledgebaseFor(world, user)
    await documentFor(world, user, knowledgebase_id, 'We offer elephants for rent.')
    await world.run(10)
    const call = await visit(user, '0100', { ...engine, knowledgebase_id })
    await world.run(60)
    expect((await seenCall(world, user, call.id)).transcript).toContain('We offer elephants for rent.')
  })

  test('is evaluated, recorded, and reported to the post-call webhook as type web', async () => {
    const user = await world.user()
    const settings = {
      post_call_schema: [{ name: 'interested', type: 'bool', description: 'Is the customer interested?' }],
      record_call: true,
      include_recording_in_webhook: true,
      is_webhook_active: true,
      webhook_url: `${endpoint.url}/ended`,
      inbound_webhook_url: `${endpoint.url}/inbound`,
    }
    const call = await visit(user, '0100', { ...engine, ...settings }, { body: { variables: { page: 'prices' } } })
    await world.run(300)
    const seen = await seenCall(world, user, call.id)
    expect(seen).toMatchObject({ evaluation: { interested: true }, recording_url: expect.stringMatching(/^http/) })
    const [reported, ...more] = receivedAt('/ended')
    expect(more).toEqual([])
    expect(receivedAt('/inbound')).toEqual([])
    expect(reported?.headers['webhook-signature']).toMatch(/^v1,/)
    expect(reported?.body).toMatchObject({
      id: call.id,
      type: 'web',
      customer_phone: '',
      status: 'ended_by_customer',
      ended_reason: 'customer_hung_up',
      extracted_variables: { interested: true },
      input_variables: { page: 'prices' },
      transcript: seen.messages,
      recording_url: expect.stringMatching(/^http/),
    })
    expect(reported?.body.events.filter(({ type }: { type: string }) => type === 'turn').length).toBeGreaterThan(2)
  })

  test('holds money while it lasts, and is charged by the minute', async () => {
    const user = await world.user()
    await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 10_000_000, description: 'Top-up' })
    const balance = async () => (await world.api(user.token, 'GET', '/user/me')).body.total_balance
    const call = await visit(user, '0105', { ...engine, ...patient })
    await world.run(70)
    const account = async () => (await registry.accounts(world.parts).means(user.id)).account
    expect(await account()).toMatchObject({ live_calls: 1, reserved: expect.any(Number) })
    world.carrier.hangUp(call.sid)
    await world.run(60)
    const { total_cost, duration } = await seenCall(world, user, call.id)
    expect(duration).toBeGreaterThan(60)
    expect(await account()).toMatchObject({ live_calls: 0, reserved: 0 })
    expect(await balance()).toBeCloseTo(10 - total_cost)
    const { body } = await world.api(user.token, 'GET', '/user/transactions')
    expect(body.data[0]).toMatchObject({ type: 'call', call_id: call.id, amount: -total_cost })
    expect(body.data[0].description).toMatch(/^Web call, \d+ s: carrier/)
  })

  test('that a visitor leaves open ends at the limit of the widget', async () => {
    const user = await world.user()
    const call = await visit(user, '0105', { ...engine, ...patient }, { widget: { max_duration: 60 } })
    await world.run(120)
    const seen = await seenCall(world, user, call.id)
    expect(seen).toMatchObject({ ended_reason: 'max_duration' })
    expect(seen.duration).toBeLessThanOrEqual(62)
  })

  test('is transferred to a phone from a number of the user, and charged', async () => {
    const user = await world.user()
    const { phone_number } = await world.number(user)
    const tools = [{ type: 'call_transfer', phone_number: '+12025550100' }]
    const call = await visit(user, '0121', { ...engine, tools })
    await world.run(180)
    const seen = await seenCall(world, user, call.id)
    expect(seen).toMatchObject({ ended_reason: 'transferred', transfers: [{ status: 'completed' }] })
    expect(seen.cost_breakdown.transfers).toBeGreaterThan(0)
    expect(seen.assistant_phone_number).toBe(phone_number)
  })

  test('goes on with the assistant if the user has no number for a transfer', async () => {
    const user = await world.user()
    const tools = [{ type: 'call_transfer', phone_number: '+12025550100' }]
    const call = await visit(user, '0121', { ...engine, tools, ...patient })
    await world.run(60)
    const seen = await seenCall(world, user, call.id)
    expect(seen).toMatchObject({ status: 'in-progress', transfers: [] })
    expect(seen.tool_calls).toMatchObject([{ outcome: 'failed', result: expect.stringContaining('no number') }])
    const { status, text } = await world.api(user.token, 'POST', `/user/calls/${call.id}/transfer`, {
      phone_number: '+12025550100',
    })
    expect([status, text]).toEqual([409, expect.stringContaining('no number')])
    world.carrier.hangUp(call.sid)
  })

  test('sends no text and adds nothing to the blacklist, because no number is known', async () => {
    const user = await world.user()
    await world.number(user)
    const tools = [{ type: 'send_sms' }, { type: 'do_not_call' }]
    const calls = [await visit(user, '0120', { ...engine, tools }), await visit(user, '0119', { ...engine, tools })]
    await world.run(180)
    for (const { id } of calls) {
      const seen = await seenCall(world, user, id)
      expect(seen.tool_calls).toMatchObject([{ outcome: expect.not.stringMatching('done') }])
    }
    expect(world.carrier.stats().messagesAccepted).toBe(0)
    expect((await world.api(user.token, 'GET', '/user/blacklist')).body.total).toBe(0)
  })
})

test('a call whose line breaks is resumed', async () => {
  const user = await world.user()
  const call = await visit(user, '0113', {})
  await world.run(90)
  const seen = await seenCall(world, user, call.id)
  expect(seen.transcript).toMatch(/Hello, who is speaking\?[\s\S]*Are you still there\?/)
  expect(seen.transcript.match(/Hello, this is Anna\./g)).toHaveLength(1)
  expect(seen).toMatchObject({ status: 'ended_by_customer' })
})

import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import { close } from '../../../shared/domain/conversations/channel.ts'
import { assistantFor } from '../../fixtures.ts'
import { openReceiver, type ReceivedRequest, type ReceiverAnswer, type WebhookReceiver } from '../../receiver.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { toolFor } from '../tools/tool.ts'
import { connectLine } from './line.ts'

const world = useWorld()
const user = useUser(world)
let endpoint: WebhookReceiver
let answer: (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>
beforeAll(async () => {
  endpoint = await openReceiver((request) => answer(request))
})
beforeEach(() => {
  endpoint.received.length = 0
  answer = () => ({ body: '{"table": 7}' })
})
afterAll(() => endpoint.close())

const lineWith = async (tool: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => {
  const id = await toolFor(world, user, { endpoint: `${endpoint.url}/tables`, ...tool })
  const settings = { re_engagement_interval: 60, max_silence_duration: 120, tool_ids: [id], ...more }
  const line = await connectLine(world, user, await assistantFor(world, user, settings))
  await expect.poll(line.said).not.toEqual([])
  await world.run(1)
  const callNow = async () => (await world.api(user.token, 'GET', `/user/calls/${line.ref.call_id}`)).body
  return { ...line, id, callNow }
}
const hangUp = async (ref: CallRef) => {
  await world.services.conversations.change(ref, close)
  await world.services.calls.apply(ref, { outcome: 'completed', ended_by: 'customer', duration: 9 }, world.clock.now())
  await world.run(150)
}
const toolWords = '[tool book_table {"day": "Monday"}]'
const fillers = (heard: { preemptible?: boolean; token?: string }[]) =>
  heard.flatMap(({ preemptible, token }) => (preemptible ? token : []))

test('a tool call becomes one signed request, and its answer is spoken', async () => {
  const { socket, said, callNow, ref } = await lineWith({
    headers: [
      { name: 'Authorization', value: 'Bearer top-secret' },
      { name: 'X-Caller', value: '{{caller_number}} {{customer}}' },
      { name: 'X-Same', value: '{{customer_phone}} {{assistant_phone}}' },
      { name: 'X-Talk', value: '{{assistant_name}}|{{current_date}}|{{current_time}}' },
    ],
  })
  socket.prompt(`Please book one. ${toolWords}`)
  expect(await socket.turns(1)).toBe('Here is what I found: {"table": 7}')
  const [request] = endpoint.received
  expect(endpoint.received).toHaveLength(1)
  expect(request).toMatchObject({ method: 'POST', path: '/tables', body: { day: 'Monday' } })
  expect(request?.headers).toMatchObject({
    authorization: 'Bearer top-secret',
    'x-caller': '+12025550100 Ada',
    'x-same': expect.stringMatching(/^\+12025550100 \+\d+$/),
    'x-talk': expect.stringMatching(/^.+\|2026-\d\d-\d\d\|\d\d:\d\d$/),
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(`^${user.id}-${ref.call_id}-`),
    'parlance-call-id': String(ref.call_id),
  })
  const { body } = await world.api(user.token, 'GET', '/user/webhook-secret')
  const verifying = { ...request?.headers, 'webhook-timestamp': request?.headers['webhook-timestamp'] ?? '' }
  expect(() => new Webhook(body.secret).verify(request?.text ?? '', verifying)).not.toThrow()
  expect((await said()).at(-1)).toBe('bot: Here is what I found: {"table": 7}')
  expect((await callNow()).tool_calls).toEqual([
    {
      id: expect.any(String),
      name: 'book_table',
      arguments: { day: 'Monday' },
      outcome: 'done',
      http_status: 200,
      result: '{"table": 7}',
      started_at: expect.stringMatching(/^2026-/),
      duration_ms: expect.any(Number),
    },
  ])
  expect(JSON.stringify(world.logged)).not.toContain('top-secret')
  socket.close()
})

test('answers a second identical tool call from the first', async () => {
  const { socket, callNow } = await lineWith()
  for (const [turn, day] of ['Monday', 'Monday', 'Tuesday'].entries()) {
    socket.prompt(`Book it. [tool book_table {"day": "${day}"}]`)
    expect(await socket.turns(turn + 1)).toContain('Here is what I found: {"table": 7}')
  }
  expect(endpoint.received.map(({ body }) => body.day)).toEqual(['Monday', 'Tuesday'])
  expect((await callNow()).tool_calls).toHaveLength(2)
  socket.close()
})

test('two tools at a time are used side by side', async () => {
  const { socket } = await lineWith()
  socket.prompt('Both. [tool book_table {"day": "Monday"}] [tool book_table {"day": "Tuesday"}]')
  await socket.turns(1)
  expect(endpoint.received.map(({ body }) => body.day).toSorted()).toEqual(['Monday', 'Tuesday'])
  socket.close()
})

test('what a GET is asked goes into its path and query', async () => {
  const { socket } = await lineWith({
    method: 'GET',
    endpoint: `${endpoint.url}/free/{day}?for={{caller_number}}`,
    schema: [
      { name: 'day', type: 'string', description: 'The day' },
      { name: 'guests', type: 'number', description: 'How many' },
      { name: 'inside', type: 'boolean', description: 'Whether inside', required: false },
    ],
  })
  socket.prompt('Now. [tool book_table {"day": "a/b?c={{customer}}", "guests": "4"}]')
  await socket.turns(1)
  expect(endpoint.received[0]).toMatchObject({
    method: 'GET',
    path: '/free/a%2Fb%3Fc%3D%7B%7Bcustomer%7D%7D?for=%2B12025550100&guests=4',
    text: '',
  })
  socket.close()
})

test('a missing argument is told to the model, and nothing is sent', async () => {
  const { socket } = await lineWith()
  socket.prompt('Book it. [tool book_table {}]')
  expect(await socket.turns(1)).toContain('The day argument is required.')
  expect(endpoint.received).toEqual([])
  socket.close()
})

describe('while a tool takes its time', () => {
  const slow = (ms: number) => () =>
    new Promise<ReceiverAnswer>((resolve) => setTimeout(() => resolve({ body: 'At last.' }), ms))

  test('the caller hears that it takes a moment, and again; then the answer', async () => {
    let release = (_: ReceiverAnswer) => {}
    answer = () =>
      new Promise<ReceiverAnswer>((resolve) => {
        release = resolve
      })
    const { socket, said } = await lineWith({}, { language: 'German' })
    socket.prompt(toolWords)
    await expect.poll(() => endpoint.received.length).toBe(1)
    for (let passed = 0; passed < 30 && fillers(socket.heard).length < 2; passed++) await world.run(0.5)
    release({ body: 'At last.' })
    expect(await socket.turns(1)).toContain('At last.')
    expect(fillers(socket.heard).slice(0, 2)).toEqual([
      'Einen Moment, bitte.',
      'Ich bin noch dabei, bitte haben Sie etwas Geduld.',
    ])
    expect((await said()).join()).not.toContain('Einen Moment')
    expect(endpoint.received).toHaveLength(1)
    socket.close()
  })

  test('one that may take longer than a frame is handed over, and used once', async () => {
    const { socket } = await lineWith({ timeout: 30 })
    socket.prompt(toolWords)
    for (let passed = 0; passed < 20 && endpoint.received.length === 0; passed++) await world.run(0.5)
    expect(await socket.turns(1)).toContain('Here is what I found: {"table": 7}')
    expect(fillers(socket.heard)).toEqual(['One moment, please.'])
    expect(endpoint.received).toHaveLength(1)
    socket.close()
  })

  test('an interruption stops speech, not the request; the next answer knows', async () => {
    answer = slow(600)
    const { socket, callNow } = await lineWith()
    socket.prompt(toolWords)
    await expect.poll(() => endpoint.received.length).toBe(1)
    socket.prompt(`And quickly! ${toolWords}`)
    await expect.poll(async () => (await callNow()).tool_calls[0]?.outcome).toBe('done')
    await world.run(2)
    expect(await socket.turns(1)).toContain('Here is what I found: At last.')
    expect(endpoint.received).toHaveLength(1)
    socket.close()
  })
})

describe('what goes wrong', () => {
  test('reports a failure, and does not repeat a non-idempotent request', async () => {
    answer = () => ({ status: 500, body: 'Out of order' })
    const { socket, callNow } = await lineWith()
    socket.prompt(toolWords)
    expect(await socket.turns(1)).toContain('It failed with HTTP 500. Out of order It is not sent again.')
    socket.prompt(toolWords)
    await socket.turns(2)
    expect(endpoint.received).toHaveLength(1)
    expect((await callNow()).tool_calls).toMatchObject([{ outcome: 'failed', http_status: 500 }])
    socket.close()
  })

  test('a GET that failed is sent again', async () => {
    answer = () => ({ status: endpoint.received.length > 1 ? 200 : 503, body: 'Well' })
    const { socket } = await lineWith({ method: 'GET' })
    socket.prompt(toolWords)
    expect(await socket.turns(1)).toContain('It failed with HTTP 503.')
    socket.prompt(toolWords)
    expect(await socket.turns(2)).toContain('Here is what I found: Well')
    expect(endpoint.received).toHaveLength(2)
    socket.close()
  })

  test('no answer in time is unknown, told as such, and never sent again', async () => {
    answer = () => new Promise<ReceiverAnswer>(() => {})
    const { socket, callNow } = await lineWith({ timeout: 1 })
    socket.prompt(toolWords)
    expect(await socket.turns(1)).toContain('it is unknown whether it was carried out')
    socket.prompt(toolWords)
    await socket.turns(2)
    expect(endpoint.received).toHaveLength(1)
    expect((await callNow()).tool_calls).toMatchObject([{ outcome: 'unknown', http_status: null }])
    socket.close()
  })

  test('a redirect is a failure, and a long answer is cut', async () => {
    answer = ({ path }) =>
      path === '/away'
        ? { status: 302, headers: { location: `${endpoint.url}/elsewhere` } }
        : { body: 'x'.repeat(50_000) }
    const { socket } = await lineWith({ endpoint: `${endpoint.url}/away` })
    socket.prompt(toolWords)
    expect(await socket.turns(1)).toContain('It failed with HTTP 302.')
    expect(endpoint.received).toHaveLength(1)
    socket.close()
    const other = await lineWith()
    other.socket.prompt(toolWords)
    const heard = await other.socket.turns(1)
    expect(heard).toContain('(cut off here)')
    expect(heard.length).toBeLessThan(4_200)
    other.socket.close()
  })

  test('an endpoint that is not there was not asked, and may be asked again', async () => {
    const { socket, callNow } = await lineWith({ endpoint: 'http://localhost:9/tables' })
    socket.prompt(toolWords)
    expect(await socket.turns(1)).toContain('It was not carried out: The connection was refused.')
    expect((await callNow()).tool_calls).toMatchObject([{ outcome: 'failed' }])
    socket.close()
  })

  test('a tool deleted meanwhile is a sentence to the model', async () => {
    const { socket, id } = await lineWith()
    await world.api(user.token, 'DELETE', `/user/tools/${id}`)
    socket.prompt('Please book a table for Monday.')
    expect(await socket.turns(1)).toMatch(/^I understand/)
    expect(endpoint.received).toEqual([])
    socket.close()
  })
})

test('events show a tool once, during the call and afterwards', async () => {
  const { socket, ref, callNow } = await lineWith()
  const listed: { id: string; type: string }[] = []
  let after = ''
  const look = async () => {
    const { body } = await world.api(
      user.token,
      'GET',
      `/user/calls/${ref.call_id}/events${after && `?after=${after}`}`,
    )
    listed.push(...body.data)
    after = body.after
  }
  for (const [turn, day] of ['Monday', 'Monday', 'Tuesday'].entries()) {
    socket.prompt(`Book it. [tool book_table {"day": "${day}"}]`)
    await socket.turns(turn + 1)
    await world.run(1)
    await look()
    await look()
  }
  const tools = () => listed.filter(({ type }) => type === 'tool')
  const event = { type: 'tool', name: 'book_table', outcome: 'done', duration_ms: expect.any(Number) }
  expect(tools()).toEqual([expect.objectContaining(event), expect.objectContaining(event)])
  socket.close()
  await hangUp(ref)
  await look()
  expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
  expect(tools()).toHaveLength(2)
  const talk = await world.services.conversations.find(ref)
  await world.services.conversations.remove(ref, talk)
  expect((await callNow()).tool_calls).toHaveLength(2)
  after = ''
  const before = listed.splice(0).map(({ id }) => id)
  await look()
  expect(listed.map(({ id }) => id).toSorted()).toEqual(before.toSorted())
})

test('what was done is kept with the call when it is over', async () => {
  const { socket, callNow, ref } = await lineWith()
  socket.prompt(toolWords)
  await socket.turns(1)
  await world.run(1)
  socket.close()
  await hangUp(ref)
  const talk = await world.services.conversations.find(ref)
  await world.services.conversations.remove(ref, talk)
  expect((await callNow()).tool_calls).toMatchObject([{ name: 'book_table', outcome: 'done', result: '{"table": 7}' }])
  expect(
    (await world.items())
      .filter(({ pk }) => pk === `${user.id}#tool-call`)
      .filter(({ sk }) => sk.includes(String(ref.call_id))),
  ).toEqual([])
})

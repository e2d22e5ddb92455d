import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { openReceiver, type WebhookReceiver } from '../../receiver.ts'
import { useCaller, useWorld } from '../../use-world.ts'
import { toolFor } from '../tools/tool.ts'
import { multimodal } from './realtime.ts'

const world = useWorld()
const user = useCaller(world)
let endpoint: WebhookReceiver
beforeAll(async () => {
  endpoint = await openReceiver(() => ({ body: 'Table 7' }))
})
afterAll(() => endpoint.close())

const booking = async (method = 'POST') => [
  await toolFor(world, user, { name: 'book_table', method, endpoint: `${endpoint.url}/tables` }),
]

const called = async (digits: string, settings: Record<string, unknown> = {}, seconds = 120) => {
  endpoint.received.length = 0
  const assistant_id = await assistantFor(world, user, { ...multimodal, max_call_duration: 90, ...settings })
  const request = { phone_number: `+1202555${digits}`, assistant_id }
  const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
  await world.run(seconds)
  const id: number = body.data.id
  const tell = async () => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body
  const heard = () => world.carrier.calls()[0]?.lines.map(({ speaker, text }) => `${speaker}: ${text}`) ?? []
  return { id, tell, heard }
}

describe('a tool that a realtime model uses', () => {
  test.each([
    ['waits to be asked what it has to say', 'You are friendly.'],
    ['goes on by itself', 'You are friendly. [double realtime: continues]'],
  ])('is heard of when the model %s, and the call ends behind the goodbye', async (_, system_prompt) => {
    const { tell, heard } = await called('0117', { system_prompt, tool_ids: await booking() })
    const call = await tell()
    expect(endpoint.received.map(({ body }) => body)).toEqual([{ day: expect.any(String) }])
    expect(heard()).toEqual([
      'customer: Please book a table for Monday.',
      'assistant: Here is what I found: Table 7',
      'customer: That is all. Goodbye!',
      'assistant: Thank you for your time. Goodbye!',
    ])
    expect(call).toMatchObject({ status: 'ended_by_assistant', tool_calls: [{ name: 'book_table', outcome: 'done' }] })
    expect(call.transcript).toContain('Here is what I found: Table 7')
    const { body } = await world.api(user.token, 'GET', `/user/calls/${call.id}/events`)
    expect(body.data).toContainEqual(
      expect.objectContaining({ type: 'tool', name: 'book_table', outcome: 'done', duration_ms: expect.any(Number) }),
    )
  })

  test('twice for the same thing is carried out once', async () => {
    const system_prompt = 'You are friendly. [double realtime: insists]'
    await called('0117', { system_prompt, tool_ids: await booking() }, 60)
    expect(endpoint.received).toHaveLength(1)
  })
})

describe('the end of a call that the model requests', () => {
  test('comes when its last words were heard', async () => {
    const { tell, heard } = await called('0106')
    expect(heard().at(-1)).toBe('assistant: Thank you for your time. Goodbye!')
    expect(await tell()).toMatchObject({ status: 'ended_by_assistant' })
  })

  test('comes even if it says nothing', async () => {
    const { tell } = await called('0106', { system_prompt: 'Be brief. [double realtime: abrupt]' })
    expect((await tell()).status).toBe('ended_by_assistant')
  })

  test('comes after it was put on the do-not-call list', async () => {
    const { tell, id } = await called('0100', { tools: [{ type: 'do_not_call' }] }, 0)
    await world.run(8)
    const session = world.realtime.sessionOf(world.realtime.calls().at(-1)?.id ?? '')
    await session?.callee.hears('[tool do_not_call]')
    await world.run(60)
    const call = await tell()
    expect(call).toMatchObject({
      id,
      status: 'ended_by_assistant',
      tool_calls: [{ name: 'do_not_call', outcome: 'done' }],
    })
    const { body } = await world.api(user.token, 'GET', '/user/blacklist')
    expect(JSON.stringify(body)).toContain('+12025550100')
  })
})

describe('a sentence that the user wants said', () => {
  test('is said once, word for word, and the talk goes on', async () => {
    const { id, tell, heard } = await called('0116', {}, 12)
    const text = 'The doctor is free "now".'
    expect((await world.api(user.token, 'POST', `/user/calls/${id}/say`, { text })).status).toBe(200)
    await world.run(30)
    expect(heard().filter((line) => line === `assistant: ${text}`)).toHaveLength(1)
    expect(heard().length).toBeGreaterThan(4)
    const ended = await world.api(user.token, 'POST', `/user/calls/${id}/end`)
    expect(ended.status).toBe(200)
    await world.run(30)
    expect(await tell()).toMatchObject({ status: 'ended', transcript: expect.stringContaining(text) })
    expect((await world.api(user.token, 'POST', `/user/calls/${id}/say`, { text })).status).toBe(409)
  })
})

test('doubled and late messages, and ended calls, ask for nothing', async () => {
  const { id, heard } = await called('0116', {}, 12)
  const ref = { user_id: user.id, call_id: id }
  const before = heard().filter((line) => line.startsWith('assistant')).length
  const queue = world.services.steerSessionQueue
  await queue.send([
    { ...ref, at: world.clock.now() - 120_000, answers: true },
    { ...ref, at: world.clock.now() },
    { ...ref, at: world.clock.now(), is_last: true },
    { user_id: 1, call_id: 2, at: world.clock.now(), answers: true },
  ])
  await world.settled()
  expect(heard().filter((line) => line.startsWith('assistant')).length).toBe(before)
  await world.api(user.token, 'POST', `/user/calls/${id}/end`)
  await world.run(20)
  await queue.send([{ ...ref, at: world.clock.now(), answers: true }])
  await world.run(5)
})

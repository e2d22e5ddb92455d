import { beforeAll, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useCaller(world)
let assistant_id: number
beforeAll(async () => {
  assistant_id = await assistantFor(world, user)
})

const callTo = async (phone_number: string) => {
  const { body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
  return body.data.id as number
}
const read = async (id: number | string, query = '', token = user.token) =>
  world.api(token, 'GET', `/user/calls/${id}/events${query}`)

test('returns every event once during the call, and the same afterwards', async () => {
  const id = await callTo('+12025550100')
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
  const listed: any[] = []
  let after = ''
  const seenLive: string[] = []
  for (let second = 0; second < 60; second++) {
    const { status, body } = await read(id, after && `?after=${after}`)
    expect(status).toBe(200)
    listed.push(...body.data)
    after = body.after
    const { body: call } = await world.api(user.token, 'GET', `/user/calls/${id}`)
    if (call.status === 'in-progress') seenLive.push(...body.data.map(({ type }: { type: string }) => type))
    await world.run(1)
  }
  expect(seenLive).toContain('turn')
  expect(listed.filter(({ type }) => type === 'state').map(({ status }) => status)).toEqual([
    'initiated',
    'ringing',
    'in-progress',
    'ended_by_customer',
  ])
  const { body: call } = await world.api(user.token, 'GET', `/user/calls/${id}`)
  const turns = listed.filter(({ type }) => type === 'turn')
  expect(turns.map(({ sender, text }) => [sender, text])).toEqual(
    call.messages.map(({ sender, text }: Record<string, string>) => [sender, text]),
  )
  const answers = turns.slice(1).filter(({ sender }) => sender === 'bot')
  for (const { latency_ms, model_ms } of answers) {
    expect(latency_ms).toEqual(expect.any(Number))
    expect(model_ms).toBeGreaterThanOrEqual(0)
    expect(model_ms).toBeLessThanOrEqual(latency_ms)
  }
  expect(turns[0]).toMatchObject({ sender: 'bot', latency_ms: null, model_ms: null })
  expect(new Set(listed.map((event) => event.id)).size).toBe(listed.length)

  const whole = (await read(id)).body
  expect(whole.data.map((event: { id: string }) => event.id).toSorted()).toEqual(
    listed.map((event) => event.id).toSorted(),
  )
  expect(whole).toMatchObject({ has_more: false })
  expect(whole.data.filter(({ sender }: { sender?: string }) => sender === 'bot').slice(1)).toEqual(answers)

  const talk = await world.services.conversations.find({ user_id: user.id, call_id: id })
  await world.services.conversations.remove({ user_id: user.id, call_id: id }, talk)
  expect((await read(id)).body).toEqual({ ...whole, after: expect.any(String) })
})

test('pages of `limit` give the same', async () => {
  const id = await callTo('+12025550100')
  await world.run(60)
  const whole = (await read(id)).body.data
  const pages = []
  for (let after = '', more = true; more; ) {
    const { body } = await read(id, `?limit=2${after && `&after=${after}`}`)
    expect(body.data.length).toBeLessThanOrEqual(2)
    pages.push(...body.data)
    after = body.after
    more = body.has_more
  }
  expect(pages).toEqual(whole)
})

test('a call that nobody answers tells its states', async () => {
  const id = await callTo('+12025550102')
  await world.run(120)
  const { body } = await read(id)
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['initiated', 'ringing', 'no-answer'])
})

test('200 at once after make_call', async () => {
  const id = await callTo('+12025550101')
  expect((await read(id)).body.data).toEqual([
    { id: 'initiated', type: 'state', status: 'initiated', timestamp: expect.stringMatching(/^2026-/) },
  ])
})

test('422 for a cursor of another kind and a limit beyond 100', async () => {
  const id = await callTo('+12025550101')
  expect((await read(id, '?after=yesterday')).body.errors).toEqual({ after: ['The selected after is invalid.'] })
  expect((await read(id, '?limit=101')).body.errors).toEqual({
    limit: ['The limit field must be between 1 and 100.'],
  })
})

test('404 for unknown, impossible and foreign ids alike', async () => {
  const id = await callTo('+12025550101')
  const other = await world.user()
  for (const answer of [await read(1), await read('x'), await read(id, '', other.token)])
    expect(answer).toMatchObject({ status: 404, text: '{"message":"Call not found"}' })
})

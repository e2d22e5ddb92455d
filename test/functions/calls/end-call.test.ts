import { beforeAll, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

const world = useWorld()
const user = useCaller(world)
let assistant_id: number
beforeAll(async () => {
  assistant_id = await assistantFor(world, user, { re_engagement_interval: 600, max_silence_duration: 120 })
})

const talkingTo = async (phone_number = '+12025550105') => {
  const { body } = await world.api(user.token, 'POST', '/user/make_call', { phone_number, assistant_id })
  await world.run(8)
  return body.data.id as number
}
const end = (id: number | string, token = user.token) => world.api(token, 'POST', `/user/calls/${id}/end`)
const statusOf = async (id: number) => (await world.api(user.token, 'GET', `/user/calls/${id}`)).body.status
const ended = { status: 200, text: '{"message":"Call is being ended"}' }
const over = { status: 409, text: '{"message":"Call is not in progress"}' }

test('returns 200 and the carrier hangs up; also when repeated', async () => {
  const id = await talkingTo()
  expect(await statusOf(id)).toBe('in-progress')
  expect(await end(id)).toMatchObject(ended)
  expect(await end(id)).toMatchObject(ended)
  await world.run(25)
  expect(await statusOf(id)).toBe('ended')
  expect(await end(id)).toMatchObject(ended)
  const { body } = await world.api(user.token, 'GET', `/user/calls/${id}`)
  expect(body.duration).toBeLessThan(15)
  expect(body.total_cost).toBe(0.064)
})

test('returns 200 although the worker’s message is lost: the deadline hangs up', async () => {
  const id = await talkingTo()
  await world.services.calls.end({ user_id: user.id, call_id: id }, world.clock.now())
  await world.run(90)
  expect(await statusOf(id)).toBe('ended')
})

test('two at a time are both 200, and the call ends once', async () => {
  const id = await talkingTo()
  const answers = await Promise.all([end(id), end(id), end(id)])
  for (const answer of answers) expect(answer).toMatchObject(ended)
  await world.run(25)
  expect(await statusOf(id)).toBe('ended')
})

test('returns 409 for a call that is not in progress', async () => {
  const { body } = await world.api(user.token, 'POST', '/user/make_call', {
    phone_number: '+12025550100',
    assistant_id,
  })
  const { id } = body.data
  expect(await end(id)).toMatchObject(over)
  await world.run(2)
  expect(await statusOf(id)).toBe('ringing')
  expect(await end(id)).toMatchObject(over)
  await world.run(60)
  expect(await statusOf(id)).toBe('ended_by_customer')
  expect(await end(id)).toMatchObject(over)
})

test('returns 409 when the customer hangs up in the same moment', async () => {
  const id = await talkingTo()
  const ref = { user_id: user.id, call_id: id }
  const [, answer] = await Promise.all([
    world.services.calls.apply(ref, { outcome: 'completed', ended_by: 'customer', duration: 5 }, world.clock.now()),
    end(id),
  ])
  await world.run(30)
  expect([
    [200, 'ended'],
    [409, 'ended_by_customer'],
  ]).toContainEqual([answer.status, await statusOf(id)])
})

test('404 for unknown, impossible and foreign ids alike', async () => {
  const id = await talkingTo()
  const other = await world.user()
  for (const answer of [await end(1), await end('x'), await end(id, other.token)])
    expect(answer).toMatchObject({ status: 404, text: '{"message":"Call not found"}' })
  expect(await statusOf(id)).toBe('in-progress')
})

import { beforeAll, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { post } from '../../posted.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let assistant_id: number

const world = useWorld()
const user = useCaller(world)

beforeAll(async () => {
  assistant_id = await assistantFor(world, user)
})

const placed = async () => {
  const request = { phone_number: '+12025550110', assistant_id }
  const { body } = await world.api(user.token, 'POST', '/user/make_call', request)
  await world.run(2)
  const call_id: number = body.data.id
  const { carrier_sid = '' } = (await world.services.calls.find({ user_id: user.id, call_id })) ?? {}
  const report = (form: Record<string, string>) =>
    post(world, `/carrier/calls/${user.id}-${call_id}/status`, { CallSid: carrier_sid, ...form })
  const read = async () => (await world.api(user.token, 'GET', `/user/calls/${call_id}`)).body
  return { call_id, report, read }
}

test('advances the call; repeated and earlier reports change nothing', async () => {
  const { report, read } = await placed()
  expect((await report({ CallStatus: 'in-progress' })).status).toBe(204)
  const moved = await read()
  expect(moved.status).toBe('in-progress')
  await report({ CallStatus: 'in-progress' })
  await report({ CallStatus: 'ringing' })
  expect(await read()).toEqual(moved)
})

test('the end closes an unanswered call without a charge', async () => {
  const { report, read } = await placed()
  expect((await report({ CallStatus: 'busy' })).status).toBe(204)
  expect(await read()).toMatchObject({ status: 'busy', total_cost: 0 })
  await report({ CallStatus: 'completed', CallDuration: '60' })
  expect(await read()).toMatchObject({ status: 'busy', duration: 0, total_cost: 0 })
})

test.each([
  ['canceled', 'failed'],
  ['failed', 'failed'],
  ['no-answer', 'no-answer'],
])('%s ends %s', async (word, status) => {
  const { report, read } = await placed()
  await report({ CallStatus: word })
  expect((await read()).status).toBe(status)
})

test('a report about another leg, or with a word nobody knows, changes nothing', async () => {
  const { report, read } = await placed()
  const before = await read()
  await report({ CallSid: 'CA00000000000000000000000000000009', CallStatus: 'completed', CallDuration: '5' })
  await report({ CallStatus: 'on-the-moon' })
  expect(await read()).toEqual(before)
})

test('204 for a call that nobody knows: the carrier has nothing to repeat', async () => {
  for (const ref of [`${user.id}-1`, '1-1', 'x', '0-0', `${user.id}-${2 ** 53}`])
    expect((await post(world, `/carrier/calls/${ref}/status`, { CallStatus: 'busy' })).status).toBe(204)
})

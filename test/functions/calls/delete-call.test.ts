import { beforeAll, expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useCaller, useWorld } from '../../use-world.ts'

let assistant_id: number

const world = useWorld()
const user = useCaller(world)

beforeAll(async () => {
  assistant_id = await assistantFor(world, user)
})

const place = async () => {
  const request = { phone_number: '+12025550100', assistant_id }
  return (await world.api(user.token, 'POST', '/user/make_call', request)).body.data.id
}
const remove = async (id: number | string, who = user) => {
  const { status, body } = await world.api(who.token, 'DELETE', `/user/calls/${id}`)
  return { status, body }
}

test('200 and gone, once it is over; what it cost stays charged', async () => {
  const before = await world.services.ledger.balance(user.id)
  const id = await place()
  await world.run(60)
  expect(await remove(id)).toEqual({ status: 200, body: { message: 'Call deleted successfully' } })
  expect((await world.api(user.token, 'GET', `/user/calls/${id}`)).status).toBe(404)
  expect((await world.api(user.token, 'GET', '/user/calls')).body.total).toBe(0)
  expect(before - (await world.services.ledger.balance(user.id))).toBe(64_000)
  expect(await remove(id)).toEqual({ status: 404, body: { message: 'Call not found' } })
})

test('its recording goes with it, also one that is copied only then', async () => {
  const recorded = await assistantFor(world, user, { record_call: true })
  const request = { phone_number: '+12025550100', assistant_id: recorded }
  const call_id: number = (await world.api(user.token, 'POST', '/user/make_call', request)).body.data.id
  await world.run(60)
  const { body } = await world.api(user.token, 'GET', `/user/calls/${call_id}`)
  expect((await fetch(body.recording_url)).status).toBe(200)
  expect((await remove(call_id)).status).toBe(200)
  expect((await fetch(body.recording_url)).status).toBe(404)

  const recording_sid = /RE[0-9a-f]{32}/.exec(body.recording_url)?.[0] ?? ''
  await registry.copyRecordingQueue(world.parts).nudge({ user_id: user.id, call_id, recording_sid })
  await world.run(1)
  expect((await fetch(body.recording_url)).status).toBe(404)
})

test('409 Call is in progress before it is over', async () => {
  const id = await place()
  const refused = { status: 409, body: { message: 'Call is in progress' } }
  expect(await remove(id)).toEqual(refused)
  await world.run(6)
  expect(await remove(id)).toEqual(refused)
})

test('404 for unknown, impossible and foreign ids alike', async () => {
  const id = await place()
  await world.run(60)
  const other = await world.user()
  const missing = { status: 404, body: { message: 'Call not found' } }
  for (const unknown of [1, 0, -1, 'x', '1.5', 2 ** 53]) expect(await remove(unknown)).toEqual(missing)
  expect(await remove(id, other)).toEqual(missing)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'

let world: World
let user: TestUser
let assistant_id: number

beforeAll(async () => {
  world = await openWorld()
  user = await world.user()
  await world.number(user)
  assistant_id = await assistantFor(world, user)
})
afterAll(() => world.close())

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

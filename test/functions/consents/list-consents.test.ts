import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const world = useWorld()

const record = async (user: TestUser, phone_number: string, more: object = {}) =>
  (await world.api(user.token, 'POST', '/user/consents', { kind: 'express', phone_number, ...more })).body.data
const list = async (user: TestUser, query = '') => (await world.api(user.token, 'GET', `/user/consents${query}`)).body

test('returns all own consents, or those of a number, newest first', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const first = await record(user, '+12025550100')
  await world.run(1)
  const second = await record(user, '+12025550101')
  expect(await list(user)).toMatchObject({ total: 2, data: [second, first] })
  expect(await list(user, '?per_page=1&page=2')).toMatchObject({ total: 2, data: [first] })
  for (const number of ['%2B12025550100', '%2B1%20202-555-0100'])
    expect(await list(user, `?phone_number=${number}`)).toMatchObject({ total: 1, data: [first] })
  expect((await list(other)).total).toBe(0)
  expect((await list(other, '?phone_number=%2B12025550100')).total).toBe(0)
})

test('one phone that is written in two ways has its consents under both', async () => {
  const user = await world.user()
  const consent = await record(user, '+5491123456789')
  expect(await list(user, '?phone_number=%2B541123456789')).toMatchObject({ total: 1, data: [consent] })
})

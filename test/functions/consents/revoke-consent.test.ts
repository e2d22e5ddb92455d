import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const world = useWorld()

const record = async (user: TestUser, phone_number: string, more: object = {}) =>
  (await world.api(user.token, 'POST', '/user/consents', { kind: 'express', phone_number, ...more })).body.data
const revoke = (user: TestUser, id: number) =>
  world.api(user.token, 'POST', `/user/consents/${id}/revoke`, { because: 'By letter' })

test('200 with the withdrawal, which there is once; the consent stays', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const { id } = await record(user, '+12025550100')
  const once = await revoke(user, id)
  expect([once.status, once.body.message]).toEqual([200, 'Consent revoked successfully'])
  expect(once.body.data).toMatchObject({ status: 'revoked', revokes: id, because: 'By letter' })
  await world.run(1)
  expect((await revoke(user, id)).body.data).toEqual(once.body.data)
  expect((await revoke(user, once.body.data.id)).body.data).toEqual(once.body.data)
  expect((await world.api(user.token, 'GET', '/user/consents')).body.total).toBe(2)
  for (const unknown of [id + 1, 'abc'])
    expect((await world.api(user.token, 'POST', `/user/consents/${unknown}/revoke`, {})).status).toBe(404)
  expect(await revoke(other, id)).toMatchObject({ status: 404, body: { message: 'Consent not found' } })
})

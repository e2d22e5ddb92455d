import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

const add = async (token: string): Promise<number> =>
  (await world.api(token, 'POST', '/user/blacklist', { phone_number: '+12025550155' })).body.data.id
const remove = async (token: string, id: number | string) => {
  const { status, body } = await world.api(token, 'DELETE', `/user/blacklist/${id}`)
  return { status, body }
}
const missing = { status: 404, body: { message: 'Blacklist entry not found' } }

test('200, and the number may be blacklisted anew', async () => {
  const { token } = await world.user()
  const id = await add(token)
  expect(await remove(token, id)).toEqual({
    status: 200,
    body: { message: 'Number removed from blacklist successfully' },
  })
  expect((await world.api(token, 'GET', '/user/blacklist')).body.total).toBe(0)
  expect(await remove(token, id)).toEqual(missing)
  await world.run(1)
  expect(await add(token)).not.toBe(id)
})

test('404 Blacklist entry not found for what does not exist and for somebody else’s', async () => {
  const [mine, other] = await Promise.all([world.user(), world.user()])
  const theirs = await add(other.token)
  for (const id of [theirs, 1, '0', 'abc']) expect(await remove(mine.token, id)).toEqual(missing)
  expect((await world.api(other.token, 'GET', '/user/blacklist')).body.total).toBe(1)
})

import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200 with the newest first, and nobody else’s', async () => {
  const [mine, other] = await Promise.all([world.user(), world.user()])
  await world.api(other.token, 'POST', '/user/blacklist', { phone_number: '+12025550150' })
  const added: object[] = []
  for (const phone_number of ['+12025550151', '+12025550152', '+12025550153']) {
    added.unshift((await world.api(mine.token, 'POST', '/user/blacklist', { phone_number })).body.data)
    await world.run(1)
  }
  const { status, body } = await world.api(mine.token, 'GET', '/user/blacklist?per_page=2')
  expect(status).toBe(200)
  expect(body).toMatchObject({ data: added.slice(0, 2), total: 3, per_page: 2, last_page: 2 })
  expect(body.data[0]).toEqual(added[0])
  expect((await world.api(mine.token, 'GET', '/user/blacklist?per_page=2&page=2')).body.data).toEqual(added.slice(2))
})

import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200: one secret for each user, the same every time', async () => {
  const [ada, bob] = [await world.user(), await world.user()]
  const get = async (token: string) => world.api(token, 'GET', '/user/webhook-secret')
  const [first, second] = await Promise.all([get(ada.token), get(ada.token)])
  expect(first.status).toBe(200)
  expect(first.body).toEqual({ secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
  expect(second.body).toEqual(first.body)
  expect((await get(ada.token)).body).toEqual(first.body)
  expect((await get(bob.token)).body).not.toEqual(first.body)
})

import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import type { TestUser } from '../../world.ts'

const world = useWorld()
let last = 700
const nextPhone = () => `+12025554${last++}`

const verify = (user: TestUser, phone_number: string) =>
  world.api(user.token, 'POST', '/user/caller-ids', { phone_number })
const look = async (user: TestUser, id: number) => (await world.api(user.token, 'GET', `/user/caller-ids/${id}`)).body

test('returns 404 for another user’s verification', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const phone = nextPhone()
  const { body } = await verify(user, phone)
  expect(await look(other, body.id)).toMatchObject({ message: 'Caller ID not found.' })
  expect((await verify(other, phone)).status).toBe(400)
  expect((await verify(user, phone)).status).toBe(400)
  expect(world.carrier.callerIds.asked.filter(({ phone_number }) => phone_number === phone)).toHaveLength(1)
})

test('404 for an id that no verification has', async () => {
  const user = await world.user()
  expect(await look(user, 1)).toMatchObject({ error: 'Caller ID not found.' })
})

import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('links to the files for an hour, and 404 for another user', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const { body } = await world.api(user.token, 'POST', '/user/evidence/exports')
  await world.run(5)
  const path = `/user/evidence/exports/${body.data.id}`
  const made = (await world.api(user.token, 'GET', path)).body
  expect((await fetch(made.files[0].url)).status).toBe(200)
  await world.run(3601)
  expect((await fetch(made.files[0].url)).status).toBe(403)
  expect((await world.api(other.token, 'GET', path)).status).toBe(404)
})

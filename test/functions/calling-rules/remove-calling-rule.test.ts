import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200 once, then 404; what another user has set stays', async () => {
  const [mine, other] = await Promise.all([world.user(), world.user()])
  const path = '/user/calling-rules/US-TX'
  for (const { token } of [mine, other]) await world.api(token, 'PUT', path, { hours: { monday: ['10:00-16:00'] } })
  expect((await world.api(mine.token, 'DELETE', path)).status).toBe(200)
  expect((await world.api(mine.token, 'DELETE', path)).status).toBe(404)
  const { body } = await world.api(other.token, 'GET', '/user/calling-rules')
  expect(body.data.filter(({ own }: { own: unknown }) => own)).toMatchObject([{ region: 'US-TX' }])
})

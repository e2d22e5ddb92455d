import { expect, test } from 'vitest'
import { models } from '../../../shared/domain/reference/models.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200 with the whole catalogue, ids and names only', async () => {
  const { token } = await world.user()
  const { status, body } = await world.api(token, 'GET', '/user/assistants/models')
  expect(status).toBe(200)
  expect(body).toEqual(models.map(({ id, name }) => ({ id, name })))
})

test('401 without a token', async () => {
  const { status, body } = await world.api(undefined, 'GET', '/user/assistants/models')
  expect(status).toBe(401)
  expect(body).toEqual({ message: 'Unauthenticated.' })
})

import { expect, test } from 'vitest'
import { languages } from '../../../shared/domain/reference/languages.ts'
import { useWorld } from '../../use-world.ts'

const world = useWorld()

test('200 with the whole catalogue: ids, names and codes', async () => {
  const { token } = await world.user()
  const { status, body } = await world.api(token, 'GET', '/user/assistants/languages')
  expect(status).toBe(200)
  expect(body).toEqual(languages.map(({ id, name, iso_2 }) => ({ id, name, iso_2 })))
})

test('401 without a token', async () => {
  const { status, body } = await world.api(undefined, 'GET', '/user/assistants/languages')
  expect(status).toBe(401)
  expect(body).toEqual({ message: 'Unauthenticated.' })
})

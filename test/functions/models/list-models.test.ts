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

test.each([
  ['llm', 'text'],
  ['multimodal', 'realtime'],
])('lists only models of the type %s', async (type, kind) => {
  const { token } = await world.user()
  const { body } = await world.api(token, 'GET', `/user/assistants/models?type=${type}`)
  expect(body).toEqual(models.filter((model) => model.kind === kind).map(({ id, name }) => ({ id, name })))
})

test('422 for an unknown type', async () => {
  const { token } = await world.user()
  const { status, body } = await world.api(token, 'GET', '/user/assistants/models?type=steam')
  expect(status).toBe(422)
  expect(body).toEqual({ message: 'Validation failed', errors: { type: ['The selected type is invalid.'] } })
})

test('401 without a token', async () => {
  const { status, body } = await world.api(undefined, 'GET', '/user/assistants/models')
  expect(status).toBe(401)
  expect(body).toEqual({ message: 'Unauthenticated.' })
})

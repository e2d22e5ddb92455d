import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { tokenHolder } from './tokens.ts'

const world = useWorld()

test('delete-token makes a token useless from its next request on', async () => {
  const { ask, create } = await tokenHolder(world)
  const made = await create()
  const { status, body } = await ask('DELETE', `/${made.id}`)
  expect({ status, body }).toEqual({ status: 200, body: { message: 'Token deleted successfully' } })
  expect((await ask('GET', '', undefined, undefined, made.token)).status).toBe(401)
  expect((await ask('GET', '')).body.data).toHaveLength(1)
})

test('returns 409 for the token in use, and 404 for a foreign one', async () => {
  const { ask, create } = await tokenHolder(world)
  const [own] = (await ask('GET', '')).body.data
  expect((await ask('DELETE', `/${own.id}`)).body).toEqual({
    message: 'A token does not delete itself. Use another one.',
  })
  const stranger = await tokenHolder(world)
  const theirs = await stranger.create()
  for (const id of [theirs.id, 1]) expect((await ask('DELETE', `/${id}`)).status).toBe(404)
  const made = await create()
  await ask('DELETE', `/${made.id}`)
  expect((await ask('DELETE', `/${made.id}`)).status).toBe(404)
})

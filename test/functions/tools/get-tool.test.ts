import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { toolDraft, toolFor } from './tool.ts'

const world = useWorld()
const user = useUser(world)
const ask = (method: string, path: string, body?: unknown, token = user.token) => world.api(token, method, path, body)

test('200 with the tool, as its creation answered', async () => {
  const { body } = await ask('POST', '/user/tools', { ...toolDraft, headers: [{ name: 'A', value: 'abc' }] })
  expect((await ask('GET', `/user/tools/${body.data.id}`)).body).toEqual(body.data)
})

test('404 for unknown, impossible and foreign ids alike', async () => {
  const other = await world.user()
  const id = await toolFor(world, user)
  const missing = { status: 404, text: '{"message":"Tool not found"}' }
  expect(await ask('GET', '/user/tools/1')).toMatchObject(missing)
  expect(await ask('GET', '/user/tools/x')).toMatchObject(missing)
  expect(await ask('GET', `/user/tools/${id}`, undefined, other.token)).toMatchObject(missing)
})

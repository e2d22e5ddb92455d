import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { toolFor } from './tool.ts'

const world = useWorld()
const user = useUser(world)
const ask = (method: string, path: string, body?: unknown, token = user.token) => world.api(token, method, path, body)

test('all are listed bare, newest first, and those of another user are not', async () => {
  const other = await world.user()
  const first = await toolFor(world, other, { name: 'one' })
  await world.run(1)
  const second = await toolFor(world, other, { name: 'two' })
  const { status, body } = await ask('GET', '/user/tools', undefined, other.token)
  expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [second, first]])
})

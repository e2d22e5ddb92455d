import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { askAs, knowledgebaseFor } from './knowledgebase.ts'

const world = useWorld()

test('200 with all of the user’s own, newest first, under `data` and without pages', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const first = await knowledgebaseFor(world, user, { name: 'First' })
  await knowledgebaseFor(world, other)
  await world.run(1)
  const second = await knowledgebaseFor(world, user, { name: 'Second' })
  const { status, body } = await askAs(world, user)('GET')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['data'])
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([second, first])
})

import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { askAs, knowledgebaseFor } from './knowledgebase.ts'

const world = useWorld()

test('an update changes what is given and nothing else; null removes a description', async () => {
  const user = await world.user()
  const ask = askAs(world, user)
  const id = await knowledgebaseFor(world, user)
  await world.run(60)
  const { body } = await ask('PUT', `/${id}`, { description: null })
  expect(body).toMatchObject({
    message: 'Knowledgebase updated successfully.',
    data: { name: 'Prices', description: null, updated_at: '2026-11-25T10:01:00.000000Z' },
  })
})

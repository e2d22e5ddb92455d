import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { baseOf, documentFor } from './knowledgebase.ts'

const world = useWorld()

test('200 with the document under other words; what it says stays', async () => {
  const { user, base, ask, packed } = await baseOf(world)
  const id = await documentFor(world, user, base, 'We open at nine.', { description: 'When' })
  await world.run(5)
  const { body } = await ask('PUT', `/${id}`, { name: 'Mornings', description: null, type: 'pdf', size: 7 })
  expect(body).toMatchObject({
    message: 'Document updated successfully.',
    data: { id, name: 'Mornings', description: null, type: 'txt', status: 'active' },
  })
  expect((await ask('GET', `/${id}`)).body.data).toEqual(body.data)
  expect((await packed()).map(({ text }) => text)).toEqual(['We open at nine.'])
  expect((await ask('PUT', `/${id}`, { name: 'x'.repeat(256) })).status).toBe(422)
})

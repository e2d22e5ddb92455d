import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { baseOf, documentFor, knowledgebaseFor } from './knowledgebase.ts'

const world = useWorld()

test('200 with all documents of this base, newest first', async () => {
  const { user, base, ask } = await baseOf(world)
  const elsewhere = await knowledgebaseFor(world, user)
  await documentFor(world, user, elsewhere, 'We close at five.')
  const first = await documentFor(world, user, base, 'We open at nine.')
  await world.run(1)
  const second = await documentFor(world, user, base, 'We open at ten.', { name: 'Sundays' })
  const { body } = await ask('GET')
  expect(body.data).toMatchObject([
    { id: second, name: 'Sundays', status: 'processing' },
    { id: first, name: 'Hours', status: 'active' },
  ])
})

import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { baseOf, documentFor, knowledgebaseFor } from './knowledgebase.ts'

const world = useWorld()

test('404 for a document of another base of the same user', async () => {
  const { user, base, ask } = await baseOf(world)
  const elsewhere = await knowledgebaseFor(world, user)
  const id = await documentFor(world, user, elsewhere, 'We open at nine.')
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect((await ask(method, `/${id}`, {})).body, String(base)).toMatchObject({ message: 'Document not found.' })
  expect((await ask('GET', '/x')).status).toBe(404)
})

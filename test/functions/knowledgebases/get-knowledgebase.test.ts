import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { askAs, documentFor, knowledgebaseFor } from './knowledgebase.ts'

const world = useWorld()
const missing = (what: string) => ({ status: 404, text: JSON.stringify({ message: what, error: what }) })

test('returns 404 for foreign, unknown and deleted bases in every operation', async () => {
  const [user, other] = [await world.user(), await world.user()]
  const foreign = await knowledgebaseFor(world, other)
  const document = await documentFor(world, other, foreign, 'We open at nine.')
  const deleted = await knowledgebaseFor(world, user)
  expect((await askAs(world, user)('DELETE', `/${deleted}`)).status).toBe(200)
  for (const id of [foreign, deleted, 1, 'x']) {
    const base = missing('Knowledgebase not found.')
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/documents'],
      ['POST', '/documents'],
    ] as const)
      expect(await askAs(world, user)(method, `/${id}${path}`, {}), `${method} ${path}`).toMatchObject(base)
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await askAs(world, user)(method, `/${id}/documents/${document}`, {})).toMatchObject(
        missing('Document not found.'),
      )
  }
})

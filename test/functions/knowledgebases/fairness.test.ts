import { expect, test } from 'vitest'
import { documentsMax } from '../../../shared/domain/knowledge/knowledgebase.ts'
import { useWorld } from '../../use-world.ts'
import { askAs, documentFor, knowledgebaseFor } from './knowledgebase.ts'

const world = useWorld()

test('one user’s two hundred documents delay another’s by one at most', { timeout: 120_000 }, async () => {
  const [busy, other] = [await world.user(), await world.user()]
  const base = await knowledgebaseFor(world, busy)
  for (let place = 0; place < documentsMax; place++) await documentFor(world, busy, base, `Document ${place}.`)
  const theirs = await knowledgebaseFor(world, other)
  const read = () =>
    world.logged.flatMap(({ message, fields }) => (message === 'document read' ? [fields.user_id] : []))
  await documentFor(world, other, theirs, 'We open at nine.')
  const before = read().length
  await world.run(2400)
  expect(read()).toHaveLength(documentsMax + 1)
  expect(read().indexOf(other.id) - before).toBeLessThanOrEqual(2)
  const { body } = await askAs(world, busy)('GET', `/${base}`)
  expect(body.data).toMatchObject({ status: 'active', documents_count: documentsMax })
  expect(await world.passages(busy.id, base)).toHaveLength(documentsMax)
})

test('concurrent documents, a deletion and a doubled message: each stored once', async () => {
  const user = await world.user()
  const base = await knowledgebaseFor(world, user)
  const texts = Array.from({ length: 8 }, (_, index) => `Document ${index}.`)
  const ids = await Promise.all(texts.map((text) => documentFor(world, user, base, text)))
  const deleting = ids.slice(0, 3).map((id) => askAs(world, user)('DELETE', `/${base}/documents/${id}`))
  await world.services.readDocumentsQueue.send([{ user_id: user.id }, { user_id: user.id }, { user_id: user.id }])
  await Promise.all([...deleting, world.run(60)])
  const said = (await world.passages(user.id, base)).map(({ text }) => text)
  expect(said.toSorted()).toEqual(texts.slice(3))
  const objects = (await world.bucketKeys()).filter((key) => key.includes(`packed/${user.id}/`))
  expect(objects).toHaveLength(1)
})

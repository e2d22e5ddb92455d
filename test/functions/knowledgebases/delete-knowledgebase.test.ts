import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { openMeanwhile } from '../../meanwhile.ts'
import { useWorld } from '../../use-world.ts'
import { askAs, documentFor, knowledgebaseFor } from './knowledgebase.ts'

const { open, meanwhile } = openMeanwhile('delete-knowledgebase')
const world = useWorld({ open })

test('a deleted base leaves assistants, table and bucket', async () => {
  const user = await world.user()
  const ask = askAs(world, user)
  const [id, stays] = [await knowledgebaseFor(world, user), await knowledgebaseFor(world, user)]
  const assistants = await Promise.all(
    [id, id, stays].map((knowledgebase_id) => assistantFor(world, user, { knowledgebase_id })),
  )
  await documentFor(world, user, id, 'We open at nine.')
  await world.run(5)
  await documentFor(world, user, id, 'Nothing has read this yet.')
  expect((await ask('DELETE', `/${id}`)).body).toEqual({ message: 'Knowledgebase deleted successfully.' })
  const shown = await Promise.all(
    assistants.map(async (one) => (await world.api(user.token, 'GET', `/user/assistant/${one}`)).body),
  )
  expect(shown.map(({ knowledgebase_id }) => knowledgebase_id)).toEqual([null, null, stays])
  expect(shown.map(({ status }) => status)).toEqual(['active', 'active', 'active'])
  await world.run(10)
  const own = (await world.items()).filter(({ pk }) => pk.startsWith(`${user.id}#`))
  const items = own.filter(({ pk }) => pk !== `${user.id}#assistant-settings`)
  const texts = items.map((item) => JSON.stringify(item).replace(`Knowledge base ${id} was deleted.`, ''))
  expect(texts.filter((text) => text.includes(String(id)))).toEqual([])
  expect((await world.bucketKeys()).filter((key) => key.includes(`/${user.id}/`))).toEqual([])
})

test('a worker removes a base assigned during its deletion', async () => {
  const user = await world.user()
  const [id, assistant] = [await knowledgebaseFor(world, user), await assistantFor(world, user)]
  const path = `/user/assistant/${assistant}`
  meanwhile(() => world.api(user.token, 'PUT', path, { knowledgebase_id: id }))
  expect((await askAs(world, user)('DELETE', `/${id}`)).status).toBe(200)
  expect((await world.api(user.token, 'GET', path)).body.knowledgebase_id).toBe(id)
  await world.run(10)
  expect((await world.api(user.token, 'GET', path)).body.knowledgebase_id).toBeNull()
})

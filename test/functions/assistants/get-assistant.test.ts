import { expect, test } from 'vitest'
import { assistantKey } from '../../../shared/table/keys.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
const user = useUser(world)

test('200 with exactly what the list shows', async () => {
  const id = await assistantsOf(world, user).id({ variables: { a: [1] }, end_call_tool: { description: 'At the end' } })
  const { status, body } = await world.api(user.token, 'GET', `/user/assistant/${id}`)
  expect(status).toBe(200)
  expect(body.id).toBe(id)
  const list = await world.api(user.token, 'GET', '/user/assistants/get')
  expect(body).toEqual(list.body.data[0])
})

test.each(['12', '0', 'x', '9007199254740993'])('404 for %s', async (id) => {
  const { status, body } = await world.api(user.token, 'GET', `/user/assistant/${id}`)
  expect(status).toBe(404)
  expect(body).toEqual({ message: 'Assistant not found' })
})

test('404 for somebody else’s', async () => {
  const id = await assistantsOf(world, await world.user()).id()
  const { status, body } = await world.api(user.token, 'GET', `/user/assistant/${id}`)
  expect(status).toBe(404)
  expect(body).toEqual({ message: 'Assistant not found' })
})

test('a setting that came after the assistant was stored has its default', async () => {
  const id = await assistantsOf(world, user).id({ speech_speed: 1.2 })
  const stored = { update: assistantKey(user.id, id), remove: ['speech_speed', 'record'] }
  await world.parts.table.write([stored])
  const { body } = await world.api(user.token, 'GET', `/user/assistant/${id}`)
  expect(body).toMatchObject({ speech_speed: '1.00', record: false })
})

import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { chatFor, visitorOf, widgetFor } from './chat.ts'

const world = useWorld()
const user = useUser(world)

test('a visitor reads what was said, without what tools did', async () => {
  const { uuid } = await widgetFor(world, user, { assistant: { initial_message: 'Hello.' } })
  const id = await chatFor(world, uuid, { variables: { name: 'Ada' } })
  const answered = await visitorOf(world)('POST', `/conversations/${id}/messages`, { message: 'Who are you?' })
  const { status, body } = await visitorOf(world)('GET', `/conversations/${id}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    status: true,
    history: [
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Who are you?' },
      { role: 'assistant', content: answered.body.message },
    ],
    variables: { name: 'Ada' },
    ended: false,
  })
})

test('answers our own origin without an Origin header, and no other page', async () => {
  const { uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  expect((await visitorOf(world, {})('GET', `/conversations/${id}`)).status).toBe(200)
  expect((await visitorOf(world, { origin: 'https://other.example' })('GET', `/conversations/${id}`)).status).toBe(403)
})

test('returns 404 for unknown, foreign and disabled conversations', async () => {
  const { id: assistant_id, uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  const stranger = await world.user()
  const get = (path: string, headers: Record<string, string>) => visitorOf(world, headers)('GET', path)
  expect((await get('/conversations/00000000-0000-4000-8000-000000000000', {})).status).toBe(404)
  expect((await get('/conversations/nonsense', {})).status).toBe(404)
  expect((await get(`/conversations/${id}`, { authorization: `Bearer ${stranger.token}` })).status).toBe(404)
  await world.api(user.token, 'PUT', `/user/assistant/${assistant_id}`, { widget_settings: { enabled: false } })
  const gone = await get(`/conversations/${id}`, {})
  expect({ status: gone.status, body: gone.body }).toEqual({
    status: 404,
    body: { message: 'Conversation not found', error: 'Conversation not found', status: false },
  })
  expect((await get(`/conversations/${id}`, { authorization: `Bearer ${user.token}` })).status).toBe(200)
})

import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { chatFor, visitorOf, widgetFor } from './chat.ts'

const world = useWorld()
const user = useUser(world)
const turn = (id: string, how: string, token = user.token) =>
  world.api(token, 'POST', `/automate/conversations/${id}/${how}`)
const send = (id: string) => visitorOf(world)('POST', `/conversations/${id}/messages`, { message: 'Who are you?' })

test('the assistant answers no more once it is switched off', async () => {
  const { uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  const off = await turn(id, 'disable-ai')
  expect({ status: off.status, body: off.body }).toEqual({ status: 200, body: { status: true, ai_enabled: false } })
  expect((await send(id)).body).toEqual({
    status: true,
    message: '',
    function_calls: [],
    ai_enabled: false,
    ended: false,
  })
  expect((await visitorOf(world)('GET', `/conversations/${id}`)).body.history).toHaveLength(2)
  const on = await turn(id, 'enable-ai')
  expect(on.body).toEqual({ status: true, ai_enabled: true })
  expect((await send(id)).body.message).toMatch(/\w/)
})

test('404 for a conversation of another user, and one that never was', async () => {
  const { uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  const stranger = await world.user()
  const replies = [
    await turn(id, 'disable-ai', stranger.token),
    await turn('00000000-0000-4000-8000-000000000000', 'disable-ai'),
    await turn('1', 'disable-ai'),
  ]
  for (const { status, body } of replies)
    expect({ status, body }).toEqual({
      status: 404,
      body: { message: 'Conversation not found', error: 'Conversation not found', status: false },
    })
})

import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()

test('200 with the outbound assistants in the smaller view, newest first', async () => {
  const user = await world.user()
  const assistants = assistantsOf(world, user)
  const first = await assistants.id({ variables: { a: 1 }, webhook_url: 'https://a.example', is_webhook_active: true })
  await world.run(1)
  await assistants.id({ calls_direction: 'receive' })
  const second = await assistants.id({ assistant_name: 'Sales' })
  await assistantsOf(world, await world.user()).id()

  const { status, body } = await world.api(user.token, 'GET', '/user/assistants/outbound')
  expect(status).toBe(200)
  const small = {
    id: first,
    user_id: user.id,
    name: 'Reception',
    type: 'outbound',
    mode: 'pipeline',
    status: 'active',
    voice_id: 2,
    language_id: 1,
    timezone: 'Europe/Berlin',
    initial_message: 'Hello, this is the office.',
    system_prompt: 'You answer the phone.',
    variables: { a: 1 },
    webhook_url: 'https://a.example',
    is_webhook_active: true,
    created_at: '2026-11-25T10:00:00.000000Z',
    updated_at: '2026-11-25T10:00:00.000000Z',
  }
  const later = '2026-11-25T10:00:01.000000Z'
  expect(body).toEqual([
    {
      ...small,
      id: second,
      name: 'Sales',
      variables: {},
      webhook_url: null,
      is_webhook_active: false,
      created_at: later,
      updated_at: later,
    },
    small,
  ])
})

test('200 with an empty array when there is none', async () => {
  const { token } = await world.user()
  expect((await world.api(token, 'GET', '/user/assistants/outbound')).body).toEqual([])
})

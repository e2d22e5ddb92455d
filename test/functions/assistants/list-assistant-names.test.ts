import { expect, test } from 'vitest'
import { useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()

test('200 with every assistant by name, newest first', async () => {
  const user = await world.user()
  const assistants = assistantsOf(world, user)
  const first = await assistants.id()
  await world.run(1)
  const second = await assistants.id({ assistant_name: 'Hotline', calls_direction: 'receive' })
  await world.run(1)
  await assistants.update(first, { assistant_name: 'Sales' })
  await assistantsOf(world, await world.user()).id()

  const { status, body } = await world.api(user.token, 'GET', '/user/assistants')
  expect(status).toBe(200)
  expect(body).toEqual([
    {
      id: second,
      name: 'Hotline',
      type: 'inbound',
      status: 'active',
      created_at: '2026-11-25T10:00:01.000000Z',
      updated_at: '2026-11-25T10:00:01.000000Z',
    },
    {
      id: first,
      name: 'Sales',
      type: 'outbound',
      status: 'active',
      created_at: '2026-11-25T10:00:00.000000Z',
      updated_at: '2026-11-25T10:00:02.000000Z',
    },
  ])
})

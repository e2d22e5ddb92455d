import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
const user = useUser(world)

test('404 for an assistant without a draft', async () => {
  const id = await assistantsOf(world, user).id()
  const { status, body } = await world.api(user.token, 'GET', `/user/assistants/${id}/draft`)
  expect([status, body]).toEqual([404, { message: 'Draft not found' }])
})

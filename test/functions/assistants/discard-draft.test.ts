import { expect, test } from 'vitest'
import { useUser, useWorld } from '../../use-world.ts'
import { assistantsOf } from './drafts.ts'

const world = useWorld()
const user = useUser(world)

test('deletes the draft once, and leaves the live assistant as it is', async () => {
  const assistants = assistantsOf(world, user)
  const id = await assistants.id()
  const path = `/user/assistants/${id}/draft`
  await world.api(user.token, 'PUT', path, { speech_speed: 1.1 })
  const first = await world.api(user.token, 'DELETE', path)
  expect([first.status, first.body]).toEqual([200, { message: 'Draft deleted successfully' }])
  expect((await world.api(user.token, 'DELETE', path)).body).toEqual({ message: 'Draft not found' })
  expect(await assistants.read(id)).toMatchObject({ version: 1, speech_speed: '1.00' })
})

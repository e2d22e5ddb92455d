import { afterAll, beforeAll, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type TestUser, type World } from '../../world.ts'
import { openLine } from '../conversations/line.ts'

let world: World
let user: TestUser
beforeAll(async () => {
  world = await openWorld()
  user = await world.user()
})
afterAll(() => world.close())

test.each([
  ['in-progress', `RE${'1'.repeat(32)}`],
  ['absent', `RE${'1'.repeat(32)}`],
  ['failed', `RE${'1'.repeat(32)}`],
  ['completed', ''],
])('a report "%s" of "%s" brings nothing home', async (RecordingStatus, RecordingSid) => {
  const line = await openLine(world, user, await assistantFor(world, user))
  await line.post('recording', { RecordingStatus, RecordingSid })
  await world.run(5)
  const [detail] = await world.services.calls.details([line.ref])
  expect(detail?.recording_key).toBeUndefined()
})

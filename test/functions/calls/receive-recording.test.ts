import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { openLine } from '../conversations/line.ts'

const world = useWorld()
const user = useUser(world)

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

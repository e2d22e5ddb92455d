import { expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { openWorld } from '../../world.ts'
import { connectLine } from './line.ts'

test('a socket that closes ends no call: only the carrier says so', async () => {
  const world = await openWorld()
  const user = await world.user()
  const line = await connectLine(world, user, await assistantFor(world, user))
  line.socket.prompt('Hello?')
  await line.socket.turns(1)
  line.socket.terminate()
  await world.run(1)
  expect((await line.talk())?.phase.type).toBe('talking')
  expect((await world.services.calls.find(line.ref))?.status).toBe('in-progress')
  await world.close()
})

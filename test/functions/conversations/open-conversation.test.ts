import { afterAll, beforeAll, expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type World } from '../../world.ts'
import { authToken, openLine, openSocket, relayOf } from './line.ts'

let world: World
let url: string
beforeAll(async () => {
  world = await openWorld()
  const user = await world.user()
  const line = await openLine(world, user, await assistantFor(world, user))
  url = relayOf(await line.answer()).url
})
afterAll(() => world.close())

test('the carrier gets a socket', async () => {
  const socket = await openSocket(url)
  expect(socket.opened).toBe(101)
  socket.close()
})

test.each([
  ['without a signature', () => ''],
  ['signed with another key', () => sign('another-token', url, {})],
  ['signed for another address', () => sign(authToken, url.replace('conversations', 'api'), {})],
])('403 %s', async (_, signature) => {
  expect((await openSocket(url, signature())).opened).toBe(403)
})

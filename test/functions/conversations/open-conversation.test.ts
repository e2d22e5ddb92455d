import { beforeAll, expect, test } from 'vitest'
import { sign } from '../../../infra/local/carrier/signature.ts'
import { faultKinds } from '../../faults.ts'
import { assistantFor } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { openLives } from './fault-lives.ts'
import { authToken, openLine, openSocket, relayOf } from './line.ts'

let url: string
const world = useWorld()

beforeAll(async () => {
  const user = await world.user()
  const line = await openLine(world, user, await assistantFor(world, user))
  url = relayOf(await line.answer()).url
})

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

test('when it dies or fails, the caller hears an apology and the call ends', async () => {
  const { world, user, faults, liveOnce, close } = await openLives('+12025550106')
  for (const kind of faultKinds) {
    faults.arm({ operation: 'open-conversation', call: 0, kind })
    await liveOnce(1)
    expect(faults.struck()).toBe('secret')
    faults.disarm()
    const { calls } = await world.services.callPages.page(user.id, {}, 0, 1)
    expect(calls).toMatchObject([{ status: 'ended_by_assistant' }])
    expect(calls[0]?.duration).toBeLessThan(10)
  }
  await close()
})

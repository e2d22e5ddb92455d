import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { assistantFor } from '../../fixtures.ts'
import { openWorld, type World } from '../../world.ts'
import { claimsOf, seenCall, webCallFor } from './web-call.ts'

const speed = 20
let world: World
beforeAll(async () => {
  world = await openWorld({ speed, hasPages: true })
})
afterAll(() => world.close())

test.each([
  ['is closed', (socket: WebSocket) => socket.close(1001), 'customer_hung_up'],
  ['loses its network', (socket: WebSocket) => socket.terminate(), 'customer_hung_up'],
] as const)(
  'a local page that %s ends its call within 20 seconds, which costs what was used',
  async (_, leave, reason) => {
    const user = await world.user()
    const patient = { max_silence_duration: 120, re_engagement_interval: 600, max_call_duration: 900 }
    const call = await webCallFor(world, user, await assistantFor(world, user, patient))
    const socket = new WebSocket(claimsOf(call.token).aud)
    await once(socket, 'open')
    const joined = once(socket, 'message')
    socket.send(JSON.stringify({ type: 'join', token: call.token }))
    await joined
    const joinedAt = world.clock.now()
    await pause(30_000 / speed)
    const leftAt = world.clock.now()
    leave(socket)
    let seen = await seenCall(world, user, call.id)
    while (seen.total_cost === 0) {
      await pause(50)
      seen = await seenCall(world, user, call.id)
    }
    expect(seen).toMatchObject({ ended_reason: reason })
    expect(seen.duration).toBeGreaterThan(10)
    expect(seen.duration * 1000).toBeLessThan(leftAt - joinedAt + 20_000)
  },
)

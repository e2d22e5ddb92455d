import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { claimsOf, webCallFor } from './web-call.ts'

const world = useWorld({ speed: 4, hasPages: true })
const user = useUser(world)

test('a page joins over a socket, hears and is heard', async () => {
  const call = await webCallFor(world, user, await assistantFor(world, user, { initial_message: 'Hello, page.' }))
  expect(call.engine).toBe('local')
  const socket = new WebSocket(claimsOf(call.token).aud)
  const frames: { type: string; text?: string }[] = []
  const has = (isIt: (frame: { type: string; text?: string }) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => (frames.some(isIt) ? resolve() : undefined)
      socket.on('message', look)
      look()
    })
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'join', token: call.token }))
  await has(({ type }) => type === 'joined')
  await has(({ text }) => text === 'Hello, page.')
  socket.send(JSON.stringify({ type: 'say', text: 'Goodbye!' }))
  await has(({ type }) => type === 'over')
  const heard = frames.flatMap(({ type, text }) => (type === 'said' ? text : [])).join('')
  expect(heard.length).toBeGreaterThan('Hello, page.'.length)
})

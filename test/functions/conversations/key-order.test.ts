import { expect, test } from 'vitest'
import * as registry from '../../../shared/runtime/registry.ts'
import type { SocketEvent } from '../../../shared/runtime/socket.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine } from './line.ts'

const held = { key: '4', arrived: () => {}, letGo: Promise.resolve() }
const world = useWorld({
  open: (entry, parts) => {
    const invoke = entry.open(parts, registry)
    return async (event, context) => {
      const body = entry.operation.id === 'receive-frame' && JSON.parse((event as SocketEvent).body ?? '{}')
      if (body && body.digit === held.key) {
        held.arrived()
        await held.letGo
      }
      return invoke(event, context)
    }
  },
})
const user = useUser(world)

test('hears keys in order, also when the first is handled last', async () => {
  const slow = { system_prompt: 'You are brief. [double gpt-4.1-mini: slow]' }
  const line = await connectLine(world, user, await assistantFor(world, user, slow))
  await expect.poll(async () => (await line.talk())?.channel.type).toBe('socket')
  const heard = async () => (await line.talk())?.heard.map(({ text }) => text)
  const arrived = new Promise<void>((resolve) => {
    held.arrived = resolve
  })
  let letGo = () => {}
  held.letGo = new Promise((resolve) => {
    letGo = resolve
  })

  line.socket.send({ type: 'dtmf', digit: '4' })
  await arrived
  await world.run(0.3)
  line.socket.send({ type: 'dtmf', digit: '2' })
  await expect.poll(heard).toEqual(['(key 2)'])
  letGo()
  await expect.poll(async () => (await heard())?.length).toBe(2)
  expect(await heard()).toEqual(['(key 4)', '(key 2)'])
  line.socket.close()
})

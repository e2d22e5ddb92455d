import { expect, test } from 'vitest'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { dueLeft } from '../../due-left.ts'
import { useWorld } from '../../use-world.ts'
import { openSubscriber } from '../webhooks/subscriber.ts'
import { endCall } from './ended-call.ts'

let isStuck = false
let lostAt: number[] | undefined
const world = useWorld({
  open: (entry, parts) => {
    const invoke = entry.open(parts, registry)
    return async (event, context) => {
      if (isStuck && entry.operation.id === 'evaluate-call') throw new Error('Task timed out')
      if (lostAt && entry.operation.id === 'evaluate-call') return void lostAt.push(parts.clock.now())
      return invoke(event, context)
    }
  },
})

test('repeats a running evaluation after three minutes, not earlier', async () => {
  const user = await world.user()
  const begun: number[] = []
  lostAt = begun
  const ref = await endCall(world, user)
  await registry.advanceCallQueue(world.parts).nudge(ref)
  await world.run(300)
  const [first = 0, second = 0] = begun
  expect(second - first).toBeGreaterThanOrEqual(180_000)
  expect(second - first).toBeLessThanOrEqual(241_000)

  lostAt = undefined
  await world.run(120)
  expect(await world.services.calls.find(ref)).toMatchObject({ evaluated: { at: expect.any(Number) } })
  expect(await dueLeft(world.services.deadlines)).toEqual([])
})

test('the transcript precedes a late evaluation, which is kept', async () => {
  const subscriber = await openSubscriber(world)
  const { api, receiver, user } = subscriber
  isStuck = true
  const webhook = { webhook_url: `${receiver.url}/hook`, is_webhook_active: true }
  const ref: CallRef = await endCall(world, user, { assistant: webhook })
  await registry.advanceCallQueue(world.parts).nudge(ref)
  await world.run(10)

  const transcript = expect.stringContaining('Customer: My name is Grace.')
  expect(await subscriber.call(ref)).toMatchObject({ transcript, messages: [{}, {}, {}], evaluation: {} })
  expect((await api('GET', '/user/calls')).body.data).toMatchObject([{ transcript }])
  await world.run(900)
  expect(receiver.received).toMatchObject([{ body: { formatted_transcript: transcript, transcript: [{}, {}, {}] } }])

  isStuck = false
  await world.run(400)
  expect(await subscriber.call(ref)).toMatchObject({ transcript, evaluation: { customer_name: 'Grace' } })
  expect(receiver.received).toHaveLength(1)
  expect(await dueLeft(world.services.deadlines)).toEqual([])
})

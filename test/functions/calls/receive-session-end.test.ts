import { describe, expect, test } from 'vitest'
import { writeCallRef } from '../../../shared/domain/calls/call-ref.ts'
import { newLeg } from '../../../shared/domain/calls/new-leg.ts'
import { planTransfer, sendOff } from '../../../shared/domain/conversations/away.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { connectLine, openLine, relayOf } from '../conversations/line.ts'
import { dialOf, multimodal } from '../conversations/realtime.ts'

const world = useWorld()
const user = useUser(world)

const line = async () => {
  const connected = await connectLine(world, user, await assistantFor(world, user))
  await expect.poll(connected.said).not.toEqual([])
  return connected
}
const lost = { SessionStatus: 'failed', SessionId: 'VX1', ErrorCode: '64105', ErrorMessage: 'WebSocket ended' }

test.each([
  ['the caller hung up', { SessionStatus: 'completed', CallStatus: 'completed' }, 'customer'],
  ['the assistant ended it', { SessionStatus: 'ended', HandoffData: '{"reason":"assistant"}' }, 'assistant'],
  ['a limit ended it', { SessionStatus: 'ended', HandoffData: '{"reason":"limit"}' }, 'limit'],
])('%s: the call ends, and nothing more is said', async (_, form, ended_by) => {
  const { post, ref, talk, socket } = await line()
  expect(await post('session', { SessionId: 'VX1', ...form })).toContain('<Hangup/>')
  expect((await world.services.calls.find(ref))?.ended_by).toBe(ended_by)
  expect((await talk())?.phase.type).toBe('over')
  socket.prompt('Too late.')
  await world.settled()
  expect(socket.heard).toEqual([])
  socket.close()
})

test('a session that ends during the call is no hang-up', async () => {
  const { post, ref, talk, socket } = await line()
  await post('session', { SessionId: 'VX1', SessionStatus: 'completed', CallStatus: 'in-progress' })
  expect((await world.services.calls.find(ref))?.ended_by).toBeUndefined()
  expect((await talk())?.phase.type).toBe('talking')
  socket.close()
})

test('a refused second session returns to the talk', async () => {
  const { post, ref, relay, socket } = await line()
  const again = relayOf(await post('session', { ...lost, SessionId: 'VX2' }))
  expect(again.parameters.call).toBe(relay.parameters.call)
  expect(again.parameters.ticket).toBeTruthy()
  expect((await world.services.calls.find(ref))?.ended_by).toBeUndefined()
  socket.close()
})

describe('a lost socket', () => {
  test('is replaced: same talk, new ticket, no greeting', async () => {
    const { post, relay, socket } = await line()
    socket.terminate()
    const again = relayOf(await post('session', lost))
    expect(again.welcomeGreeting).toBeUndefined()
    expect(again.parameters.call).toBe(relay.parameters.call)
    expect(again.parameters.ticket).not.toBe(relay.parameters.ticket)
  })

  test('told twice is replaced by one', async () => {
    const { post, socket } = await line()
    socket.terminate()
    expect(await post('session', lost)).toBe(await post('session', lost))
  })

  test('of a call that is over is not replaced', async () => {
    const { post, socket } = await line()
    socket.terminate()
    await post('status', { CallStatus: 'completed', CallDuration: '5' })
    await world.run(60)
    expect(await post('session', lost)).toContain('<Hangup/>')
  })
})

const to = { number: '+12025550130', country: 'US' } as const

test('after a lost socket, the carrier says the transfer’s words and dials', async () => {
  const { post, ref, socket, talk } = await line()
  socket.terminate()
  const now = world.clock.now()
  await world.services.calls.addLeg(ref, newLeg({ to, is_warm: false, by: 'user' }, world.newId(), now, now), now)
  await world.services.calls.reportLeg({ ...ref, place: 1 }, { limit_seconds: 300 }, now)
  const message = { transfer: { place: 1 }, id: 1, text: 'Ada takes over now.' }
  await world.services.conversations.change(ref, (talk) => sendOff(talk, message, now))
  expect(await post('session', lost)).toMatch(/Ada takes over now\..*<Number/s)
  expect((await talk())?.aside).toBeUndefined()
})

test('a caller who hangs up before the transfer has hung up', async () => {
  const { ref, post, answer } = await openLine(world, user, await assistantFor(world, user, multimodal))
  await world.realtime.ring(dialOf(await answer()).address)
  const now = world.clock.now()
  await world.services.calls.addLeg(ref, newLeg({ to, is_warm: false, by: 'user' }, world.newId(), now, now), now)
  await world.services.calls.patchLeg({ ...ref, place: 1 }, { drives: 1 }, now)
  expect(await post('session', { CallStatus: 'completed', DialCallStatus: 'completed' })).toContain('<Hangup/>')
  expect(await world.services.calls.find(ref)).toMatchObject({ ended_by: 'customer' })
})

const plannedTransfer = async () => {
  const { ref, post, answer } = await openLine(world, user, await assistantFor(world, user, multimodal))
  await world.realtime.ring(dialOf(await answer()).address)
  const now = world.clock.now()
  await world.services.calls.addLeg(ref, newLeg({ to, is_warm: false, by: 'assistant' }, world.newId(), now, now), now)
  await world.services.calls.reportLeg({ ...ref, place: 1 }, { limit_seconds: 300 }, now)
  await world.services.conversations.change(ref, (talk) => planTransfer(talk, { place: 1 }))
  return { ref, post }
}
const modelLeft = { CallStatus: 'in-progress', DialCallStatus: 'completed' }

test('transfers again when the report that a model has left is repeated', async () => {
  const { ref, post } = await plannedTransfer()
  const transfer = await post('session', modelLeft, 'first')
  expect(transfer).toContain('<Number')
  expect(await post('session', modelLeft, 'first')).toBe(transfer)
  expect(await post('session', modelLeft, 'second')).toContain('<Hangup/>')
  expect(await world.services.calls.find(ref)).toMatchObject({ legs: [{ stage: { phase: 'dialled' } }] })
})

test('a realtime model returns when dialling stops before its transfer', async () => {
  const { ref, post } = await plannedTransfer()
  const now = world.clock.now()
  const dialling = registry.dialling(world.parts)
  await dialling.stop('trial', 'test', now)
  const dial = dialOf(await post('session', modelLeft))
  await dialling.start('test', now)
  expect(dial.headers['X-Parlance-Call']).toBe(writeCallRef(ref))
  expect(await world.services.calls.find(ref)).toMatchObject({ legs: [{ stage: { outcome: 'refused' } }] })
  expect((await world.services.calls.find(ref))?.ended_by).toBeUndefined()
  await world.realtime.ring(dial.address)
  expect(world.realtime.calls().at(-1)?.settings?.instructions).toContain('did not come about')
})

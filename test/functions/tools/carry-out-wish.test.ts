import { expect, test } from 'vitest'
import type { CallRef } from '../../../shared/domain/calls/call-ref.ts'
import { newModelSession } from '../../../shared/domain/conversations/talk.ts'
import { offersOf } from '../../../shared/domain/tools/built-in-offers.ts'
import type { BuiltIn } from '../../../shared/domain/tools/built-in-tools.ts'
import { newBuiltInCall } from '../../../shared/domain/tools/tool-call.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { assistantFor, awaitedTalk, ringingCall } from '../../fixtures.ts'
import { useWorld } from '../../use-world.ts'
import { openSender, type Sender } from '../sms/sender.ts'

const world = useWorld()
const toolCalls = () => registry.toolCalls(world.parts)
const send = (toolCall: CallRef & { hash: string }, times = 1) =>
  registry.carryOutWishQueue(world.parts).send(Array.from({ length: times }, () => toolCall))

const startToolCall = async ({ user, number }: Sender, set: BuiltIn, args = {}) => {
  const id = world.newId()
  const own = { id, user_id: user.id, assistant_id: await assistantFor(world, user), answered_at: world.clock.now() }
  const call = { ...ringingCall(own, world.clock.now()), assistant_phone_number: number.phone_number }
  await world.services.calls.open(call, { variables: {}, input_variables: {} })
  const ref = { user_id: user.id, call_id: id }
  const [offer] = offersOf([set], 'pipeline')
  if (!offer) throw new Error('No tool is offered')
  const toolCall = newBuiltInCall(offer, args, 1, world.clock.now())
  await toolCalls().start(ref, toolCall, undefined)
  return { ref, toolCall, message: { ...ref, hash: toolCall.hash }, stored: () => toolCalls().find(ref, toolCall.hash) }
}
const text = { type: 'send_sms' } as const

test('sends a text once for six deliveries of its message', async () => {
  const sender = await openSender(world)
  const { message, stored } = await startToolCall(sender, text, { text: 'Hello' })
  await send(message, 5)
  await world.settled()
  await send(message)
  await world.settled()
  expect(sender.creates()).toHaveLength(1)
  expect(await stored()).toMatchObject({ state: 'done', result: 'The text was sent.' })
})

test('repeats a dead worker’s tool call only if harmless', async () => {
  const sender = await openSender(world)
  const once = await startToolCall(sender, text, { text: 'Hello' })
  const again = await startToolCall(sender, { type: 'do_not_call' })
  for (const { ref, toolCall, message } of [once, again]) {
    expect(await toolCalls().claim(ref, toolCall)).toBe(true)
    await send(message)
  }
  await world.settled()
  expect(sender.creates()).toEqual([])
  expect(await once.stored()).toMatchObject({ state: 'started' })
  expect(await again.stored()).toMatchObject({ state: 'done', effect: { type: 'end' } })
})

test('an opt-out holds when its message comes late, twice or after the call', async () => {
  const sender = await openSender(world)
  const { ref, message, stored } = await startToolCall(sender, { type: 'do_not_call' })
  await world.services.calls.apply(ref, { outcome: 'completed', duration: 9 }, world.clock.now())
  await world.run(600)
  for (let times = 0; times < 2; times++) {
    await send(message)
    await world.settled()
  }
  const { client_phone_number = '' } = (await world.services.calls.find(ref)) ?? {}
  expect(await registry.blacklist(world.parts).has(sender.user.id, client_phone_number)).toBe(true)
  expect(await registry.blacklist(world.parts).page(sender.user.id, 0, 10)).toMatchObject({ total: 1 })
  expect(await stored()).toMatchObject({ state: 'done' })
  const used = world.logged.filter(
    ({ message, fields }) => message === 'built-in tool used' && fields.tool === 'do_not_call',
  )
  expect(used.filter(({ fields }) => fields.call_id === ref.call_id)).toHaveLength(1)
})

test('does nothing once no talk waits, or the call is over', async () => {
  const sender = await openSender(world)
  const late = await startToolCall(sender, text, { text: 'Late' })
  await world.run(60)
  const over = await startToolCall(sender, text, { text: 'Over' })
  await world.services.calls.apply(over.ref, { outcome: 'completed', duration: 9 }, world.clock.now())
  for (const { message } of [late, over]) await send(message)
  await send({ ...late.message, hash: 'unknown' })
  await world.settled()
  expect(sender.creates()).toEqual([])
})

test('a transfer without a socket starts after the model’s last words', async () => {
  const sender = await openSender(world)
  const { ref, message, stored } = await startToolCall(sender, { type: 'call_transfer', phone_number: '+12025550130' })
  const carrier_sid = `CA${String(ref.call_id).padStart(32, '0')}`
  await world.services.calls.apply(ref, { carrier_sid, progress: 'in-progress' }, world.clock.now())
  const { assistant_id = 0 } = (await world.services.calls.find(ref)) ?? {}
  const channel = newModelSession()
  const talk = awaitedTalk({ ...ref, assistant_id, carrier_sid, channel }, world.clock.now())
  await world.services.conversations.begin(talk)
  await send(message)
  await world.settled()
  expect(await stored()).toMatchObject({ state: 'done', effect: { type: 'transfer', place: 1 } })
  const leg = async () => (await world.services.calls.find(ref))?.legs?.[0]
  expect(await leg()).toMatchObject({ stage: { phase: 'ready' }, drives: 0 })
  await world.run(20)
  expect(await leg()).toMatchObject({ drives: 1 })
})

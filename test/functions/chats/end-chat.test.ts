import { describe, expect, test } from 'vitest'
import { inactivityMs } from '../../../shared/domain/conversations/chat.ts'
import { endChatQueue } from '../../../shared/providers/aws/queues.ts'
import { faultKinds, openFaults } from '../../faults.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { chatFor, storedChat, visitorOf, widgetFor } from './chat.ts'

const faults = openFaults()
const world = useWorld({ open: faults.open })
const user = useUser(world)

const inactivitySeconds = inactivityMs / 1000
const send = (id: string, message: string) => visitorOf(world)('POST', `/conversations/${id}/messages`, { message })
const entriesOf = async (id: string, user_id = user.id) => {
  const chat = await storedChat(world, id)
  const { entries } = await world.services.ledger.page(user_id, 0, 1000)
  return entries
    .filter(({ description }) => description.includes(String(chat?.id)))
    .map(({ type, amount }) => [type, amount])
}

test('an abandoned conversation ends after half an hour, with its costs', async () => {
  const { uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  await send(id, 'Who are you?')
  await send(id, 'When do you open?')
  await world.run(inactivitySeconds - 60)
  expect(await storedChat(world, id)).toMatchObject({ phase: { is: 'waiting' } })
  await world.run(180)
  const chat = await storedChat(world, id)
  expect(chat).toMatchObject({ phase: { is: 'ended' }, messages: 5, asked: 2 })
  expect(chat?.due_at).toBeUndefined()
  expect(JSON.parse(String(chat?.extracted_variables))).toHaveProperty('summary')
  const cost = Number(chat?.cost)
  expect(cost).toBeGreaterThan(20_000)
  expect(await entriesOf(id)).toEqual([
    ['release', 250_000 - cost],
    ['hold', -250_000],
  ])
  expect((await send(id, 'Hello?')).status).toBe(409)
  expect((await visitorOf(world)('GET', `/conversations/${id}`)).body.ended).toBe(true)
})

test('one that the assistant ended is evaluated at once', async () => {
  const { uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  await send(id, 'Goodbye!')
  await world.run(5)
  expect(await storedChat(world, id)).toMatchObject({ phase: { is: 'ended' } })
})

test('one without a message costs nothing, and no model is asked', async () => {
  const { uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  const before = world.model.asked().length
  await world.run(inactivitySeconds + 120)
  expect(await storedChat(world, id)).toMatchObject({ phase: { is: 'ended' }, cost: 0, held: 0 })
  expect(await entriesOf(id)).toEqual([])
  expect(world.model.asked()).toHaveLength(before)
})

test('a message that comes early, or three times at once, ends it once', async () => {
  const { uuid } = await widgetFor(world, user)
  const id = await chatFor(world, uuid)
  await send(id, 'Who are you?')
  const chat = await storedChat(world, id)
  const ref = { user_id: user.id, chat_id: Number(chat?.id) }
  await endChatQueue(world.parts).send([ref])
  await world.run(5)
  expect(await storedChat(world, id)).toMatchObject({ phase: { is: 'waiting' } })
  await send(id, 'Goodbye!')
  await endChatQueue(world.parts).send([ref, ref, ref])
  await world.run(60)
  expect((await entriesOf(id)).map(([type]) => type)).toEqual(['release', 'hold'])
})

describe('whatever goes wrong', () => {
  test.each(faultKinds)(
    'a worker that %s ends the conversation once and releases money',
    async (kind) => {
      const { uuid } = await widgetFor(world, user, { widget: { calls_per_hour: 1000 } })
      for (let call = 0; ; call++) {
        const headers = { authorization: `Bearer ${user.token}` }
        const begun = await visitorOf(world, headers)('POST', '/conversations', { assistant_id: uuid })
        const id = begun.body.conversation_id
        faults.arm({ operation: 'end-chat', call, kind })
        await visitorOf(world, headers)('POST', `/conversations/${id}/messages`, { message: 'Goodbye!' })
        await world.run(900)
        const struck = faults.struck()
        faults.disarm()
        const chat = await storedChat(world, id)
        expect({ struck, phase: chat?.phase }).toMatchObject({ phase: { is: 'ended' } })
        expect({ struck, entries: await entriesOf(id) }).toEqual({
          struck,
          entries: [
            ['release', 250_000 - Number(chat?.cost)],
            ['hold', -250_000],
          ],
        })
        if (struck) continue
        expect(call).toBeGreaterThan(3)
        break
      }
    },
    240_000,
  )
})

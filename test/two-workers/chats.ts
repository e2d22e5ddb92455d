import { describe, expect, test } from 'vitest'
import { chats } from '../../shared/data/conversations/chats.ts'
import { deliveries } from '../../shared/data/webhooks/deliveries.ts'
import { ended, isOverChat, newChat, over, take } from '../../shared/domain/conversations/chat.ts'
import { conversationDelivery } from '../../shared/domain/webhooks/delivery.ts'
import { anAssistant } from '../domain/assistants/assistants.ts'
import { meet, orders, type Worker, worker, world } from './meet.ts'

describe.each(orders)('a chat, when the %s of two workers is overtaken', (slow) => {
  const begun = async () => {
    const assistant = { ...anAssistant({}), user_id: world.newId() }
    const draft = { id: 5, uuid: `${assistant.user_id}`, type: 'widget', variables: {}, asked_max: 9 } as const
    const chat = newChat({ ...draft, assistant, user: undefined }, world.clock.now())
    await chats(worker()).begin(chat, 'Hello.')
    return { ...chat, messages: 1 }
  }
  const asking = (text: string, holds: boolean) => async (parts: Worker, chat: Awaited<ReturnType<typeof begun>>) => {
    const taking = take(chat, { text, key: undefined, now: 1 })
    if (taking.is !== 'answer') throw new Error(`It is ${taking.is}`)
    const { chat: next, message } = taking
    const written = holds ? await chats(parts).hold(next, message, undefined) : await chats(parts).write(next, message)
    return typeof written === 'string' ? written : 'written'
  }

  test.each([
    ['with money', true],
    ['without money', false],
  ])('takes the message of one of them, %s', async (_, holds) => {
    const chat = await begun()
    const outcomes = await meet(
      slow,
      (parts) => asking('one', holds)(parts, chat),
      (parts) => asking('two', holds)(parts, chat),
    )
    expect(outcomes.toSorted()).toEqual(['changed', 'written'])
    const said = await chats(worker()).said({ user_id: chat.user_id, chat_id: chat.id })
    expect(said).toHaveLength(2)
  })
})

describe.each(orders)('two workers that end a conversation, when the %s is overtaken', (slow) => {
  test('end it once, with one delivery', async () => {
    const assistant = {
      ...anAssistant({}),
      user_id: world.newId(),
      conversation_ended_webhook_url: 'https://a.example',
    }
    const draft = { id: 5, uuid: `${assistant.user_id}`, type: 'widget', variables: {}, asked_max: 9 } as const
    const chat = over({ ...newChat({ ...draft, assistant, user: undefined }, 0), asked: 1 }, 1)
    await chats(worker()).begin(chat, '')
    if (!isOverChat(chat)) throw new Error('It is open')
    const end = (parts: Worker) => {
      const delivery = conversationDelivery(chat, assistant, { id: world.newId(), now: 1 })
      return chats(parts).end(ended(chat, { cost: 0 }), delivery ? deliveries(parts).recording(delivery) : [])
    }
    expect((await meet(slow, end, end)).toSorted()).toEqual([false, true])
    const stored = (await world.items()).filter(({ pk }) => pk === `${assistant.user_id}#delivery`)
    expect(stored).toHaveLength(1)
  })
})

describe.each(orders)('a customer of two workers, when the %s is overtaken', (slow) => {
  const chatOf = (identifier: string) => {
    const assistant = { ...anAssistant({}), user_id: 7 }
    const id = world.newId()
    const draft = { id, uuid: `${id}`, type: 'api', variables: {}, asked_max: 9 } as const
    return newChat({ ...draft, external_identifier: identifier, assistant, user: undefined }, world.clock.now())
  }

  test.each(['begins', 'begins again'])('%s one conversation', async (what) => {
    const identifier = `${slow} ${what}`
    const before = what === 'begins' ? undefined : chatOf(identifier)
    if (before) await chats(worker()).begin(before, '')
    const begin = (parts: Worker) => chats(parts).begin(chatOf(identifier), '', before)
    expect((await meet(slow, begin, begin)).toSorted()).toEqual([false, true])
  })
})

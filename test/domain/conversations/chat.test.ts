import { describe, expect, test } from 'vitest'
import {
  answer,
  answeringMs,
  type Chat,
  checkOf,
  costOfAnswer,
  ended,
  inactivityMs,
  isOverChat,
  needsHold,
  newChat,
  over,
  take,
} from '../../../shared/domain/conversations/chat.ts'
import { scriptOf } from '../../../shared/domain/conversations/script.ts'
import { anAssistant } from '../assistants/assistants.ts'

const fresh = (more: Partial<Chat> = {}): Chat => ({
  ...newChat(
    { id: 7, uuid: 'u', type: 'widget', variables: {}, asked_max: 3, assistant: anAssistant({}), user: undefined },
    0,
  ),
  ...more,
})
const finished = (more: Partial<Chat> = {}) => {
  const chat = over(fresh(more), 5)
  if (!isOverChat(chat)) throw new Error('It is open')
  return chat
}
const message = { text: 'Hi', key: undefined, now: 1000 }
const taken = (chat: Chat, more: object = {}) => {
  const taking = take(chat, { ...message, ...more })
  if (taking.is !== 'answer') throw new Error(`It is ${taking.is}`)
  return taking.chat
}

test('the model is told that it writes, and addresses stay as they are written', () => {
  const script = scriptOf({ assistant: anAssistant({}), history: [], occasion: 'answer', medium: 'chat' }, 0)
  expect(script.system).toContain('You are writing in a chat on a web page')
  expect(script.system).not.toContain('telephone')
  expect(script.atSign).toBe('@')
})

describe('a message', () => {
  test('is answered, and counted', () => {
    expect(taken(fresh())).toMatchObject({ messages: 1, asked: 1, phase: { is: 'answering', place: 1 } })
  })

  test('waits for the answer before', () => {
    const chat = taken(fresh())
    expect(take(chat, { ...message, now: 1000 + answeringMs - 1 }).is).toBe('busy')
    expect(taken(chat, { now: 1000 + answeringMs })).toMatchObject({ messages: 2, asked: 2 })
  })

  test('with a known key is answered again only after a crash', () => {
    const chat = taken(fresh(), { key: 'k' })
    const again = { ...message, key: 'k' }
    expect(take(chat, again)).toEqual({ is: 'known', place: 1, isAnswering: true })
    expect(take(chat, { ...again, now: 1000 + answeringMs })).toMatchObject({ is: 'answer', isNew: false })
  })

  test('is stored without an answer while the assistant is switched off', () => {
    expect(take(fresh({ ai_enabled: false }), message)).toMatchObject({
      is: 'store',
      chat: { phase: { is: 'waiting' } },
    })
  })

  test.each([
    ['over', fresh({ phase: { is: 'over', at: 1 } })],
    ['ended', fresh({ phase: { is: 'ended', at: 1 } })],
    ['full', fresh({ asked: 3 })],
  ])('is refused when the chat is %s', (_, chat) => {
    expect(take(chat, message)).toEqual({ is: 'ended' })
  })
})

test('an answer that comes after another function took over does not count', () => {
  const chat = taken(fresh())
  const later = taken(chat, { now: 1000 + answeringMs })
  const given = { text: 'Hello', isEnd: false, cost: 5, now: 2000 }
  expect(answer(later, 1, 1000 + answeringMs, given)).toBeUndefined()
  expect(answer(chat, 1, 1000 + answeringMs, given)).toMatchObject({
    chat: { messages: 2, cost: 5, phase: { is: 'waiting' }, due_at: 2000 + inactivityMs },
    message: { place: 2, answers: 1, role: 'assistant' },
  })
})

test('a worker closes a chat that was left, and concludes one that is over', () => {
  expect(checkOf(fresh(), inactivityMs - 1)).toBe('nothing')
  expect(checkOf(fresh(), inactivityMs)).toBe('close')
  expect(checkOf(over(fresh(), 5), 5)).toBe('conclude')
  expect(checkOf(ended(finished(), { cost: 0 }), inactivityMs)).toBe('nothing')
})

test('an answer costs a message, or its tokens if more; a test costs nothing', () => {
  expect([0, 10_001, 1_000_000].map((tokens) => costOfAnswer('widget', tokens))).toEqual([10_000, 10_001, 50_000])
  expect(costOfAnswer('test', 10_001)).toBe(0)
  expect(
    [fresh(), fresh({ held: 50_000 }), fresh({ held: 50_000, cost: 1 }), fresh({ type: 'test' })].map(needsHold),
  ).toEqual([true, false, true, false])
  expect(ended(finished({ held: 10, cost: 8 }), { cost: 5 }).cost).toBe(10)
})

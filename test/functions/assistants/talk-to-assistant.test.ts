import { describe, expect, test } from 'vitest'
import { assistantFor } from '../../fixtures.ts'
import { useUser, useWorld } from '../../use-world.ts'
import { toolFor } from '../tools/tool.ts'

const world = useWorld()
const user = useUser(world)

interface Said {
  sender: 'bot' | 'human'
  text: string
}
const human = (text: string): Said => ({ sender: 'human', text })
const bot = (text: string): Said => ({ sender: 'bot', text })

const talk = (id: number, body: object, token = user.token) =>
  world.api(token, 'POST', `/user/assistants/${id}/talk`, body)

const answered = async (id: number, messages: Said[], more: object = {}) => {
  const { status, text, body } = await talk(id, { messages, ...more })
  expect(status, text).toBe(200)
  return body.data
}

test('a talk from greeting to goodbye uses a call’s model', async () => {
  const system_prompt = 'You are friendly. Our workshop opens at nine in the morning. {{customer}} is a regular guest.'
  const id = await assistantFor(world, user, { system_prompt, initial_message: 'Hello {{customer}}, this is Anna.' })
  const variables = { customer: 'Ada' }
  const before = (await world.items()).filter(({ pk }) => !pk.includes('#rate'))
  const messages: Said[] = []
  const say = async (text?: string) => {
    if (text) messages.push(human(text))
    const answer = await answered(id, messages, { variables })
    messages.push(bot(answer.text))
    return answer
  }
  expect(await say()).toEqual({ text: 'Hello Ada, this is Anna.', ends_call: false, model: null })
  expect(await say('When does your workshop open?')).toEqual({
    text: 'About that I can tell you: Our workshop opens at nine in the morning.',
    ends_call: false,
    model: 'gpt-4.1-mini',
  })
  expect((await say('Is Ada a regular guest?')).text).toContain('Ada is a regular guest.')
  expect(await say('Goodbye!')).toEqual({
    text: 'Thank you for your time. Goodbye!',
    ends_call: true,
    model: 'gpt-4.1-mini',
  })
  const after = (await world.items()).filter(({ pk }) => !pk.includes('#rate'))
  expect(after).toEqual(before)
  expect(world.carrier.stats().creates).toEqual([])
})

test('after words of its own it asks whether the customer is still there', async () => {
  const id = await assistantFor(world, user)
  expect((await answered(id, [bot('Hello, this is Anna.')])).text).toBe('Are you still there?')
})

test('one that lets the customer speak first has nothing to say at first', async () => {
  const id = await assistantFor(world, user, { who_speaks_first: 'Customer' })
  expect(await answered(id, [])).toEqual({ text: '', ends_call: false, model: null })
})

describe('models that fail', () => {
  test.each(['fail', 'busy', 'denied', 'silent', 'noise'])('%s: another one steps in, and says so', async (how) => {
    const id = await assistantFor(world, user, { system_prompt: `You are friendly. [double gpt-4.1-mini: ${how}]` })
    const answer = await answered(id, [human('Who are you?')])
    expect(answer).toMatchObject({ ends_call: false, model: 'bedrock/nova-2-lite' })
    expect(answer.text).toMatch(/\w/)
    expect(world.logged.at(-1)).not.toMatchObject({ level: 'error' })
  })

  test('another model continues after a failure within a sentence', async () => {
    const id = await assistantFor(world, user, { system_prompt: 'You are friendly. [double gpt-4.1-mini: drop]' })
    const answer = await answered(id, [human('I would like to know everything about it, in many long words.')])
    expect(answer.model).toBe('bedrock/nova-2-lite')
    expect(answer.text).toMatch(/As I was saying|I understand/)
  })

  test('both: the caller would hear an apology, and so it stands in the answer', async () => {
    const id = await assistantFor(world, user, { system_prompt: 'You are friendly. [double: fail]' })
    const answer = await answered(id, [human('Who are you?')])
    expect(answer).toMatchObject({ ends_call: true, model: null })
    expect(answer.text).toMatch(/sorry/i)
  })

  test('returns 503 for a slow answer, and the request may be repeated', async () => {
    const id = await assistantFor(world, user, { system_prompt: 'You are friendly. [double: stall]' })
    const body = { messages: [human('Who are you?')] }
    const headers = { 'idempotency-key': 'turn-1' }
    const asking = world.api(user.token, 'POST', `/user/assistants/${id}/talk`, body, headers)
    const asked = world.model.asked().length
    await expect.poll(() => world.model.asked().length).toBeGreaterThan(asked)
    await world.run(20)
    const late = await asking
    expect({ status: late.status, body: late.body }).toEqual({
      status: 503,
      body: { message: 'The assistant took too long to answer' },
    })
    await world.api(user.token, 'PUT', `/user/assistant/${id}`, { system_prompt: 'You are friendly.' })
    const again = await world.api(user.token, 'POST', `/user/assistants/${id}/talk`, body, headers)
    expect(again.status).toBe(200)
  })
})

describe('limits', () => {
  const invalid = async (body: object) => {
    const id = await assistantFor(world, user)
    const { status, body: answer } = await talk(id, body)
    return { status, errors: answer.errors }
  }

  test('422 for more than a call would remember, or more than anybody types', async () => {
    const many = Array.from({ length: 61 }, () => human('Hm.'))
    expect(await invalid({ messages: many })).toEqual({
      status: 422,
      errors: { messages: ['The messages field must not have more than 60 items.'] },
    })
    const long = Array.from({ length: 3 }, () => human('x'.repeat(7000)))
    expect(await invalid({ messages: long })).toEqual({
      status: 422,
      errors: { messages: ['The messages field must not be greater than 20000 characters in all.'] },
    })
    expect(await invalid({ messages: [{ sender: 'system', text: 'Obey.' }, { sender: 'human' }] })).toMatchObject({
      status: 422,
      errors: {
        'messages.0.sender': ['The selected messages.0.sender is invalid.'],
        'messages.1.text': ['The messages.1.text field is required.'],
      },
    })
  })

  test('returns 429 after a hundred turns, until the next hour', async () => {
    const talker = await world.user()
    const id = await assistantFor(world, talker)
    const turn = () => talk(id, { messages: [human('Hm.')] }, talker.token)
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 10 }, turn))
    const late = await turn()
    expect({ status: late.status, body: late.body }).toEqual({ status: 429, body: { message: 'Too Many Attempts.' } })
    const seconds = Number(late.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect((await talk(id, {}, talker.token)).status).toBe(200)
    await world.run(seconds)
    expect((await turn()).status).toBe(200)
  })

  test('returns 429 when an hour’s models have cost the limit', async () => {
    const talker = await world.user()
    const id = await assistantFor(world, talker, { llm_model: 'gpt-4.1', system_prompt: 'x'.repeat(40_000) })
    const statuses: number[] = []
    for (let turn = 0; turn < 30 && statuses.at(-1) !== 429; turn++)
      statuses.push((await talk(id, { messages: [human('Hm.')] }, talker.token)).status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.length).toBeGreaterThan(15)
  })

  test('400 for an account that could not pay for a minute', async () => {
    const poor = await world.user()
    await world.services.ledger.move({ user_id: poor.id, type: 'top_up', amount: 40_000, description: 'Top-up' })
    const id = await assistantFor(world, poor)
    const { status, body } = await talk(id, { messages: [human('Hm.')] }, poor.token)
    expect({ status, body }).toEqual({ status: 400, body: { message: 'Insufficient balance' } })
  })
})

describe('tools', () => {
  const toolDraft = { name: 'book_table', endpoint: 'https://example.com/tables' }

  test('answer with the mocks of the request, and none is called', async () => {
    const id = await assistantFor(world, user, { tool_ids: [await toolFor(world, user, toolDraft)] })
    const mocks = [{ tool: 'book_table', arguments: { day: 'Monday' }, answer: 'Table 7' }]
    const { text, tool_calls } = await answered(id, [human('[tool book_table {"day":"Monday"}]')], { mocks })
    expect(text).toContain('Table 7')
    expect(tool_calls).toMatchObject([{ name: 'book_table', outcome: 'done', result: 'Table 7', answered_by: 'mock' }])
    const other = await answered(id, [human('[tool book_table {"day":"Friday"}]')], { mocks })
    expect(other.tool_calls).toMatchObject([{ outcome: 'failed', answered_by: 'none' }])
  })

  test('are not offered without mocks', async () => {
    const id = await assistantFor(world, user, { tool_ids: [await toolFor(world, user, toolDraft)] })
    const answer = await answered(id, [human('Please book a table.')])
    expect(answer).not.toHaveProperty('tool_calls')
    expect(world.model.asked().at(-1)).toBeDefined()
  })
})

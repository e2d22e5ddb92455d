import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { virtualClock } from '../../../../infra/local/clock.ts'
import { createModelDouble } from '../../../../infra/local/model/double.ts'
import { serveModel } from '../../../../infra/local/model/server.ts'

const double = createModelDouble({ clock: virtualClock(0) })
let server: Awaited<ReturnType<typeof serveModel>>
beforeAll(async () => {
  server = await serveModel(double, 0)
})
afterAll(() => server.close())

const post = (body: unknown) =>
  fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

// biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
const json = async (answer: Promise<Response>): Promise<any> => (await answer).json()

const say = (content: string, more = {}) => ({ model: 'any', messages: [{ role: 'user', content }], ...more })
const tools = [{ type: 'function', function: { name: 'end_call', parameters: {} } }]

test('answers in one piece', async () => {
  const answer = await post(say('Can you help me?'))
  expect(await answer.json()).toMatchObject({
    object: 'chat.completion',
    model: 'any',
    choices: [
      {
        finish_reason: 'stop',
        message: {
          role: 'assistant',
          content: 'You would like to know: Can you help me. I will find that out for you.',
        },
      },
    ],
  })
})

test('answers as events, word by word, with an end', async () => {
  const text = await (await post(say('Goodbye', { stream: true }))).text()
  const events = text.split('\n\n').filter(Boolean)
  expect(events.at(-1)).toBe('data: [DONE]')
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)))
  const words = chunks.map(({ choices: [choice] }) => choice?.delta.content ?? '')
  expect(words.join('')).toBe('**Thank** you for your time. Goodbye!')
  expect(words.filter(Boolean)).toHaveLength(6)
  expect(chunks.flatMap(({ choices: [choice] }) => choice?.finish_reason ?? [])).toEqual(['stop'])
})

test('the same question gives the same answer', async () => {
  const ask = async () => (await json(post(say('I would like a room')))).choices
  expect(await ask()).toEqual(await ask())
})

test('the tool is called with the last words', async () => {
  const { choices } = await json(post(say('Auf Wiedersehen!', { tools })))
  expect(choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: { tool_calls: [{ type: 'function', function: { name: 'end_call' } }] },
  })
  const call = choices[0].message.tool_calls[0].function
  expect(JSON.parse(call.arguments)).toEqual({ say: 'Thank you for your time. Goodbye!' })
})

describe('a schema', () => {
  const schema = {
    type: 'object',
    properties: {
      sentiment: { type: 'string', enum: ['positive', 'neutral', 'negative'] },
      age: { type: ['number', 'null'] },
      email: { type: ['string', 'null'] },
      wants: { type: 'boolean' },
      list: { type: 'array' },
    },
  }
  const fill = async (...customer: string[]) => {
    const content = customer.map((words) => `Customer: ${words}`).join('\n')
    const format = { type: 'json_schema', json_schema: { name: 'it', schema } }
    const { choices } = await json(post(say(content, { response_format: format })))
    return JSON.parse(choices[0].message.content)
  }

  test.each([
    [['I am 41, thanks. Write to ada@example.com'], ['positive', 41, 'ada@example.com', true]],
    [
      ['This is terrible', 'No'],
      ['negative', null, null, false],
    ],
    [[], ['neutral', null, null, false]],
  ])('%j becomes %j', async (customer, [sentiment, age, email, wants]) => {
    expect(await fill(...customer)).toEqual({ sentiment, age, email, wants, list: [] })
  })
})

test.each([
  ['fail', 500],
  ['busy', 429],
  ['denied', 401],
])('[double: %s] answers %d', async (behaviour, status) => {
  const answer = await post(say(`Hello [double: ${behaviour}]`))
  expect(answer.status).toBe(status)
  expect(await answer.json()).toHaveProperty('error.message')
})

test('a mark may be meant for one model, or for one kind of question', async () => {
  expect((await post(say('Hello [double other: fail]'))).status).toBe(200)
  expect((await post(say('Hello [double any: fail]'))).status).toBe(500)
  expect((await post(say('Hello [double evaluation: fail]'))).status).toBe(200)
  expect((await post(say('Hello [double talk: fail]'))).status).toBe(500)
  expect((await post(say('Hello [double: unheard-of]'))).status).toBe(200)
})

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['no messages', { model: 'any', messages: [] }],
  ['no model', { messages: [{ role: 'user', content: 'Hello' }] }],
])('%s is refused with 400', async (_, body) => {
  expect((await post(body)).status).toBe(400)
})

test('tells what it was asked, and nothing of what was said', async () => {
  await post(say('A secret', { temperature: 0.5 }))
  const origin = new URL(server.url).origin
  const asked = await json(fetch(`${origin}/_double/asked`))
  expect(asked.at(-1)).toEqual({ model: 'any', kind: 'talk', temperature: 0.5 })
  expect((await fetch(`${origin}/nothing`)).status).toBe(404)
})

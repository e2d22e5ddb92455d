import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { virtualClock } from '../../../infra/local/clock.ts'
import type { Behaviour } from '../../../infra/local/model/behaviours.ts'
import { createModelDouble } from '../../../infra/local/model/double.ts'
import { serveModel } from '../../../infra/local/model/server.ts'
import type { ModelPart } from '../../../shared/domain/conversations/turn-parts.ts'
import { defaultTextModel, fallbackModel, type Model, modelByName } from '../../../shared/domain/reference/models.ts'
import type { Usage } from '../../../shared/domain/reference/token-prices.ts'
import { openSecrets } from '../../../shared/providers/aws/secrets.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { messagesOf, talkModel } from '../../../shared/providers/models/ai-sdk.ts'
import { isModelFailure, type Models, type TalkRequest } from '../../../shared/providers/models/model.ts'

/** Milliseconds, far longer than the simulated model needs to answer. */
const stallMs = '1500'

const double = createModelDouble({ clock: virtualClock(0) })
let server: Awaited<ReturnType<typeof serveModel>>
let models: Models

const open = (environment: Record<string, string>): Models => {
  const settings = settingsFrom(environment)
  return talkModel({ settings, secrets: openSecrets(settings, () => 0), fetch })
}

beforeAll(async () => {
  server = await serveModel(double, 0)
  // The first request loads the adapter.
  models = open({ MODEL_BASE_URL: server.url })
  await hear(asking('Hello'))
  models = open({ MODEL_BASE_URL: server.url, MODEL_API_KEY: 'local', MODEL_STALL_MS: stallMs })
})
afterAll(() => server.close())

const named = (name: string): Model => {
  const model = modelByName(name)
  if (!model) throw new Error(`There is no model ${name}`)
  return model
}
const mini = named('gpt-4.1-mini')

const asking = (text: string, more: Partial<TalkRequest> = {}): TalkRequest => ({
  model: mini,
  system: 'You are Anna. The museum opens at nine o’clock. Tickets cost 12 euros.',
  history: [
    { sender: 'bot', text: 'Hello, this is Anna.' },
    { sender: 'human', text },
  ],
  temperature: 0.1,
  tools: [],
  atSign: 'at',
  ...more,
})

test('reports an answer’s tokens, and estimates those of an interrupted one', async () => {
  const used: Usage[] = []
  const onUsage = (usage: Usage) => used.push(usage)
  const request = asking('When do you open?')
  for await (const _ of models.talk(request, new AbortController().signal, onUsage));
  for await (const _ of models.talk(request, new AbortController().signal, onUsage)) break
  await models.evaluate({ model: mini, language: 'English', goal: 'x', transcript: [], schema: [] }, onUsage)
  expect(used).toHaveLength(3)
  for (const { input, output } of used) expect([input > 20, output > 0]).toEqual([true, true])
})

const hear = async (request: TalkRequest, signal = new AbortController().signal, by = models): Promise<ModelPart[]> => {
  const heard: ModelPart[] = []
  for await (const part of by.talk(request, signal)) heard.push(part)
  return heard
}
const textOf = (parts: ModelPart[]) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

test('a prepared model is asked without reading its keys again', async () => {
  const settings = settingsFrom({ MODEL_SECRET_ARN: 'arn:model' })
  let fetched = 0
  const secrets = openSecrets(
    settings,
    () => 0,
    async () => {
      fetched += 1
      return JSON.stringify({ base_url: server.url })
    },
  )
  const prepared = talkModel({ settings, secrets, fetch })
  await prepared.prepare(mini)
  expect(fetched).toBe(1)
  expect(textOf(await hear(asking('Hello'), undefined, prepared))).not.toBe('')
  expect(fetched).toBe(1)
  await expect(
    talkModel({ settings: settingsFrom({}), secrets: openSecrets(settingsFrom({}), () => 0), fetch }).prepare(mini),
  ).rejects.toThrow('The secret MODEL holds no openai_api_key')
})

const failureOf = async (request: TalkRequest) => {
  const heard: ModelPart[] = []
  try {
    for await (const part of models.talk(request, new AbortController().signal)) heard.push(part)
  } catch (cause) {
    if (isModelFailure(cause)) return { heard: textOf(heard), kind: cause.kind, message: cause.message, cause }
    throw cause
  }
  throw new Error('It did not fail')
}

describe('talk', () => {
  test('streams the answer in pieces', async () => {
    const parts = await hear(asking('When does the museum open?'))
    expect(textOf(parts)).toBe('About that I can tell you: The museum opens at nine o’clock.')
    expect(parts.length).toBeGreaterThan(5)
  })

  test('ends the call with the tool and last words when the customer says goodbye', async () => {
    const tools = [{ name: 'end_call', description: 'When the customer says goodbye' }] as const
    expect(await hear(asking('Thanks, goodbye!', { tools }))).toEqual([
      { type: 'tool', name: 'end_call', say: 'Thank you for your time. Goodbye!' },
    ])
  })

  test('without the tool, says goodbye and no more', async () => {
    const parts = await hear(asking('Goodbye'))
    expect(parts.every(({ type }) => type === 'text')).toBe(true)
    expect(textOf(parts)).toBe('Thank you for your time. Goodbye!')
  })

  test('asks for a word when the customer says nothing after ours', async () => {
    const history = [{ sender: 'bot', text: 'Hello?' }] as const
    expect(textOf(await hear(asking('', { history })))).toBe('Are you still there?')
  })

  test('opens the talk when nothing was said yet', async () => {
    expect(textOf(await hear(asking('', { history: [] })))).toBe('Hello, how can I help you?')
  })

  test('ends without a word when the caller cuts it off', async () => {
    const cut = new AbortController()
    const heard: ModelPart[] = []
    for await (const part of models.talk(asking('Tell me everything about the museum [double: pause]'), cut.signal)) {
      heard.push(part)
      cut.abort()
    }
    expect(heard).toHaveLength(1)
  })

  test('says nothing at all for a signal that was aborted before', async () => {
    expect(await hear(asking('Hello'), AbortSignal.abort())).toEqual([])
  })

  test('goes on while words come, however long the whole takes', async () => {
    const clock = {
      now: () => 0,
      after: (ms: number, task: () => void) => clearTimeout.bind(null, setTimeout(task, ms)),
    }
    const slow = await serveModel(createModelDouble({ clock, wordMs: 250 }), 0)
    const patient = open({ MODEL_BASE_URL: slow.url, MODEL_STALL_MS: stallMs })
    const parts = await hear(asking('one two three four five six seven'), undefined, patient)
    expect(textOf(parts)).toContain('seven. What else')
    await slow.close()
  })

  test('a temperature goes only to models that take one', async () => {
    await hear(asking('Hello', { temperature: 0.4 }))
    expect(double.asked().at(-1)).toMatchObject({ model: 'gpt-4.1-mini', temperature: 0.4 })
    await hear(asking('Hello', { model: named('claude-opus-5-5') }))
    expect(double.asked().at(-1)).toMatchObject({ model: 'claude-opus-5-5', temperature: undefined })
  })
})

describe('an odd answer', () => {
  const plain = 'I understand: so be it so. What else can I do for you?'

  test('that thinks in tags is spoken without its thoughts, in every kind of tag', async () => {
    for (let count = 0; count < 5; count++)
      expect(textOf(await hear(asking('so be it so [double: thinks]'))).trim()).toBe(plain)
  })

  test('without a finish reason is an answer', async () => {
    expect(textOf(await hear(asking('so be it so [double: endless]')))).toBe(plain)
  })

  test('with broken bytes and control characters is spoken without them', async () => {
    expect(textOf(await hear(asking('so be it so [double: odd]')))).toBe(plain)
  })

  test('without a finish reason keeps its tool call', async () => {
    const tools = [{ name: 'end_call', description: 'When the customer says goodbye' }] as const
    expect(await hear(asking('Thanks, goodbye! [double: endless]', { tools }))).toEqual([
      { type: 'tool', name: 'end_call', say: 'Thank you for your time. Goodbye!' },
    ])
  })
})

describe('a model that fails', () => {
  test.each<[Behaviour, string, string]>([
    ['stall', 'stalled', ''],
    ['pause', 'stalled', 'I understand: so '],
    ['fail', 'unavailable', ''],
    ['busy', 'unavailable', ''],
    ['denied', 'refused', ''],
    ['drop', 'unavailable', 'I understand: so '],
    ['garbage', 'garbage', 'I understand: so '],
    ['noise', 'garbage', ''],
    ['silent', 'garbage', ''],
    ['ponders', 'garbage', ''],
  ])('%s is a failure of the kind %s after "%s"', async (behaviour, kind, heard) => {
    const failure = await failureOf(asking(`so be it so [double: ${behaviour}]`))
    expect({ kind: failure.kind, heard: failure.heard.slice(0, 17) }).toEqual({ kind, heard })
  })

  test('is one model, while the fallback talks', async () => {
    const request = asking('Hello there [double gpt-4.1-mini: fail]')
    expect((await failureOf(request)).kind).toBe('unavailable')
    expect(textOf(await hear({ ...request, model: fallbackModel(mini) }))).toContain('I understand')
  })

  test('is not there at all: unavailable', async () => {
    models = open({ MODEL_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect((await failureOf(asking('Hello'))).kind).toBe('unavailable')
    models = open({ MODEL_BASE_URL: server.url, MODEL_STALL_MS: stallMs })
  })

  test('gives nothing away of what was said', async () => {
    const secret = 'My card number is 4111'
    for (const behaviour of ['fail', 'denied', 'garbage', 'noise', 'drop']) {
      const { cause } = await failureOf(asking(`${secret} [double: ${behaviour}]`, { system: secret }))
      expect(JSON.stringify([cause.message, cause.stack, cause.cause, { ...cause }])).not.toContain('4111')
    }
  })
})

describe('evaluate', () => {
  const request = {
    model: mini,
    language: 'English',
    goal: 'Sell tickets.',
    transcript: [
      { sender: 'bot', text: 'Hello, this is Anna.' },
      { sender: 'human', text: 'My name is Grace and I want 3 tickets, that would be great.' },
    ],
    schema: [
      { name: 'customer_name', type: 'string', description: 'The name of the customer' },
      { name: 'tickets', type: 'number', description: 'How many tickets' },
      { name: 'sold', type: 'bool', description: 'Whether tickets were sold' },
      { name: 'email', type: 'string', description: 'Where tickets go' },
    ],
  } as const

  test('fills every entry in its type, null where the talk does not tell', async () => {
    expect(await models.evaluate(request)).toEqual({
      sentiment: 'positive',
      opt_out: false,
      outcome: 'The customer said 1 things and the call ended.',
      score: 9,
      extracted: { customer_name: 'Grace', tickets: 3, sold: true, email: null },
    })
  })

  test('an answer that breaks the schema is repaired once', async () => {
    const before = double.asked().length
    const evaluation = await models.evaluate({ ...request, goal: 'Sell. [double: sloppy]' })
    expect(evaluation?.extracted).toEqual({ customer_name: 'Grace', tickets: 3, sold: true, email: null })
    expect(double.asked().length - before).toBe(2)
  })

  test('thoughts before an answer do not spoil it, in every kind of tag', async () => {
    for (let count = 0; count < 5; count++) {
      const evaluation = await models.evaluate({ ...request, goal: 'Sell. [double: thinks]' })
      expect(evaluation?.extracted).toEqual({ customer_name: 'Grace', tickets: 3, sold: true, email: null })
    }
  })

  test('a model that keeps breaking it has no evaluation', async () => {
    expect(await models.evaluate({ ...request, goal: 'Sell. [double evaluation: wrong]' })).toBeUndefined()
  })

  test.each([
    ['fail', 'unavailable'],
    ['denied', 'refused'],
  ])('%s is a failure: %s', async (behaviour, kind) => {
    const asked = models.evaluate({ ...request, goal: `Sell. [double evaluation: ${behaviour}]` })
    await expect(asked).rejects.toMatchObject({ name: 'ModelFailure', kind })
  })

  test('an entry may bear any name', async () => {
    const schema = ['__proto__', 'constructor', 'score'].map(
      (name) => ({ name, type: 'string', description: 'Say nothing' }) as const,
    )
    const evaluation = await models.evaluate({ ...request, schema })
    expect(Object.keys(evaluation?.extracted ?? {})).toEqual(['__proto__', 'constructor', 'score'])
  })
})

describe('messages', () => {
  test('alternate, begin and end with the user', () => {
    expect(
      messagesOf([
        { sender: 'bot', text: 'Hello' },
        { sender: 'human', text: 'Hi' },
        { sender: 'human', text: ' ' },
        { sender: 'human', text: 'I wanted to ask' },
        { sender: 'bot', text: 'Yes?' },
      ]),
    ).toEqual([
      { role: 'user', content: [{ type: 'text', text: '(The call is connected.)' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'text', text: 'I wanted to ask' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Yes?' }] },
      { role: 'user', content: [{ type: 'text', text: '(The customer says nothing.)' }] },
    ])
  })
})

describe('the fallback', () => {
  test.each([
    ['gpt-4.1-mini', 'bedrock/nova-2-lite'],
    ['claude-opus-5-5', 'bedrock/nova-2-lite'],
    ['bedrock/claude-sonnet-5-5', 'bedrock/nova-2-lite'],
    [defaultTextModel.name, 'bedrock/claude-haiku-4-5'],
    ['bedrock/claude-haiku-4-5-eu', 'bedrock/nova-2-lite-eu'],
    ['bedrock/nova-2-lite-eu', 'bedrock/nova-micro-eu'],
    ['bedrock/nova-2-lite-us', 'bedrock/nova-micro-us'],
  ])('of %s is %s: another model, and in the same part of the world', (name, fallback) => {
    expect(fallbackModel(named(name)).name).toBe(fallback)
  })
})

import { describe, expect, test } from 'vitest'
import { type Model, modelByName, models } from '../../../shared/domain/reference/models.ts'
import { openSecrets } from '../../../shared/providers/aws/secrets.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { talkModel } from '../../../shared/providers/models/ai-sdk.ts'
import { isModelFailure } from '../../../shared/providers/models/model.ts'

const keys = { MODEL_OPENAI_API_KEY: 'o', MODEL_ANTHROPIC_API_KEY: 'a', MODEL_GOOGLE_API_KEY: 'g' }
const role = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKIA',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
}

const named = (name: string): Model => {
  const model = modelByName(name)
  if (!model) throw new Error(`There is no model ${name}`)
  return model
}

interface Sent {
  url: string
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into requests of every shape
  body: any
}

const talkOnce = async (model: Model, environment: Record<string, string> = { ...keys, ...role }) => {
  const sent: Sent[] = []
  const settings = settingsFrom(environment)
  const parts = {
    settings,
    secrets: openSecrets(settings, () => 0),
    fetch: async (...[url, init]: Parameters<typeof fetch>) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) })
      return Response.json({ message: 'no', error: { message: 'no', code: 403 } }, { status: 403 })
    },
  }
  const request = {
    model,
    system: 'You are Anna.',
    history: [{ sender: 'human', text: 'Hello' }] as const,
    temperature: 0.4,
    tools: [{ name: 'end_call', description: 'When they say goodbye' }] as const,
    atSign: 'at',
  }
  try {
    for await (const _part of talkModel(parts).talk(request, new AbortController().signal));
  } catch (cause) {
    if (!isModelFailure(cause)) throw cause
    return { sent, failure: cause }
  }
  throw new Error('It did not fail')
}

const asked = async (name: string): Promise<Sent> => {
  const { sent, failure } = await talkOnce(named(name))
  expect(failure.kind).toBe('refused')
  const [first, ...more] = sent
  expect(more).toEqual([])
  if (!first) throw new Error('Nothing was sent')
  return first
}

describe('Bedrock is asked with the role of the function', () => {
  test('Nova, with a temperature', async () => {
    const { url, headers, body } = await asked('bedrock/nova-2-lite')
    expect(decodeURIComponent(url)).toBe(
      'https://bedrock-runtime.eu-central-1.amazonaws.com/model/global.amazon.nova-2-lite-v1:0/converse-stream',
    )
    expect(headers.get('authorization')).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA\//)
    expect(headers.get('x-amz-security-token')).toBe('token')
    expect(body).toMatchObject({ inferenceConfig: { temperature: 0.4 }, system: [{ text: 'You are Anna.' }] })
    expect(JSON.stringify(body.toolConfig)).toContain('end_call')
  })

  test('a Claude that takes none, without', async () => {
    const { body } = await asked('bedrock/claude-haiku-5-5')
    expect(body.inferenceConfig).not.toHaveProperty('temperature')
  })
})

test('OpenAI is asked with its key, and told not to think', async () => {
  const { url, headers, body } = await asked('gpt-5.4-mini')
  expect(url).toBe('https://api.openai.com/v1/responses')
  expect(headers.get('authorization')).toBe('Bearer o')
  expect(body).toMatchObject({ model: 'gpt-5.4-mini', stream: true, reasoning: { effort: 'none' }, temperature: 0.4 })
})

test('Anthropic is asked with its key; the newest without a temperature', async () => {
  const { url, headers, body } = await asked('claude-haiku-4-5')
  expect(url).toBe('https://api.anthropic.com/v1/messages')
  expect(headers.get('x-api-key')).toBe('a')
  expect(body).toMatchObject({ model: 'claude-haiku-4-5', temperature: 0.4 })
  expect((await asked('claude-haiku-5-5')).body).toMatchObject({ thinking: { type: 'disabled' } })
  expect((await asked('claude-opus-5-5')).body).not.toHaveProperty('temperature')
})

test('asks Google with its key and the least thinking', async () => {
  const { url, headers, body } = await asked('gemini-3.6-flash')
  expect(url).toMatch(/^https:\/\/generativelanguage\.googleapis\.com\/.*\/gemini-3\.6-flash:streamGenerateContent/)
  expect(headers.get('x-goog-api-key')).toBe('g')
  expect(body.generationConfig).toMatchObject({ thinkingConfig: { thinkingLevel: 'minimal' } })
  expect(body.generationConfig).not.toHaveProperty('temperature')
})

test('no model that cannot be told a temperature is told one', async () => {
  for (const model of models.filter(({ kind, fixed_temperature }) => kind === 'text' && fixed_temperature)) {
    const { sent } = await talkOnce(model)
    expect(JSON.stringify(sent[0]?.body)).not.toContain('temperature')
  }
})

test('an endpoint takes the place of every vendor, under the name that it knows', async () => {
  const environment = { MODEL_BASE_URL: 'http://localhost:11434/v1/', MODEL_NAME: 'llama3.2', MODEL_API_KEY: 'k' }
  for (const name of ['gpt-4.1-mini', 'bedrock/nova-2-lite', 'claude-haiku-4-5', 'gemini-3.6-flash']) {
    const { sent } = await talkOnce(named(name), environment)
    expect(sent[0]?.url).toBe('http://localhost:11434/v1/chat/completions')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer k')
    expect(sent[0]?.body).toMatchObject({ model: 'llama3.2', stream: true })
  }
})

test.each([
  ['gpt-4.1-mini', 'The secret MODEL holds no openai_api_key'],
  ['claude-haiku-4-5', 'The secret MODEL holds no anthropic_api_key'],
  ['gemini-3.6-flash', 'The secret MODEL holds no google_api_key'],
  ['bedrock/nova-2-lite', 'Bedrock works only inside AWS'],
])('without its key %s is refused, nothing is sent, and the reason is told', async (name, message) => {
  const { sent, failure } = await talkOnce(named(name), {})
  expect(sent).toEqual([])
  expect(failure).toMatchObject({ kind: 'refused', message })
})

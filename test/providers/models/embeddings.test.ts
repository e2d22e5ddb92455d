import { afterAll, beforeAll, expect, test } from 'vitest'
import { virtualClock } from '../../../infra/local/clock.ts'
import { createModelDouble } from '../../../infra/local/model/double.ts'
import { serveModel } from '../../../infra/local/model/server.ts'
import { openSecrets } from '../../../shared/providers/aws/secrets.ts'
import { settingsFrom } from '../../../shared/providers/aws/settings.ts'
import { type Embedder, embeddings } from '../../../shared/providers/models/embeddings.ts'
import { isModelFailure } from '../../../shared/providers/models/model.ts'

let server: Awaited<ReturnType<typeof serveModel>>
beforeAll(async () => {
  server = await serveModel(createModelDouble({ clock: virtualClock(0) }), 0)
})
afterAll(() => server.close())

const open = (environment: Record<string, string>, send: typeof fetch = fetch) => {
  const settings = settingsFrom(environment)
  return embeddings({ settings, secrets: openSecrets(settings, () => 0), fetch: send }).open()
}

const opened = async (environment: Record<string, string> = {}, send?: typeof fetch): Promise<Embedder> => {
  const embedder = await open({ MODEL_BASE_URL: server.url, MODEL_EMBEDDING_MODEL: 'm', ...environment }, send)
  if (!embedder) throw new Error('There is no embedder')
  return embedder
}

const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => expect.unreachable('It did not fail'),
    (cause) => {
      expect(isModelFailure(cause)).toBe(true)
      return cause
    },
  )

test('a stage without an embedding model has none, and asks for none', async () => {
  expect(await open({ MODEL_BASE_URL: server.url })).toBeUndefined()
})

test('returns vectors in order; dimensions are part of the name', async () => {
  const embedder = await opened({ MODEL_EMBEDDING_DIMENSIONS: '32' })
  expect(embedder.name).toBe('m/32')
  const [dog, price, again] = await embedder.embed(['dog', 'price', 'dog'], 5_000)
  expect(dog).toHaveLength(32)
  expect(again).toEqual(dog)
  expect(price).not.toEqual(dog)
})

test.each([
  ['fail', 'unavailable'],
  ['busy', 'unavailable'],
  ['denied', 'refused'],
  ['garbage', 'garbage'],
  ['short', 'garbage'],
  ['ragged', 'garbage'],
  ['zeros', 'garbage'],
])('a vendor that does “%s” fails, %s, without the texts', async (behaviour, kind) => {
  const embedder = await opened()
  const failure = await failureOf(embedder.embed(['swordfish', `[double embedding: ${behaviour}]`], 5_000))
  expect(failure.kind).toBe(kind)
  expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain('swordfish')
})

test('one that never answers is let go when its time is over', async () => {
  const embedder = await opened()
  const failure = await failureOf(embedder.embed(['[double embedding: stall]'], 200))
  expect(failure.kind).toBe('stalled')
})

test('more dimensions than a base can hold are refused, with what to do', async () => {
  const embedder = await opened({ MODEL_EMBEDDING_DIMENSIONS: '4096' })
  const failure = await failureOf(embedder.embed(['dog'], 5_000))
  expect(failure).toMatchObject({ kind: 'refused', message: expect.stringContaining('at most 3072') })
})

test('uses the endpoint’s key, else OpenAI’s, else refuses', async () => {
  const sent: { url: string; key: string | null; body: object }[] = []
  const note: typeof fetch = async (url, init) => {
    const body = JSON.parse(String(init?.body))
    sent.push({ url: String(url), key: new Headers(init?.headers).get('authorization'), body })
    return Response.json({ data: [{ embedding: [1, 0] }], usage: { prompt_tokens: 1 } })
  }
  const keys = { MODEL_API_KEY: 'k', MODEL_OPENAI_API_KEY: 'o', MODEL_EMBEDDING_DIMENSIONS: '2' }
  await (await opened({ ...keys, MODEL_BASE_URL: 'https://models.example/v1/' }, note)).embed(['a'], 5_000)
  await (await opened({ ...keys, MODEL_BASE_URL: '' }, note)).embed(['a'], 5_000)
  const body = { model: 'm', input: ['a'], dimensions: 2, encoding_format: 'float' }
  expect(sent).toEqual([
    { url: 'https://models.example/v1/embeddings', key: 'Bearer k', body },
    { url: 'https://api.openai.com/v1/embeddings', key: 'Bearer o', body },
  ])
  const failure = await failureOf((await opened({ MODEL_BASE_URL: '' }, note)).embed(['a'], 5_000))
  expect(failure).toMatchObject({ kind: 'refused', message: 'The secret MODEL holds no openai_api_key' })
  expect(sent).toHaveLength(2)
})

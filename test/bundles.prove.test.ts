import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildFunctions } from '../infra/build/build.ts'
import { settingsFor } from '../infra/stack/function.ts'
import { needsOf } from '../infra/stack/grants.ts'
import type { HttpOperation, Operation } from '../shared/operations/define.ts'
import { operations, workerOperations } from '../shared/operations/index.ts'
import { queueSetting } from '../shared/providers/aws/queue.ts'
import { type Addresses, eventOf, type Sample, sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

/**
 * These tests run each function as deployed: its bundle, with the environment of the stack, on
 * local emulators of AWS. Ids and tokens in test/events are replaced by real ones.
 */

const kilobyte = 1024
const bytesMax = 500 * kilobyte
const talkingBytesMax = 534 * kilobyte
/** Limit for bundles that parse phone numbers, because they contain the numbering plans. */
const withPhonesBytesMax = 626 * kilobyte
const builtInToolsBytesMax = 696 * kilobyte
/** Limit for bundles that check calling rules, because they contain tables of regions and rules. */
const withRulesBytesMax = 697 * kilobyte
const optOutRulesBytes = 156 * kilobyte
const carrierErrorsBytes = 20 * kilobyte

let world: World
let elsewhere: Server
let outDir: string
const samples = new Map<string, Sample | Error>()
let answers: Record<string, unknown>
let logged: string[]

beforeAll(async () => {
  // Bundles use the machine’s clock, so the test’s clock starts at the present time.
  world = await openWorld({ dynamodb: inject('dynamodb'), startAt: Date.now() })
  elsewhere = await serveRestOfAws(world)
  outDir = await mkdtemp(join(tmpdir(), 'parlance-bundles-'))
  for (const operation of operations)
    samples.set(operation.id, await sampleOf(operation, { world, user: await world.user() }).catch(asError))
  await world.settled()
  await buildFunctions({ outDir })
  await writeFile(join(outDir, 'invoke.mjs'), invoke)
  answers = await answersOf(operations.filter(({ id }) => !(samples.get(id) instanceof Error)))
})
afterAll(async () => {
  elsewhere.close()
  await world.close()
  await rm(outDir, { recursive: true, force: true })
})

const invoke = `
  import { readFileSync } from 'node:fs'
  const answers = {}
  for (const { id, event, environment } of JSON.parse(readFileSync(0, 'utf8'))) {
    for (const name in process.env) delete process.env[name]
    try {
      await import(\`./\${id}/index.mjs?where-nothing-is-set\`)
      Object.assign(process.env, environment)
      const { handler } = await import(\`./\${id}/index.mjs\`)
      answers[id] = (await handler(event, { functionName: id, getRemainingTimeInMillis: () => 20_000 })) ?? null
    } catch (cause) {
      answers[id] = String(cause)
    }
  }
  process.stdout.write('\\n' + JSON.stringify(answers), () => process.exit())
`

const answersOf = async (all: readonly Operation[]): Promise<Record<string, unknown>> => {
  const addresses: Addresses = {
    origin: world.parts.settings.required('PUBLIC_URL'),
    socketUrl,
    authToken: world.parts.settings.required('CARRIER_AUTH_TOKEN'),
    postedAt: new Date(),
  }
  const questions = all.map((operation) => ({
    id: operation.id,
    event: eventOf(operation, sampleFor(operation), addresses),
    environment: environmentOf(operation),
  }))
  const running = promisify(execFile)(process.execPath, [join(outDir, 'invoke.mjs')], {
    env: {},
    maxBuffer: 64 * 1024 * 1024,
  })
  running.child.stdin?.end(JSON.stringify(questions))
  const { stdout } = await running
  logged = stdout.split('\n')
  return JSON.parse(logged.pop() ?? '')
}

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))

const sampleFor = ({ id }: Operation): Sample => {
  const sample = samples.get(id)
  if (!sample || sample instanceof Error) throw sample
  return sample
}

const socketUrl = 'wss://conversations.example.com/conversations'
const secretArn = (name: string) => `arn:aws:secretsmanager:us-east-1:000000000000:secret:${name}`

/** Returns the environment variables of a deployed function, with URLs of local emulators. */
const environmentOf = (operation: Operation): Record<string, string> => {
  const { settings } = world.parts
  const needs = needsOf(operation)
  const { port } = elsewhere.address() as AddressInfo
  const queues = workerOperations.map(
    ({ queue }) => [queue, { queueUrl: settings.required(queueSetting(queue)) }] as const,
  )
  return {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_ENDPOINT_URL_DYNAMODB: world.dynamodb.endpoint,
    AWS_ENDPOINT_URL_SQS: world.sqsEndpoint,
    ...settingsFor(needs, {
      stackName: 'Parlance-test',
      lambdaUrl: `http://127.0.0.1:${port}`,
      table: world.dynamodb,
      queues: new Map(queues),
      secretArns: Object.fromEntries(needs.secrets.map((name) => [name, secretArn(name)])),
      addresses: {
        PUBLIC_URL: settings.required('PUBLIC_URL'),
        SOCKET_URL: socketUrl,
        RECORDINGS_URL: `http://127.0.0.1:${port}`,
        HEADS_URL: `http://127.0.0.1:${port}`,
      },
    }),
  }
}

/**
 * Simulates Secrets Manager with the test world's settings; requests to other AWS services succeed
 * without effect.
 */
const serveRestOfAws = async ({ parts }: World): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const isSecret = request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue'
    const name = isSecret && String(JSON.parse(text).SecretId).split(':').at(-1)
    const own = name === 'TOOLS' ? { key: 'the key of one machine' } : {}
    const answer = isSecret ? { SecretString: JSON.stringify({ ...own, ...parts.settings.group(`${name}_`) }) } : {}
    const isUpload = request.url?.includes('uploads=')
    response
      .setHeader('content-type', 'application/x-amz-json-1.1')
      .setHeader('etag', '"tag"')
      .end(isUpload ? '<UploadId>upload</UploadId>' : JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

describe.each(operations.map((operation) => ({ id: operation.id, operation })))('$id', ({ id, operation }) => {
  test('its bundle does what the event asks for', () => {
    sampleFor(operation)
    const said = logged.filter((line) => line.includes(`"operation":"${id}"`)).join('\n')
    expect(answers[id], said).toEqual(successOf(operation))
  })
})

const successOf = (operation: Operation): unknown => {
  switch (operation.kind) {
    case 'http':
      return { statusCode: operation.status, headers: expect.anything(), body: expect.toSatisfy(isAnswerOf(operation)) }
    case 'visit':
      return expect.objectContaining({ statusCode: operation.status })
    case 'callback':
    case 'notice':
      return expect.objectContaining({ statusCode: expect.toBeOneOf([200, 204]) })
    case 'worker':
      return { batchItemFailures: [] }
    case 'schedule':
      return null
    default:
      return expect.objectContaining({ statusCode: 200 })
  }
}

const isAnswerOf =
  ({ returns }: HttpOperation) =>
  (body: string) =>
    JSON.stringify(returns.parse(JSON.parse(body))) === body

test('every operation has one bundle without a map; models and parsers are separate files', async () => {
  for (const operation of operations) {
    const files = await readdir(join(outDir, operation.id))
    if (needsOf(operation).askModels) expect(files.every((file) => file.endsWith('.mjs'))).toBe(true)
    else expect(files.toSorted()).toEqual(['index.mjs', ...besides(operation)].toSorted())
  }
})

const besides = ({ id, uses }: Operation) => [
  ...(id === 'read-documents' ? ['cmaps.zip', 'parser.mjs'] : []),
  ...(uses.some((use) => use === 'embeddings.open') ? ['openai.mjs', 'openai-compatible.mjs'] : []),
]

test('a model costs the functions that ask it at most its own adapter', async () => {
  for (const { id } of operations.filter((operation) => needsOf(operation).askModels)) {
    const files = await readdir(join(outDir, id))
    const adapters = files.filter((file) => file !== 'index.mjs')
    const sizes = await Promise.all(adapters.map(async (file) => (await stat(join(outDir, id, file))).size))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(talkingBytesMax)
    const text = await readFile(join(outDir, id, 'index.mjs'), 'utf8')
    expect(text).not.toContain('AI_APICallError')
  }
})

const holdsPlaces = (text: string) => text.includes('America/Blanc-Sablon')

test('only functions that judge or place calls have places and rules', async () => {
  const texts = await Promise.all(operations.map(({ id }) => readFile(join(outDir, id, 'index.mjs'), 'utf8')))
  const holders = operations.filter((_, index) => holdsPlaces(texts[index] ?? '')).map(({ id }) => id)
  expect(holders.toSorted()).toEqual(placing)
})

const holdsOptOutRules = (text: string) => text.includes('harcelez')
const holdsCarrierErrors = (text: string) => text.includes('The account at the carrier is not active.')

test('only functions that hear or read people hold the rules of opt-outs', async () => {
  const texts = await Promise.all(operations.map(({ id }) => readFile(join(outDir, id, 'index.mjs'), 'utf8')))
  const holders = operations.filter((_, index) => holdsOptOutRules(texts[index] ?? '')).map(({ id }) => id)
  expect(holders.toSorted()).toEqual([
    'advance-call',
    'evaluate-call',
    'judge-opt-out',
    'receive-frame',
    'receive-message',
    'receive-words',
    'run-simulation',
  ])
})

const placing = [
  'check-calling-rules',
  'create-lead',
  'dispatch-campaign',
  'get-lead',
  'import-lead-file',
  'import-leads',
  'make-call',
  'place-call',
  'preview-campaign',
  'set-calling-rule',
  'set-lead-place',
]

test.each(operations.filter(({ kind }) => kind !== 'asset'))('$id keeps to its budget', async ({ id, uses }) => {
  const { size } = await stat(join(outDir, id, 'index.mjs'))
  const text = await readFile(join(outDir, id, 'index.mjs'), 'utf8')
  const phonesBytesMax = holdsPlaces(text) ? withRulesBytesMax : withPhonesBytesMax
  const usual = uses.some((use) => use === 'toolCalls.start') ? talkingBytesMax : bytesMax
  const budget =
    id === 'carry-out-wish' ? builtInToolsBytesMax : text.includes('nationalPrefix') ? phonesBytesMax : usual
  const more = (holdsOptOutRules(text) ? optOutRulesBytes : 0) + (holdsCarrierErrors(text) ? carrierErrorsBytes : 0)
  expect(size).toBeLessThanOrEqual(budget + more)
})

test.each([
  ['receive-frame', 'create-assistant', 'briefing_initial_message'],
  ['place-call', 'create-consent', 'universal_leadid:'],
])('%s does not hold the form of %s, beside which stands what it uses', async (id, reader, field) => {
  const texts = await Promise.all([reader, id].map((one) => readFile(join(outDir, one, 'index.mjs'), 'utf8')))
  expect(texts.map((text) => text.includes(field))).toEqual([true, false])
})

test('the function of frames has the small zod, loaded while a phone rings', async () => {
  const texts = await Promise.all(
    ['get-me', 'receive-frame'].map((id) => readFile(join(outDir, id, 'index.mjs'), 'utf8')),
  )
  expect(texts.map((text) => text.includes('"ZodObject"'))).toEqual([true, false])
})

test('a bundle holds the declaration of its own operation and of no other', async () => {
  for (const { id } of operations) {
    const text = await readFile(join(outDir, id, 'index.mjs'), 'utf8')
    const said = new Set([...text.matchAll(/id:(["'`])([a-z-]+)\1/g)].map(([, , name = '']) => name))
    expect(operations.filter((other) => said.has(other.id)).map((other) => other.id)).toEqual([id])
  }
})

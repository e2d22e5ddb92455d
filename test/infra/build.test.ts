import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Bundle, buildFunctions } from '../../infra/build.ts'
import { createTable } from '../../infra/local/create-table.ts'
import { toEvent } from '../../infra/local/http-event.ts'
import { documentClient, openTable } from '../../shared/data/table.ts'
import { hashToken, writeToken } from '../../shared/domain/token.ts'
import { getMe } from '../../shared/operations/account.ts'
import type { CallbackOperation, HttpOperation, Operation } from '../../shared/operations/define.ts'
import { callbackOperations, httpOperations, operations, workerOperations } from '../../shared/operations/index.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts } from '../../shared/runtime/wiring.ts'

const kilobyte = 1024
const bytesMax = 480 * kilobyte
/** Where phone numbers are parsed, the rules of the world's numbering plans are in the bundle. */
const withPhonesBytesMax = 600 * kilobyte

let outDir: string
let bundles: Bundle[]

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'parlance-build-'))
  bundles = await buildFunctions({ outDir })
  await writeFile(join(outDir, 'ask.mjs'), ask)
}, 60_000)
afterAll(() => rm(outDir, { recursive: true, force: true }))

/** Opens bundles in a process of their own, as Lambda does, and asks them. */
const ask = `
  import { readFileSync } from 'node:fs'
  const answers = {}
  for (const { id, event } of JSON.parse(readFileSync(0, 'utf8'))) {
    const { handler } = await import(\`./\${id}/index.mjs\`)
    answers[id] = event ? await handler(event, {}) : typeof handler
  }
  process.stdout.write('\\n' + JSON.stringify(answers))
`

interface Question {
  id: string
  event?: unknown
}

/** The answer of each bundle; without an event, what its handler is. */
const answersTo = async (questions: Question[], environment: Record<string, string> = {}): Promise<object> => {
  const running = promisify(execFile)(process.execPath, [join(outDir, 'ask.mjs')], { env: environment })
  running.child.stdin?.end(JSON.stringify(questions))
  const { stdout } = await running
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n')))
}

const eventFor = ({ method, path }: HttpOperation | CallbackOperation, headers = {}) =>
  toEvent(
    { method, target: `/api${path.replace(/\{\w+\}/, '1')}`, headers },
    { route: { method, path }, stage: 'api', requestId: 'r', now: 0 },
  )

const each = <O extends Operation>(all: readonly O[], value: unknown) =>
  Object.fromEntries(all.map(({ id }) => [id, value]))

test('every operation has a bundle, in one file and without a map', async () => {
  expect(bundles.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort())
  for (const { id } of operations) expect(await readdir(join(outDir, id))).toEqual(['index.mjs'])
})

test.each(operations)('$id keeps to its budget', async ({ id }) => {
  const { size } = await stat(join(outDir, id, 'index.mjs'))
  const parsesPhones = (await readFile(join(outDir, id, 'index.mjs'), 'utf8')).includes('nationalPrefix')
  expect(size).toBeLessThanOrEqual(parsesPhones ? withPhonesBytesMax : bytesMax)
})

test('a bundle holds the declaration of its own operation and of no other', async () => {
  for (const { id } of operations) {
    const text = await readFile(join(outDir, id, 'index.mjs'), 'utf8')
    const declared = operations.filter((other) => new RegExp(`id:["'\`]${other.id}["'\`]`).test(text))
    expect(declared.map((other) => other.id)).toEqual([id])
  }
})

test('every bundle is a handler, even where nothing is set', async () => {
  expect(await answersTo(operations.map(({ id }) => ({ id })))).toEqual(each(operations, 'function'))
})

test('every request without a token is answered 401', async () => {
  const answers = await answersTo(httpOperations.map((operation) => ({ id: operation.id, event: eventFor(operation) })))
  expect(answers).toEqual(each(httpOperations, expect.objectContaining({ statusCode: 401 })))
})

test('every callback with a wrong signature is answered 403', async () => {
  const questions = callbackOperations.map((operation) => ({
    id: operation.id,
    event: eventFor(operation, { 'x-twilio-signature': 'wrong' }),
  }))
  const answers = await answersTo(questions, { CARRIER_AUTH_TOKEN: 'token', PUBLIC_URL: 'https://example.com' })
  expect(answers).toEqual(each(callbackOperations, expect.objectContaining({ statusCode: 403 })))
})

test('every worker takes an empty batch', async () => {
  const answers = await answersTo(workerOperations.map(({ id }) => ({ id, event: { Records: [] } })))
  expect(answers).toEqual(each(workerOperations, { batchItemFailures: [] }))
})

test('a bundle reads the table with the credentials of its environment', async () => {
  const access = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local', AWS_REGION: 'us-east-1' }
  const endpoint = inject('dynamodb')
  const tableName = `test-${randomUUID()}`
  const client = documentClient({
    endpoint,
    region: access.AWS_REGION,
    credentials: { accessKeyId: access.AWS_ACCESS_KEY_ID, secretAccessKey: access.AWS_SECRET_ACCESS_KEY },
  })
  await createTable(client, tableName)
  const parts = openParts({}, {})
  const table = openTable({ name: tableName, client, clock: parts.clock, random: parts.random })
  const token = writeToken(1, new Uint8Array(32))
  await registry.users({ ...parts, table }).create({ id: 1, name: 'Ada', email: 'ada@example.com', created_at: 0 })
  await registry
    .tokens({ ...parts, table })
    .create({ hash: hashToken(token), user_id: 1, ending: token.slice(-6), created_at: 0 })
  client.destroy()

  const environment = { ...access, AWS_ENDPOINT_URL_DYNAMODB: endpoint, TABLE_NAME: tableName }
  const event = eventFor(getMe, { authorization: `Bearer ${token}` })
  const { [getMe.id]: answer } = (await answersTo([{ id: getMe.id, event }], environment)) as Record<string, unknown>
  expect(answer).toMatchObject({ statusCode: 200, body: expect.stringContaining('Ada') })
})

test('maps go elsewhere, and only when they are wanted', async () => {
  const [only] = operations
  if (!only) throw new Error('The catalogue is empty')
  const [bundleDir, mapsDir] = [join(outDir, 'with-maps'), join(outDir, 'maps')]
  await buildFunctions({ outDir: bundleDir, mapsDir, operations: [only] })
  expect(await readdir(join(bundleDir, only.id))).toEqual(['index.mjs'])
  expect(existsSync(join(mapsDir, only.id, 'index.mjs.map'))).toBe(true)
})

test('an operation without a handler is refused by the name of the file that is missing', async () => {
  const lost: Operation = { ...getMe, id: 'get-lost' }
  await expect(buildFunctions({ outDir: join(outDir, 'none'), operations: [lost] })).rejects.toThrow(
    'Declared, but without a handler: functions/account/get-lost.ts',
  )
})

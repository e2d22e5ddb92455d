import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseArguments, usage } from '../../../infra/new-operation/arguments.ts'
import { writeOperation } from '../../../infra/new-operation/write-operation.ts'
import { operations } from '../../../shared/operations/index.ts'
import { programOf } from '../../../tools/tools.mjs'

/**
 * These tests create operations in a copy of the repository. They check types only once, because a
 * check takes long.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pagedOperation = 'campaigns list-campaign-calls GET /user/campaigns/{id}/calls'
const newOperations = [
  'campaigns list-campaign-visits GET /user/campaigns/{id}/visits',
  'leads list-lead-calls GET /user/leads/{id}/calls',
  'calls tag-call POST /user/calls/{id}/tags',
  'sms redact-sms PUT /user/sms/{id}/body',
  'webhooks forget-delivery DELETE /user/webhook-deliveries/{id}',
  'account list-devices GET /user/devices',
  'greetings create-greeting POST /user/greetings',
  'greetings get-assistant-greeting GET /user/assistants/{id}/greeting',
]
const main = 'infra/new-operation/main.ts'
const isFetched = /[\\/]tools[\\/]node(_modules)?$/
let copy: string
const written = new Set<string>()

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'parlance-new-'))
  for (const name of [
    'client',
    'infra',
    'functions',
    'shared',
    'test',
    'tools',
    'package.json',
    'prices.json',
    'tsconfig.json',
    '.biome.jsonc',
  ])
    await cp(join(root, name), join(copy, name), { recursive: true, filter: (from) => !isFetched.test(from) })
  for (const name of ['node_modules', 'tools/node_modules']) await symlink(join(root, name), join(copy, name))
  for (const words of newOperations) {
    const operation = parseArguments(words.split(' '), operations)
    if (typeof operation === 'string') throw new Error(operation)
    for (const file of writeOperation(operation, copy)) written.add(file)
  }
  await run('biome', 'check', '--write', '--vcs-enabled=false', ...written)
  for (const [, file = ''] of (await run('node', main, ...pagedOperation.split(' '))).matchAll(/^wrote (.*)/gm))
    written.add(file)
})
afterAll(() => rm(copy, { recursive: true, force: true }))

const run = async (tool: string, ...words: string[]): Promise<string> => {
  const program = tool === 'node' ? [] : [programOf(tool)]
  const running = promisify(execFile)(process.execPath, [...program, ...words], { cwd: copy })
  const { stdout, stderr } = await running.catch((cause: { stdout: string; stderr: string }) => cause)
  return stdout + stderr
}

const inCopy = (file: string) => readFile(join(copy, file), 'utf8')

test('a skeleton of every kind is formatted as everything is', async () => {
  const words = ['ci', '--vcs-enabled=false', '--colors=off', '--error-on-warnings', ...written]
  const said = await run('biome', ...words)
  expect(said).toContain(`Checked ${written.size} files`)
  expect(said).toContain('No fixes applied')
})

test('a new operation has a function, a test and a request', async () => {
  for (const words of [pagedOperation, ...newOperations]) {
    const [area, id] = words.split(' ')
    expect(await inCopy(`shared/operations/${area}.ts`)).toContain(`id: '${id}'`)
    expect(await inCopy(`functions/${area}/${id}.ts`)).toContain('export const handler = http(')
    expect(await inCopy(`test/functions/${area}/${id}.test.ts`)).toContain('200 to an ordinary request')
  }
  expect(await inCopy('shared/operations/index.ts')).toMatch(/^ {2}greetings,$/m)
  const requests = await inCopy('test/requests.ts')
  expect(requests).toContain(`'list-lead-calls': { id: aLead },`)
  expect(requests).toContain(`'create-greeting': { body: async () => ({ name: 'Ada' }) },`)
})

test('skeletons of every kind compile, and so does the docs’ example', async () => {
  const page = await readFile(join(root, 'docs/adding-an-operation.md'), 'utf8')
  const [declaration = '', handler = ''] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code)
  const file = 'shared/operations/campaigns.ts'
  const declared = (await inCopy(file)).replace(/export const listCampaignCalls = [\s\S]*?\n\}\)\n/, declaration)
  await writeFile(join(copy, file), declared)
  await writeFile(join(copy, 'functions/campaigns/list-campaign-calls.ts'), handler)
  expect(await run('tsc', '--noEmit', '--checkers', '1', '--tsBuildInfoFile', 'types.tsbuildinfo')).toBe('')
})

test.each([
  ['', usage],
  ['leads listLeads GET /user/leads', 'The id is in kebab-case: a verb and its noun, as in list-lead-calls.'],
  ['Leads list-them GET /user/leads', 'The area is one lower-case word: a folder of functions/.'],
  ['leads list-them PATCH /user/leads', 'The method is one of GET, POST, PUT, DELETE.'],
  ['leads list-them GET user/leads', 'The path begins below /api, and its only parameter is {id}.'],
  ['leads list-leads GET /user/other', 'There is an operation list-leads already.'],
  ['leads list-them GET /user/leads', 'Another operation answers GET /user/leads.'],
])('refuses “%s”', (words, sentence) => {
  expect(parseArguments(words.split(' ').filter(Boolean), operations)).toBe(sentence)
})

test('asks what the id names, if no look-up is known', () => {
  expect(parseArguments(['leads', 'get-thing', 'GET', '/user/things/{id}'], operations)).toMatch(/^What has the id\?/)
})

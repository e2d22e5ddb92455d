import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packClient } from '../../infra/documents/client/package.ts'
import { npmCommand } from '../../tools/npm.mjs'
import { programOf } from '../../tools/tools.mjs'
import { useCaller, useWorld } from '../use-world.ts'

/** These tests install the client's tarball in an empty project. */

const run = promisify(execFile)
const world = useWorld()
const user = useCaller(world)
let folder: string
let packed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-client-'))
  packed = join(folder, 'packed')
  const tarball = await packClient(packed)
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  const { file, args, shell } = npmCommand('install', tarball, '--offline', '--no-audit', '--no-fund')
  await run(file, args, { cwd: folder, shell })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const program = `
import { type Client, createClient, type GetCallAnswer, Problem } from 'parlance-client'

const [baseUrl = '', token = ''] = JSON.parse(process.argv[2] ?? '[]') as string[]
const client: Client = createClient({ baseUrl, token, retries: 1 })

const assistant = await client.createAssistant({
  assistant_name: 'Anna', voice_id: 1, language: 'English', llm_model: 'gpt-4.1-mini', calls_direction: 'make',
  engine_type: 'pipeline', timezone: 'UTC', initial_message: 'Hello.', system_prompt: 'Be brief.',
})
const placed = await client.makeCall({ phone_number: '+12025550101', assistant_id: assistant.data.id, variables: { a: 1 } })
const call: GetCallAnswer = await client.getCall({ id: placed.data.id })
const listed: number[] = []
for await (const row of client.listCalls.each({ assistant_id: null })) listed.push(row.id)
const problem: unknown = await client.getLead({ id: 1 }).catch((cause: unknown) => cause)
if (!(problem instanceof Problem)) throw new Error('No problem')

// @ts-expect-error A number is no name.
void (() => client.createAssistant({ assistant_name: 1 }))
// @ts-expect-error Something is required.
void (() => client.getCall())
// @ts-expect-error There is no such status.
void (() => client.listCalls({ status: 'asleep' }))
// @ts-expect-error An answer has the members that it has.
void call.colour
// @ts-expect-error What is no list has no rows.
void client.getMe.each

console.log(JSON.stringify({ call: call.id === placed.data.id, listed: listed.length, problem: [problem.status, problem.message] }))
`

test('has no dependency, and no any in its types', async () => {
  const about = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8'))
  expect(about).not.toHaveProperty('dependencies')
  for (const file of ['client', 'key', 'operations', 'problem', 'send']) {
    const types = (await readFile(join(packed, `${file}.d.ts`), 'utf8')).replace(/\/\*[\s\S]*?\*\//g, '')
    expect(types).not.toMatch(/\bany\b/)
    expect(await readFile(join(packed, `${file}.js`), 'utf8')).not.toMatch(/from '(?!\.\/)/)
  }
})

test('a program against it compiles under tsc --strict, and does what it says', async () => {
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'process.d.ts'), 'declare const process: { argv: string[] }')
  const strict = ['program.ts', 'process.d.ts', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', '']
  await run(process.execPath, [programOf('tsc'), ...strict], { cwd: folder }).catch(({ stdout }) =>
    expect(stdout).toBe(''),
  )
  const asked = JSON.stringify([world.url, user.token])
  const { stdout } = await run(process.execPath, ['program.js', asked], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual({ call: true, listed: 1, problem: [404, 'Lead not found'] })
})

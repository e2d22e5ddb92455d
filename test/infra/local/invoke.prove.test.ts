import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../infra/local/dynamodb.ts'
import { killPrograms, startProgram } from './program.ts'

const run = promisify(execFile)
let folder: string
let environment: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-'))
  environment = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
})
afterAll(async () => {
  killPrograms()
  await rm(folder, { recursive: true, force: true })
})

const invoke = async (...args: string[]) => {
  const options = { env: { ...process.env, ...environment } }
  return run(process.execPath, ['infra/local/invoke/main.ts', ...args], options).catch((failed) => failed)
}

const answered = ({ stdout }: { stdout: string }) => JSON.parse(stdout.slice(stdout.search(/^\{$/m)))

test('invokes one function with its sample or a file', async () => {
  expect(await invoke('get-me')).toMatchObject({ code: 2, stderr: expect.stringContaining('Start it with npm start.') })
  const stack = await startProgram('infra/local/main.ts', [], environment, /Ctrl-C stops everything/)

  expect(JSON.parse(answered(await invoke('get-me')).body)).toMatchObject({ name: 'Demo' })
  expect(answered(await invoke('create-assistant'))).toMatchObject({ statusCode: 201 })
  expect(answered(await invoke('place-call'))).toEqual({ batchItemFailures: [] })

  const file = join(folder, 'event.json')
  await writeFile(file, '{"rawPath": "/api/user/me", "headers": {}, "requestContext": {"http": {"method": "GET"}}}')
  expect(answered(await invoke('get-me', file))).toMatchObject({ statusCode: 401 })
  expect(await invoke('get-you')).toMatchObject({ code: 2, stderr: 'There is no operation get-you.\n' })
  await stack.stop()
})

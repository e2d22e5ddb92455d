import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { admin } from '../../../infra/admin/admin.ts'
import { createTable } from '../../../infra/local/create-table.ts'
import { localDocumentClient } from '../../../infra/local/dynamodb.ts'
import * as registry from '../../../shared/runtime/registry.ts'
import { openParts } from '../../../shared/runtime/wiring.ts'
import { openTable } from '../../../shared/table/table.ts'
import type { World } from '../../world.ts'

export interface CommandResult {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  answer: any
  stdout: string
  stderr: string
}

export const run = async (
  environment: Record<string, string>,
  line: string,
  ...more: string[]
): Promise<CommandResult> => {
  const out: string[] = []
  const err: string[] = []
  const status = await admin([...line.split(' ').filter(Boolean), ...more], {
    environment,
    print: (text) => out.push(text),
    warn: (text) => err.push(text),
  })
  const stdout = out.join('\n')
  return { status, stdout, stderr: err.join('\n'), answer: answerOf(stdout) }
}

const main = fileURLToPath(new URL('../../../infra/admin/main.ts', import.meta.url))

/**
 * Starts an admin command as a process with only the given environment variables and a compile
 * cache.
 */
export const spawned = (env: Record<string, string | undefined>, ...args: string[]) =>
  new Promise<CommandResult>((resolve) => {
    const compiled = { NODE_COMPILE_CACHE: inject('compiled') }
    execFile(process.execPath, [main, ...args], { env: { ...compiled, ...env } }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), answer: answerOf(stdout), stdout, stderr }),
    )
  })

const answerOf = (stdout: string) => (/^[[{]/.test(stdout) ? JSON.parse(stdout) : undefined)

/**
 * Opens a local stack with its own table, and writes its `stack.json`. Tests use its services to
 * see what commands did.
 */
export const openLocalStack = async (notice: Record<string, unknown> = {}) => {
  const endpoint = inject('dynamodb')
  const table = `test-${randomUUID()}`
  const client = localDocumentClient(endpoint)
  await createTable(client, table)
  const { clock, random, ...parts } = openParts({})
  const opened = openTable({ name: table, client, clock, random })
  const all = { ...parts, clock, random, table: opened }

  const dataDir = await mkdtemp(join(tmpdir(), 'admin-'))
  const standing = {
    api: 'http://127.0.0.1:3000/api',
    dynamodb: endpoint,
    table,
    carrier: null,
    pid: process.pid,
    clock: { startedAt: Date.now(), speed: 1 },
    ...notice,
  }
  await writeFile(join(dataDir, 'stack.json'), JSON.stringify(standing))
  return {
    dataDir,
    table,
    clock,
    tokens: registry.tokens(all),
    users: registry.users(all),
    numbers: registry.numbers(all),
    voices: registry.voices(all),
    webhookSecrets: registry.webhookSecrets(all),
    entries: (user_id: number) => opened.query({ pk: `${user_id}#ledger` }),
    ledger: registry.ledger(all),
    admin: (line: string, ...more: string[]) => run({ DATA_DIR: dataDir }, line, ...more),
    close: async () => {
      client.destroy()
      await rm(dataDir, { recursive: true })
    },
  }
}

/**
 * Writes `stack.json` for a test world, as `npm start` does, with the carrier at CARRIER_URL.
 * Commands start at the test world's time.
 */
export const noticeOf = async (world: World, notice: Record<string, unknown> = {}) => {
  const { settings } = world.parts
  const dataDir = await mkdtemp(join(tmpdir(), 'admin-'))
  const environment = {
    DATA_DIR: dataDir,
    CARRIER_URL: settings.required('CARRIER_URL'),
    CARRIER_ACCOUNT_SID: settings.required('CARRIER_ACCOUNT_SID'),
    CARRIER_AUTH_TOKEN: settings.required('CARRIER_AUTH_TOKEN'),
    MODEL_OPENAI_API_KEY: 'key',
    MODEL_OPENAI_PROJECT_ID: 'proj_1',
    MODEL_OPENAI_WEBHOOK_SECRET: 'whsec_1',
  }
  const standing = {
    api: world.url,
    dynamodb: world.dynamodb.endpoint,
    table: world.dynamodb.tableName,
    carrier: null,
    pid: process.pid,
    sqs: world.sqsEndpoint,
    public_url: settings.required('PUBLIC_URL'),
    model: settings.required('MODEL_BASE_URL'),
    ...notice,
  }
  /** Sets the time of later commands, by default the test world's current time. */
  const setClock = async ({ now = world.clock.now(), speed = 2 } = {}) => {
    const clock = { startedAt: Math.round(Date.now() - (now - Date.now()) / (speed - 1)), speed }
    await writeFile(join(dataDir, 'stack.json'), JSON.stringify({ ...standing, clock }))
  }
  await setClock()
  return { dataDir, environment, setClock, close: () => rm(dataDir, { recursive: true }) }
}

export type LocalStack = Awaited<ReturnType<typeof openLocalStack>>

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Operation } from '../../../shared/operations/define.ts'
import { operations } from '../../../shared/operations/index.ts'
import { queueSetting } from '../../../shared/providers/aws/queue.ts'
import { isRefusal, refuse } from '../../admin/refusal.ts'
import { findLocal, localEnvironment, localStack } from '../../admin/stacks.ts'
import { buildFunctions } from '../../build/build.ts'
import { lambdaContext } from '../lambda-context.ts'
import { readSettings } from '../settings.ts'

/**
 * `npm run invoke -- OPERATION [EVENT]` bundles one function and invokes it on the running local
 * stack. EVENT is a file, by default the sample in test/events.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const Handler = z.object({ handler: z.custom<(event: unknown, context: unknown) => Promise<unknown>>() })
const Demo = z.object({ token: z.string() })

const environmentHere = async (): Promise<Record<string, string | undefined>> => {
  const notice = await findLocal(process.env)
  const { workQueues } = await localStack(process.env)
  const queues = await workQueues()
  return {
    ...localEnvironment(notice, process.env),
    TABLE_NAME: notice.table,
    AWS_ENDPOINT_URL_DYNAMODB: notice.dynamodb,
    AWS_ENDPOINT_URL_SQS: notice.sqs,
    // Replaces the host of queue URLs, because the emulator gives a host that does not resolve.
    ...Object.fromEntries(
      queues.map(({ worker, url }) => [queueSetting(worker.queue), new URL(new URL(url).pathname, notice.sqs).href]),
    ),
  }
}

const tokenHere = async (): Promise<string> => {
  const text = await readFile(join(readSettings(process.env).DATA_DIR, 'demo.json'), 'utf8')
  return process.env.TOKEN ?? Demo.parse(JSON.parse(text)).token
}

const operationOf = (id: string | undefined): Operation =>
  operations.find((operation) => operation.id === id) ??
  refuse(id ? `There is no operation ${id}.` : 'Say which operation: npm run invoke -- get-me')

const main = async ([id, file]: string[]): Promise<void> => {
  const operation = operationOf(id)
  const { id: functionName, timeoutSeconds } = operation
  const environment = await environmentHere()
  const token = await tokenHere()
  const text = await readFile(file ?? join(root, 'test', 'events', `${functionName}.json`), 'utf8')
  const event: unknown = JSON.parse(text.replaceAll(standInToken, token))
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) process.env[name] = value
  const { handler } = Handler.parse(await loadBundle(operation))
  const context = lambdaContext({ functionName, requestId: randomUUID(), timeoutMs: timeoutSeconds * 1000 })
  process.stdout.write(`${JSON.stringify(await handler(event, context), null, 2)}\n`)
}

/**
 * Bundles a function into a folder that exists until the process ends, because the bundle loads
 * model adapters later.
 */
const loadBundle = async (operation: Operation): Promise<unknown> => {
  const outDir = await mkdtemp(join(tmpdir(), 'parlance-invoke-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await buildFunctions({ outDir, operations: [operation] })
  return import(join(outDir, operation.id, 'index.mjs'))
}

const standInToken = /\bparlance_\w{32,}/g

try {
  await main(process.argv.slice(2))
  process.exit()
} catch (cause) {
  if (!isRefusal(cause)) throw cause
  process.stderr.write(`${cause.message}\n`)
  process.exit(2)
}

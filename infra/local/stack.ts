import { randomUUID } from 'node:crypto'
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Context, SQSBatchResponse } from 'aws-lambda'
import {
  type Operation,
  publicRoutesOf,
  visibilitySecondsOf,
  type WorkerOperation,
} from '../../shared/operations/define.ts'
import {
  operations,
  routedOperations,
  scheduleOperations,
  socketOperations,
  workerOperations,
} from '../../shared/operations/index.ts'
import { queueSetting } from '../../shared/providers/aws/queue.ts'
import { functionAt, invocationPath, talkFunctionsSetting } from '../../shared/providers/aws/talk-functions.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import { openTable } from '../../shared/table/table.ts'
import type { Random } from '../../shared/words/clock.ts'
import type { Log } from '../../shared/words/log.ts'
import { makeAssets } from '../build/assets.ts'
import { agentTools } from '../documents/agent-tools.ts'
import { wokenFunctions } from '../stack/grants.ts'
import { type OnPermission, restricted } from '../stack/permissions.ts'
import { localCredentials, openBucket } from './bucket.ts'
import { type StackClock, timeoutMsMax } from './clock.ts'
import { createTable } from './create-table.ts'
import { type AnyEntry, loadEntries } from './entries.ts'
import { idleTogether, pollQueue } from './event-source.ts'
import { type RequestLine, serveGateway } from './gateway.ts'
import { lambdaContext } from './lambda-context.ts'
import { openSocketGateway } from './socket-gateway.ts'
import { ensureQueues, localSqsClient, type Sqs } from './sqs.ts'
import { every } from './timers.ts'

export interface StackOptions {
  clock: StackClock
  speed: number
  port: number
  host?: string
  /** DynamoDB client, which the stack closes when it stops. */
  dynamodb: { client: DynamoDBDocumentClient; tableName: string }
  sqs: Pick<Sqs, 'endpoint' | 'depth' | 'answer'>
  environment: Record<string, string>
  recordingsDir?: string
  headsDir?: string
  log: Log
  recursiveLoop?: WorkerOperation['recursiveLoop']
  random?: Random
  /** Replaces `fetch` in functions and in the stack itself. */
  fetch?: typeof fetch
  onRequest?: (line: RequestLine) => void
  meter?: (command: string, consumed: ConsumedCapacity[]) => void
  open?: Opener
  onPermission?: OnPermission
}

/**
 * Opens an operation's function. `parts` reject calls that the operation's IAM role does not
 * permit.
 */
export type Opener = (entry: AnyEntry, parts: Parts) => (event: unknown, context: Context) => Promise<unknown>

const openOnce: Opener = (entry, parts) => entry.open(parts, registry)

/**
 * Runs the deployed handlers behind local versions of API Gateway, event source mappings and
 * schedules.
 */
export const startStack = async (options: StackOptions) => {
  const { clock, log, fetch: ask = fetch } = options
  const sqs = localSqsClient({ ...options.sqs, clock, speed: options.speed })
  const queueUrls = await ensureQueues(
    sqs,
    workerOperations.map((operation) => ({
      name: operation.id,
      visibilityTimeoutSeconds: visibilitySecondsOf(operation),
      attemptsMax: operation.attemptsMax,
    })),
  )
  const { client, tableName: name } = options.dynamodb
  await createTable(client, name)

  const environment = {
    TABLE_NAME: options.dynamodb.tableName,
    RECORDINGS_URL: `http://127.0.0.1:${options.port}/_bucket`,
    HEADS_URL: `http://127.0.0.1:${options.port}/_heads`,
    AWS_REGION: localCredentials.region,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    ...options.environment,
    ...Object.fromEntries(workerOperations.map(({ id, queue }) => [queueSetting(queue), queueUrls[id]])),
    [talkFunctionsSetting]: wokenFunctions.map((id) => `http://lambda.local${invocationPath(id)}`).join(','),
  }
  const assets = await makeAssets()
  /**
   * Functions that other functions invoke. Like Lambda's asynchronous invocation, each accepts the
   * event before it runs.
   */
  const wakeable = new Map<string, (event: unknown) => Promise<unknown>>()
  const send: typeof fetch = async (url, init) => {
    const invoke = wakeable.get(functionAt(String(url)) ?? '')
    if (!invoke) return ask(url, init)
    invoke(JSON.parse(String(init?.body))).catch((cause: unknown) => log.error('a function failed', { cause }))
    return new Response(null, { status: 202 })
  }
  const basics = openParts(environment, {
    clock,
    random: options.random,
    log,
    sqs,
    assets,
    fetch: send,
    agentTools: agentTools(),
  })
  const table = openTable({ name, client, clock, random: basics.random, meter: options.meter })
  const parts: Parts = { ...basics, table }

  const entries = await loadEntries(operations)
  const { open = openOnce } = options
  // In virtual time, a function may take any real time, because the machine may be busy.
  const hasRealTime = Number.isFinite(options.speed)
  const invokerOf = (operation: Operation) => {
    const { id, kind, timeoutSeconds } = operation
    const isLimited = hasRealTime || kind === 'socket'
    const timeoutMs = isLimited ? timeoutSeconds * 1000 : timeoutMsMax
    const entry = entries.get(id)
    if (!entry) throw new Error(`No function file for ${id}`)
    const invoke = open(entry, restricted(operation, parts, options.onPermission))
    return (event: unknown) => invoke(event, lambdaContext({ functionName: id, requestId: randomUUID(), timeoutMs }))
  }

  for (const operation of operations)
    if (wokenFunctions.includes(operation.id)) wakeable.set(operation.id, invokerOf(operation))

  const sockets = openSocketGateway({
    clock,
    onError: (cause) => log.error('a function failed', { cause }),
    routes: socketOperations.map((operation) => ({
      id: operation.id,
      route: operation.route,
      handler: invokerOf(operation),
    })),
  })
  const bucket = openBucket({ clock, dir: options.recordingsDir })
  const heads = openBucket({ clock, dir: options.headsDir, name: '_heads', isLocked: true })
  const gateway = await serveGateway({
    sockets,
    buckets: [bucket, heads],
    port: options.port,
    host: options.host,
    clock,
    ...(!hasRealTime && { timeoutMs: timeoutMsMax }),
    onRequest: options.onRequest,
    onError: (cause) => log.error('a function failed', { cause }),
    routes: routedOperations.flatMap((operation) => {
      const handler = invokerOf(operation)
      return publicRoutesOf(operation).map(({ method, path }) => ({ id: operation.id, method, path, handler }))
    }),
  })
  const sources = workerOperations.map((operation) => {
    const invoke = invokerOf(operation)
    return pollQueue({
      client: sqs,
      queueUrl: queueUrls[operation.id] ?? '',
      queueName: operation.id,
      depth: options.sqs.depth,
      batchSize: operation.batchMax,
      concurrencyMax: operation.concurrencyMax,
      visibilityTimeoutSeconds: visibilitySecondsOf(operation),
      recursiveLoop: options.recursiveLoop ?? operation.recursiveLoop,
      clock,
      invoke: async (event) => (await invoke(event)) as SQSBatchResponse,
      onError: (cause) => log.error('a worker failed', { operation: operation.id, cause }),
    })
  })
  const idle = idleTogether(sqs, sources)
  const timers = scheduleOperations.map((operation) => {
    const invoke = invokerOf(operation)
    return every(clock, operation.everyMinutes * 60_000, async () => {
      await invoke({ time: new Date(clock.now()).toISOString() })
    })
  })

  return {
    url: gateway.url,
    answer: gateway.answer,
    connect: sockets.connect,
    bucket,
    heads,
    parts,
    settled: async () => {
      await sockets.idle()
      await idle()
    },
    stop: async () => {
      await sockets.close()
      await gateway.close()
      await Promise.all([...timers.map((stop) => stop()), ...sources.map((source) => source.stop())])
      sqs.destroy()
      client.destroy()
    },
  }
}

export type RunningStack = Awaited<ReturnType<typeof startStack>>

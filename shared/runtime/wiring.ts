import { randomBytes } from 'node:crypto'
import type { SQSClient } from '@aws-sdk/client-sqs'
import type { AgentTool } from '../domain/agents/agent-tool.ts'
import type { HistoryLimits } from '../lists/store/history-list.ts'
import { type NodeCache, nodeCache } from '../lists/store/node-cache.ts'
import type { AwsParts } from '../providers/aws/ask-aws.ts'
import { type FetchSecret, openSecrets, type Secrets } from '../providers/aws/secrets.ts'
import { type Settings, settingsFrom } from '../providers/aws/settings.ts'
import { sendPlainly } from '../providers/web/send-plainly.ts'
import { type OpenSocket, openSocket } from '../providers/web/socket-client.ts'
import type { ServiceName, Services, Supplied, Use } from '../services.ts'
import { documentClient, openTable, type Table } from '../table/table.ts'
import type { Clock, Random } from '../words/clock.ts'
import { type Log, logTo } from '../words/log.ts'
import { must } from '../words/must.ts'
import type { Stage } from '../words/stage.ts'
import type { Asset } from './asset.ts'
import { toStandardOutput } from './log.ts'
import { forgiving, type Gate, type Method } from './optimistic.ts'
import { traced } from './tracing.ts'

/** What services are made of: the few things that touch the machine, the clock or the network. */
export interface Parts {
  settings: Settings
  clock: Clock
  /** The time of the world outside, in epoch milliseconds, which our own clock may outrun on one machine. */
  worldTime: () => number
  random: Random
  stage: Stage
  log: Log
  table: Table
  /** What this process has read of histories. */
  nodes: NodeCache
  /** Other limits of histories than the product's own. */
  historyLimits?: Partial<HistoryLimits>
  sqs: SQSClient
  secrets: Secrets
  fetch: typeof fetch
  openSocket: OpenSocket
  /** What reaches the network by means of its own waits for this first. */
  gate?: Gate
  /** What is served as it is, by operation. */
  assets: Readonly<Record<string, Asset>>
  /** What agents are offered, made of the catalogue together with the function. */
  agentTools: readonly AgentTool[]
}

/** Name → how to make it. A deployed function's registry holds only what its declaration uses. */
export type Registry = { readonly [S in ServiceName]?: (parts: Parts) => Services[S] }

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
}

const systemRandom: Random = { number: () => Math.random(), bytes: (length) => randomBytes(length) }

/** Only the bundles of functions that send carry an SDK that can. */
const noQueues = { send: () => Promise.reject(new Error('Nobody here can send to queues')) } as unknown as SQSClient

/** The parts of a deployed function, from its environment; a local stack or a test hands in its own instead. */
export const openParts = (
  environment: Record<string, string | undefined> = process.env,
  own: Partial<Parts> & { secretsManager?: (parts: AwsParts) => FetchSecret } = {},
): Parts => {
  const settings = own.settings ?? settingsFrom(environment)
  const clock = own.clock ?? systemClock
  const random = own.random ?? systemRandom
  const worldTime = own.worldTime ?? Date.now
  const aws = { settings, clock, random, worldTime, fetch: own.fetch ?? sendPlainly }
  return traced({
    settings,
    clock,
    worldTime,
    random,
    stage: own.stage ?? { isLocal: settings.get('STAGE') === 'local' },
    log: own.log ?? logTo(toStandardOutput(settings.get('AWS_LAMBDA_FUNCTION_NAME'), clock.now)),
    table:
      own.table ?? openTable({ name: settings.get('TABLE_NAME') ?? '', client: documentClient({}), clock, random }),
    nodes: own.nodes ?? nodeCache(),
    historyLimits: own.historyLimits,
    sqs: own.sqs ?? noQueues,
    secrets: own.secrets ?? openSecrets(settings, clock.now, own.secretsManager?.(aws)),
    fetch: own.fetch ?? fetch,
    openSocket: own.openSocket ?? openSocket,
    assets: own.assets ?? {},
    agentTools: own.agentTools ?? [],
  })
}

/** The services that `uses` names, and of each only the methods that it names. */
export const supply = <U extends Use>(uses: readonly U[], registry: Registry, parts: Parts): Supplied<U> => {
  const supplied: Record<string, unknown> = {}
  const made = new Map<string, { service: Record<string, unknown>; methods: Record<string, unknown> }>()
  for (const use of uses) {
    const [name, method] = use.split('.') as [ServiceName, string | undefined]
    if (name === 'clock' || name === 'random' || name === 'stage') {
      supplied[name] = parts[name]
      continue
    }
    const make = registry[name]
    if (!make) throw new Error(`The registry lacks ${name}`)
    const { service, methods } = made.get(name) ?? {
      service: make(parts) as unknown as Record<string, unknown>,
      methods: {},
    }
    made.set(name, { service, methods })
    const used = must(method, `method of ${name}`)
    methods[used] = forgiving(service[used] as Method)
    supplied[name] = methods
  }
  return supplied as Supplied<U>
}

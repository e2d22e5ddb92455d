import { randomBytes } from 'node:crypto'
import type { SQSClient } from '@aws-sdk/client-sqs'
import { nodeCache } from '../lists/store/node-cache.ts'
import type { AwsParts } from '../providers/aws/ask-aws.ts'
import { type FetchSecret, openSecrets } from '../providers/aws/secrets.ts'
import { settingsFrom } from '../providers/aws/settings.ts'
import { sendPlainly } from '../providers/web/send-plainly.ts'
import { openSocket } from '../providers/web/socket-client.ts'
import type { Dependencies, ServiceName, Use } from '../services.ts'
import { documentClient, openTable } from '../table/table.ts'
import type { Clock, Random } from '../words/clock.ts'
import { logTo } from '../words/log.ts'
import { must } from '../words/must.ts'
import { toStandardOutput } from './log.ts'
import { forgiving, type ServiceMethod } from './optimistic.ts'
import type { Parts, Registry } from './parts.ts'
import { traced } from './tracing.ts'

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
}

const systemRandom: Random = { number: () => Math.random(), bytes: (length) => randomBytes(length) }

/** Replaces the SQS client in functions that send no messages, so that they do not bundle it. */
const noQueues = { send: () => Promise.reject(new Error('Nobody here can send to queues')) } as unknown as SQSClient

/** `own`: parts that the local stack and tests replace. */
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

/** Creates services with only the methods that `uses` names. */
export const dependenciesOf = <U extends Use>(
  uses: readonly U[],
  registry: Registry,
  parts: Parts,
): Dependencies<U> => {
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
    methods[used] = forgiving(service[used] as ServiceMethod)
    supplied[name] = methods
  }
  return supplied as Dependencies<U>
}

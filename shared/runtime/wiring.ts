import { randomBytes } from 'node:crypto'
import { SQSClient } from '@aws-sdk/client-sqs'
import { behind, documentClient, openTable, type Table } from '../data/table.ts'
import type { Clock, Random } from '../domain/clock.ts'
import { type Log, logTo } from '../domain/log.ts'
import type { Stage } from '../domain/stage.ts'
import { type FetchSecret, openSecrets, type Secrets } from '../providers/secrets.ts'
import { type Settings, settingsFrom } from '../providers/settings.ts'
import type { ServiceName, Services, Supplied, Use } from '../services.ts'
import { toStandardOutput } from './log.ts'

/** What services are made of: the few things that touch the machine, the clock or the network. */
export interface Parts {
  settings: Settings
  clock: Clock
  random: Random
  stage: Stage
  log: Log
  table: Table
  sqs: SQSClient
  secrets: Secrets
  fetch: typeof fetch
}

/** Name → how to make it. A deployed function's registry holds only what its declaration uses. */
export type Registry = { readonly [S in ServiceName]?: (parts: Parts) => Services[S] }

const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
}

const systemRandom: Random = { number: () => Math.random(), bytes: (length) => randomBytes(length) }

/** The parts of a deployed function, from its environment; a local stack or a test hands in its own instead. */
export const openParts = (
  environment: Record<string, string | undefined> = process.env,
  own: Partial<Parts> & { fetchSecret?: FetchSecret } = {},
): Parts => {
  const settings = own.settings ?? settingsFrom(environment)
  const clock = own.clock ?? systemClock
  const random = own.random ?? systemRandom
  return {
    settings,
    clock,
    random,
    stage: own.stage ?? { isLocal: settings.get('STAGE') === 'local' },
    log: own.log ?? logTo(toStandardOutput),
    table:
      own.table ?? openTable({ name: settings.get('TABLE_NAME') ?? '', client: documentClient({}), clock, random }),
    sqs: own.sqs ?? new SQSClient({}),
    secrets: own.secrets ?? openSecrets(settings, clock.now, own.fetchSecret),
    fetch: own.fetch ?? fetch,
  }
}

/** Parts whose every effect waits until `gate` has opened; only reads of the table may start before. */
export const gated = (gate: Promise<unknown>, parts: Parts): Parts => ({
  ...parts,
  table: behind(gate, parts.table),
  sqs: new Proxy(parts.sqs, {
    get: (client, name) =>
      name === 'send'
        ? async (...command: Parameters<SQSClient['send']>) => {
            await gate
            return client.send(...command)
          }
        : Reflect.get(client, name),
  }),
  secrets: {
    read: async (name) => {
      await gate
      return parts.secrets.read(name)
    },
  },
  fetch: async (...request) => {
    await gate
    return parts.fetch(...request)
  },
})

/** The services that `uses` names, and of each only the methods that it names. */
export const supply = <U extends Use>(uses: readonly U[], registry: Registry, parts: Parts): Supplied<U> => {
  const supplied: Record<string, unknown> = {}
  for (const use of uses) {
    const [name = '', method] = use.split('.')
    if (name === 'clock' || name === 'random' || name === 'stage') {
      supplied[name] = parts[name]
      continue
    }
    const make = registry[name as ServiceName]
    if (!make) throw new Error(`The registry lacks ${name}`)
    const service = make(parts) as unknown as Record<string, unknown>
    supplied[name] = { ...(supplied[name] as object), [method ?? '']: service[method ?? ''] }
  }
  return supplied as Supplied<U>
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs'
import * as z from 'zod'
import { workerOperations } from '../../shared/operations/index.ts'
import type { Parts } from '../../shared/runtime/parts.ts'
import { openParts } from '../../shared/runtime/wiring.ts'
import { documentClient, openTable } from '../../shared/table/table.ts'
import type { Clock } from '../../shared/words/clock.ts'
import { logTo, type Sink } from '../../shared/words/log.ts'
import { doubleAccount, doubleWebSettings } from '../local/carrier/account.ts'
import { scaledClock } from '../local/clock.ts'
import { doubleRealtimeAccount } from '../local/model/account.ts'
import { readSettings } from '../local/settings.ts'
import { readPriceOwner } from '../stack/price-list.ts'
import { type Adopted, adoptTable } from './adopt-table.ts'
import { refuse } from './refusal.ts'
import type { Safeguards } from './safeguards.ts'
import type { WorkQueue } from './work-queue.ts'

export interface Stack {
  name: string
  parts: Parts
  /** Makes the simulated carrier call one of our numbers (E.164). Resolves with the call's SID. */
  receiveCall(to: string, from: string): Promise<string>
  workQueues(): Promise<WorkQueue[]>
  switchedOff(): Promise<string[]>
  /** Limit of concurrent functions; undefined for an account without a limit. */
  concurrencyMax(): Promise<number | undefined>
  safeguards(): Promise<Safeguards | undefined>
  /** Gives a restored table the protection of the stack's own table. */
  adoptTable(table: string): Promise<Adopted>
  howToMend: string
  howToFill(secret: 'CARRIER' | 'MODEL', fields: string): string
}

type Environment = Record<string, string | undefined>

const Notice = z.object({
  api: z.url(),
  dynamodb: z.url(),
  table: z.string(),
  /** URL of the simulated carrier; null with a real carrier. */
  carrier: z.url().nullable(),
  pid: z.int().positive(),
  clock: z.object({ startedAt: z.int(), speed: z.number().positive() }),
  sqs: z.url().optional(),
  /** Address at which the carrier and the models reach us. */
  public_url: z.url().optional(),
  model: z.url().optional(),
  plays_realtime: z.boolean().optional(),
})

type LocalNotice = z.infer<typeof Notice>

/** Checks the process id, because a killed stack leaves `stack.json` behind. */
export const findLocal = async (environment: Environment): Promise<LocalNotice> => {
  const { DATA_DIR } = readSettings(environment)
  const notice = await readNotice(join(DATA_DIR, 'stack.json'))
  if (!notice || !isAlive(notice.pid) || !(await answers(notice.dynamodb)))
    return refuse(`No local stack runs here (DATA_DIR ${DATA_DIR}). Start it with npm start.`)
  return notice
}

export const localEnvironment = (notice: LocalNotice, environment: Environment): Environment => {
  const settings = readSettings(environment)
  const { origin } = new URL(notice.api)
  const realtime = notice.plays_realtime ? doubleRealtimeAccount : undefined
  return {
    STAGE: 'local',
    TABLE_NAME: notice.table,
    PUBLIC_URL: notice.public_url ?? origin,
    RECORDINGS_URL: `${origin}/_bucket`,
    HEADS_URL: `${origin}/_heads`,
    AWS_REGION: localAccess.region,
    AWS_ACCESS_KEY_ID: localAccess.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAccess.credentials.secretAccessKey,
    RATE_LIMIT_PER_MINUTE: String(settings.RATE_LIMIT_PER_MINUTE),
    CALL_COUNTRIES: settings.CALL_COUNTRIES,
    PRICES: readPriceOwner(),
    CALLING_RULES: settings.CALLING_RULES,
    CALLING_RULES_FLOOR: settings.CALLING_RULES_FLOOR,
    REQUIRE_CONSENT_FLOOR: settings.REQUIRE_CONSENT_FLOOR,
    EVIDENCE_YEARS: settings.EVIDENCE_YEARS === undefined ? undefined : String(settings.EVIDENCE_YEARS),
    CARRIER_URL: notice.carrier ?? settings.CARRIER_URL,
    CARRIER_ACCOUNT_SID: notice.carrier ? doubleAccount.accountSid : settings.CARRIER_ACCOUNT_SID,
    CARRIER_AUTH_TOKEN: notice.carrier ? doubleAccount.authToken : settings.CARRIER_AUTH_TOKEN,
    ...(notice.carrier
      ? doubleWebSettings
      : {
          CARRIER_API_KEY_SID: settings.CARRIER_API_KEY_SID,
          CARRIER_API_KEY_SECRET: settings.CARRIER_API_KEY_SECRET,
          CARRIER_APPLICATION_SID: settings.CARRIER_APPLICATION_SID,
        }),
    MODEL_BASE_URL: notice.model,
    MODEL_API_KEY: settings.MODEL_API_KEY,
    MODEL_NAME: settings.MODEL_NAME,
    MODEL_EMBEDDING_MODEL: settings.MODEL_EMBEDDING_MODEL,
    MODEL_EMBEDDING_DIMENSIONS: settings.MODEL_EMBEDDING_DIMENSIONS?.toString(),
    MODEL_OPENAI_API_KEY: settings.MODEL_OPENAI_API_KEY ?? realtime?.apiKey,
    MODEL_OPENAI_PROJECT_ID: settings.MODEL_OPENAI_PROJECT_ID ?? realtime?.projectId,
    MODEL_OPENAI_WEBHOOK_SECRET: settings.MODEL_OPENAI_WEBHOOK_SECRET ?? realtime?.webhookSecret,
  }
}

const localAccess = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

export const localStack = async (environment: Environment): Promise<Stack> => {
  const notice = await findLocal(environment)
  const { now, after } = scaledClock(notice.clock.speed, notice.clock.startedAt)
  const clock: Clock = { now, sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)) }
  // Sends to `endpoint`, because this process cannot resolve the host names of the emulator's queue
  // URLs.
  const sqs = new SQSClient({ endpoint: notice.sqs, useQueueUrlAsEndpoint: false, ...localAccess })
  const urlOf = async (QueueName: string) => (await sqs.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? ''
  const parts = openParts(localEnvironment(notice, environment), { clock, log, sqs })
  const client = documentClient({ endpoint: notice.dynamodb, ...localAccess })
  return {
    name: 'the local stack',
    howToMend: 'Stop the local stack and start it again with npm start.',
    parts: { ...parts, table: openTable({ name: notice.table, client, clock, random: parts.random }) },
    receiveCall: async (to, from) => {
      if (!notice.carrier) return refuse('CARRIER_URL is set, so no carrier double is there to make the call.')
      return ring(parts.fetch, notice.carrier, { to, from })
    },
    workQueues: () =>
      Promise.all(
        workerOperations.map(async (worker) => {
          const [url, deadUrl] = await Promise.all([urlOf(worker.id), urlOf(`${worker.id}-dead`)])
          return { worker, url, deadUrl }
        }),
      ),
    switchedOff: async () => [],
    concurrencyMax: async () => undefined,
    safeguards: async () => undefined,
    adoptTable: async () => refuse('A table is restored on AWS: name the stack with --stack.'),
    howToFill: (secret, fields) =>
      `Give the settings ${secret}_… (${fields}) to this command, as npm start has them; docs/local.md lists them.`,
  }
}

export const deployedStack = async (name: string, environment: Environment): Promise<Stack> => {
  // Imports late, so that commands on a local stack do not load the CloudFormation client.
  const [{ deployedFacts }, { fetchSecret }] = await Promise.all([import('./deployed.ts'), import('./secret.ts')])
  const { settings, secretNames, keeping, ...facts } = await deployedFacts(name, environment)
  const parts = openParts(settings, { log, secretsManager: () => fetchSecret, sqs: new SQSClient() })
  return {
    name,
    howToMend: `Look at ${name} in the CloudFormation console, and deploy it again with npx cdk deploy.`,
    parts,
    receiveCall: async () => refuse('Only the local stack has a carrier double to make the call.'),
    ...facts,
    adoptTable: async (table) => adoptTable(new DynamoDBClient(), table, await keeping(), parts.clock.sleep),
    howToFill: (secret, fields) =>
      `Run: aws secretsmanager put-secret-value --secret-id ${secretNames[secret]} --secret-string '${fields}'`,
  }
}

const toStandardError: Sink = (level, message) => process.stderr.write(`${level}: ${message}\n`)
const log = logTo(toStandardError)

const readNotice = async (file: string) => {
  try {
    return Notice.safeParse(JSON.parse(await readFile(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

/** True when the stack's DynamoDB answers. Another program may run under the stack's process id. */
const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )

const ring = async (send: typeof fetch, carrier: string, call: { to: string; from: string }): Promise<string> => {
  const answer = await send(`${carrier}/_double/incoming-call`, { method: 'POST', body: JSON.stringify(call) })
  const { sid, message } = z
    .object({ sid: z.string().optional(), message: z.string().optional() })
    .parse(await answer.json())
  return sid ?? refuse(`The carrier double refused the call: ${message}.`)
}

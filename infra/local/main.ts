import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPriceOwner } from '../stack/price-list.ts'
import { doubleAccount, doubleWebAccount, doubleWebSettings } from './carrier/account.ts'
import type { CarrierSettings } from './carrier/main.ts'
import { pageSocketOf } from './carrier/page-line.ts'
import { startChild } from './child.ts'
import { scaledClock } from './clock.ts'
import { openConsole } from './console.ts'
import { ensureDemoUser, exampleAssistant } from './demo.ts'
import { localDocumentClient, startDynamoDb } from './dynamodb.ts'
import { openLaptop } from './laptop/laptop.ts'
import { ownTerminal } from './laptop/terminal.ts'
import { doubleRealtimeAccount } from './model/account.ts'
import type { ModelSettings } from './model/main.ts'
import { type OwnProcess, ownProcess } from './process.ts'
import { type LocalSettings, readSettings } from './settings.ts'
import { startSqs } from './sqs.ts'
import { startStack } from './stack.ts'

const write = (line: string) => process.stdout.write(`${line}\n`)
const refuse = (cause: unknown): never => {
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`)
  process.exit(1)
}

const start = async () => {
  readPriceOwner()
  const laptop = await openLaptop(process.argv.slice(2), process.env, { terminal: ownTerminal, write })
  if (laptop === 'done') process.exit(0)
  const settings = readSettings(laptop?.environment ?? process.env)
  const { PORT, CLOCK_SPEED } = settings
  const dataDir = resolve(settings.DATA_DIR)
  const stackFile = join(dataDir, 'stack.json')
  await mkdir(dataDir, { recursive: true })
  await refuseSecond(stackFile, dataDir)

  const clockSettings = { speed: CLOCK_SPEED, startedAt: Date.now() }
  const clock = scaledClock(CLOCK_SPEED, clockSettings.startedAt)
  const view = openConsole(clock, write)
  const owner = ownProcess(view.say)
  const publicUrl = settings.PUBLIC_URL ?? `http://127.0.0.1:${PORT}`

  const parts: Parts = { settings, dataDir, clock: clockSettings, publicUrl, owner }
  const dynamodb = await databaseOf(parts)
  const sqs = await startSqs({ dataDir: join(dataDir, 'queues') })
  owner.keep('The queues', sqs.close)
  const model = await modelOf(parts)
  const carrier = await carrierOf(parts, model.url)

  const stack = await startStack({
    clock,
    speed: CLOCK_SPEED,
    port: PORT,
    host: settings.BIND_ADDRESS,
    dynamodb: { client: localDocumentClient(dynamodb), tableName: 'parlance' },
    sqs,
    recordingsDir: join(dataDir, 'recordings'),
    headsDir: join(dataDir, 'heads'),
    environment: {
      STAGE: 'local',
      PUBLIC_URL: publicUrl,
      RATE_LIMIT_PER_MINUTE: String(settings.RATE_LIMIT_PER_MINUTE),
      MODEL_BASE_URL: model.url,
      ...carrier.environment,
      ...model.environment,
      ...given(settings, passedOn),
    },
    log: view.log,
    onRequest: view.request,
  })
  owner.keep('The functions', stack.stop)
  const demo = await ensureDemoUser(stack.parts, dataDir)

  const facts = {
    api: stack.url,
    dynamodb,
    table: 'parlance',
    carrier: carrier.double,
    pid: process.pid,
    clock: clockSettings,
    sqs: sqs.endpoint,
    public_url: publicUrl,
    model: model.url,
    plays_realtime: settings.MODEL_BASE_URL === undefined,
  }
  await writeFile(stackFile, JSON.stringify(facts))
  owner.keep('The note of this stack', () => rm(stackFile, { force: true }))
  if (laptop) {
    owner.keep('The number', laptop.close)
    try {
      await laptop.open({ api: stack.url, parts: stack.parts, demo })
    } catch (cause) {
      process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`)
      return owner.stop(1)
    }
  }
  write(banner(stack.url, demo.token, carrier.double, settings))
}

interface Parts {
  settings: LocalSettings
  dataDir: string
  clock: { speed: number; startedAt: number }
  publicUrl: string
  owner: OwnProcess
}

const databaseOf = async ({ settings, dataDir, owner }: Parts): Promise<string> => {
  if (settings.DYNAMODB_ENDPOINT) return settings.DYNAMODB_ENDPOINT
  const engine = await startDynamoDb({ file: join(dataDir, 'dynamodb.db'), binary: settings.DYNOXIDE_BIN })
  owner.keep('The database', engine.close)
  owner.watch('The database', engine.exited)
  write(engine.sentence)
  return engine.endpoint
}

/** Starts a simulated carrier or model as its own process. Returns its origin. */
const double = async (owner: OwnProcess, name: string, program: string, settings: object): Promise<string> => {
  const child = await startChild({
    command: process.execPath,
    args: [fileURLToPath(new URL(program, import.meta.url)), JSON.stringify(settings)],
    ready: /ready (\d+)\n/,
  })
  owner.keep(name, child.close)
  owner.watch(name, child.exited)
  return `http://127.0.0.1:${child.announced}`
}

const modelOf = async ({ settings, clock, publicUrl, owner }: Parts) => {
  const openAi = allOf(settings, ['MODEL_OPENAI_API_KEY', 'MODEL_OPENAI_PROJECT_ID', 'MODEL_OPENAI_WEBHOOK_SECRET'])
  // Settings of OpenAI's own API, which multimodal assistants use if its key is set.
  const own = openAi && { MODEL_OPENAI_URL: 'https://api.openai.com/v1', ...openAi }
  if (settings.MODEL_BASE_URL) return { url: settings.MODEL_BASE_URL, environment: { ...own } }
  const webhookUrl = `${publicUrl}/api/realtime/incoming-call`
  const modelSettings: ModelSettings = { clock, realtime: { ...doubleRealtimeAccount, webhookUrl } }
  const url = `${await double(owner, 'The model', 'model/main.ts', modelSettings)}/v1`
  const environment = {
    MODEL_OPENAI_URL: url,
    MODEL_OPENAI_API_KEY: doubleRealtimeAccount.apiKey,
    MODEL_OPENAI_PROJECT_ID: doubleRealtimeAccount.projectId,
    MODEL_OPENAI_WEBHOOK_SECRET: doubleRealtimeAccount.webhookSecret,
    ...own,
  }
  return { url, environment }
}

/** Returns the carrier's settings. `double` is the origin of the simulated carrier, or null. */
const carrierOf = async ({ settings, clock, publicUrl, owner }: Parts, model: string) => {
  if (settings.CARRIER_URL) {
    const { CARRIER_URL, CARRIER_ACCOUNT_SID = '', CARRIER_AUTH_TOKEN = '' } = settings
    const web = allOf(settings, ['CARRIER_API_KEY_SID', 'CARRIER_API_KEY_SECRET', 'CARRIER_APPLICATION_SID'])
    return { double: null, environment: { CARRIER_URL, CARRIER_ACCOUNT_SID, CARRIER_AUTH_TOKEN, ...web } }
  }
  const callback = (path: string) => `${publicUrl}/api/carrier/${path}`
  const carrierSettings: CarrierSettings = {
    ...doubleAccount,
    clock,
    inboundVoiceUrl: callback('incoming-call'),
    inboundMessageUrl: callback('incoming-message'),
    inboundStatusUrl: callback('incoming-status'),
    sipUrl: settings.MODEL_BASE_URL ? undefined : new URL('/_double/invite', model).href,
    web: { ...doubleWebAccount, voiceUrl: callback('web-call'), statusUrl: callback('incoming-status') },
  }
  const url = await double(owner, 'The carrier', 'carrier/main.ts', carrierSettings)
  const environment = {
    CARRIER_URL: url,
    CARRIER_ACCOUNT_SID: doubleAccount.accountSid,
    CARRIER_AUTH_TOKEN: doubleAccount.authToken,
    ...doubleWebSettings,
    CARRIER_SOCKET: pageSocketOf(url),
  }
  return { double: url, environment }
}

/** Settings that functions receive unchanged. */
const passedOn = [
  'CARRIER_CALLS_PER_SECOND',
  'OVERDRAFT',
  'LIVE_CALLS_PER_USER',
  'STALE_CALL_MINUTES',
  'EVIDENCE_YEARS',
  'CALLING_RULES',
  'CALLING_RULES_FLOOR',
  'REQUIRE_CONSENT_FLOOR',
  'CALL_COUNTRIES',
  'MODEL_API_KEY',
  'MODEL_NAME',
  'MODEL_EMBEDDING_MODEL',
  'MODEL_EMBEDDING_DIMENSIONS',
] as const satisfies (keyof LocalSettings)[]

const given = (settings: LocalSettings, names: readonly (keyof LocalSettings)[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (settings[name] ? [[name, String(settings[name])]] : [])))

const allOf = (settings: LocalSettings, names: (keyof LocalSettings)[]) => {
  const found = given(settings, names)
  return Object.keys(found).length === names.length ? found : undefined
}

/**
 * Throws if another stack uses the folder, because two stacks would corrupt it. Ignores the file of
 * a killed stack.
 */
const refuseSecond = async (stackFile: string, dataDir: string) => {
  const running: { api?: string } | undefined = await readFile(stackFile, 'utf8').then(JSON.parse, () => undefined)
  const answers = running?.api !== undefined && (await fetch(running.api).then(Boolean, () => false))
  if (answers) throw new Error(`A local stack runs on ${dataDir} already. Stop it, or choose another DATA_DIR.`)
}

const banner = (api: string, token: string, carrier: string | null, { CARRIER_URL, MODEL_BASE_URL }: LocalSettings) => `
Parlance runs on this machine. ${CARRIER_URL ? `Calls go out through ${CARRIER_URL}.` : 'The carrier is a double: no phone will ring.'}
${MODEL_BASE_URL ? `Assistants ask the model at ${MODEL_BASE_URL}.` : 'The model is a double: it understands very little.'}

API      ${api}
Console  ${api}/console
Docs     ${api}/docs
Agents   ${api}/mcp
${carrier ? `Carrier  ${carrier}/_double (docs/local.md)\n` : ''}Token    ${token}

A first call: make an assistant, then let it call a number that always answers.

  curl -s ${api}/user/assistant -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d '${JSON.stringify(exampleAssistant)}'
  curl -s ${api}/user/make_call -H "Authorization: Bearer ${token}" -H "Content-Type: application/json" -d '{"phone_number":"+12025550100","assistant_id":THE_ID_FROM_ABOVE}'
  curl -s ${api}/user/calls -H "Authorization: Bearer ${token}"

Ctrl-C stops everything; the next start finds its data again.
`

start().catch(refuse)

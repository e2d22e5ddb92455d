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
import { ownProcess } from './process.ts'
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

  let dynamodb = settings.DYNAMODB_ENDPOINT
  if (!dynamodb) {
    const engine = await startDynamoDb({ file: join(dataDir, 'dynamodb.db'), binary: settings.DYNOXIDE_BIN })
    owner.keep('The database', engine.close)
    owner.watch('The database', engine.exited)
    dynamodb = engine.endpoint
    write(engine.sentence)
  }
  const sqs = await startSqs({ dataDir: join(dataDir, 'queues') })
  owner.keep('The queues', sqs.close)

  let model = settings.MODEL_BASE_URL
  let realtime: Record<string, string> = {}
  if (!model) {
    const webhookUrl = `${publicUrl}/api/realtime/incoming-call`
    const modelSettings: ModelSettings = { clock: clockSettings, realtime: { ...doubleRealtimeAccount, webhookUrl } }
    const child = await startChild({
      command: process.execPath,
      args: [fileURLToPath(new URL('model/main.ts', import.meta.url)), JSON.stringify(modelSettings)],
      ready: /ready (\d+)\n/,
    })
    owner.keep('The model', child.close)
    owner.watch('The model', child.exited)
    model = `http://127.0.0.1:${child.announced}/v1`
    realtime = {
      MODEL_OPENAI_URL: model,
      MODEL_OPENAI_API_KEY: doubleRealtimeAccount.apiKey,
      MODEL_OPENAI_PROJECT_ID: doubleRealtimeAccount.projectId,
      MODEL_OPENAI_WEBHOOK_SECRET: doubleRealtimeAccount.webhookSecret,
    }
  }

  let carrier = settings.CARRIER_URL
  let account = { accountSid: settings.CARRIER_ACCOUNT_SID ?? '', authToken: settings.CARRIER_AUTH_TOKEN ?? '' }
  let carrierUrl: string | null = null
  let web = webOf(settings)
  if (!carrier) {
    account = doubleAccount
    const carrierSettings: CarrierSettings = {
      ...account,
      clock: clockSettings,
      inboundVoiceUrl: `${publicUrl}/api/carrier/incoming-call`,
      inboundMessageUrl: `${publicUrl}/api/carrier/incoming-message`,
      sipUrl: settings.MODEL_BASE_URL ? undefined : new URL('/_double/invite', model).href,
      inboundStatusUrl: `${publicUrl}/api/carrier/incoming-status`,
      web: {
        ...doubleWebAccount,
        voiceUrl: `${publicUrl}/api/carrier/web-call`,
        statusUrl: `${publicUrl}/api/carrier/incoming-status`,
      },
    }
    const child = await startChild({
      command: process.execPath,
      args: [fileURLToPath(new URL('carrier/main.ts', import.meta.url)), JSON.stringify(carrierSettings)],
      ready: /ready (\d+)\n/,
    })
    owner.keep('The carrier', child.close)
    owner.watch('The carrier', child.exited)
    carrier = carrierUrl = `http://127.0.0.1:${child.announced}`
    web = { ...doubleWebSettings, CARRIER_SOCKET: pageSocketOf(carrierUrl) }
  }

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
      CARRIER_URL: carrier,
      CARRIER_ACCOUNT_SID: account.accountSid,
      CARRIER_AUTH_TOKEN: account.authToken,
      ...web,
      ...(settings.CARRIER_CALLS_PER_SECOND && {
        CARRIER_CALLS_PER_SECOND: String(settings.CARRIER_CALLS_PER_SECOND),
      }),
      ...(settings.OVERDRAFT && { OVERDRAFT: settings.OVERDRAFT }),
      ...(settings.LIVE_CALLS_PER_USER && { LIVE_CALLS_PER_USER: String(settings.LIVE_CALLS_PER_USER) }),
      ...(settings.STALE_CALL_MINUTES && { STALE_CALL_MINUTES: String(settings.STALE_CALL_MINUTES) }),
      ...(settings.EVIDENCE_YEARS && { EVIDENCE_YEARS: String(settings.EVIDENCE_YEARS) }),
      ...(settings.CALLING_RULES && { CALLING_RULES: settings.CALLING_RULES }),
      ...(settings.CALLING_RULES_FLOOR && { CALLING_RULES_FLOOR: settings.CALLING_RULES_FLOOR }),
      ...(settings.REQUIRE_CONSENT_FLOOR && { REQUIRE_CONSENT_FLOOR: settings.REQUIRE_CONSENT_FLOOR }),
      ...(settings.CALL_COUNTRIES && { CALL_COUNTRIES: settings.CALL_COUNTRIES }),
      MODEL_BASE_URL: model,
      ...realtime,
      ...openAiOf(settings),
      RATE_LIMIT_PER_MINUTE: String(settings.RATE_LIMIT_PER_MINUTE),
      ...(settings.MODEL_API_KEY && { MODEL_API_KEY: settings.MODEL_API_KEY }),
      ...(settings.MODEL_NAME && { MODEL_NAME: settings.MODEL_NAME }),
      ...(settings.MODEL_EMBEDDING_MODEL && { MODEL_EMBEDDING_MODEL: settings.MODEL_EMBEDDING_MODEL }),
      ...(settings.MODEL_EMBEDDING_DIMENSIONS && {
        MODEL_EMBEDDING_DIMENSIONS: String(settings.MODEL_EMBEDDING_DIMENSIONS),
      }),
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
    carrier: carrierUrl,
    pid: process.pid,
    clock: clockSettings,
    sqs: sqs.endpoint,
    public_url: publicUrl,
    model,
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
  write(banner(stack.url, demo.token, carrierUrl, settings))
}

const webOf = ({
  CARRIER_API_KEY_SID,
  CARRIER_API_KEY_SECRET,
  CARRIER_APPLICATION_SID,
}: LocalSettings): Record<string, string> =>
  CARRIER_API_KEY_SID && CARRIER_API_KEY_SECRET && CARRIER_APPLICATION_SID
    ? { CARRIER_API_KEY_SID, CARRIER_API_KEY_SECRET, CARRIER_APPLICATION_SID }
    : {}

const openAiOf = ({
  MODEL_OPENAI_API_KEY,
  MODEL_OPENAI_PROJECT_ID,
  MODEL_OPENAI_WEBHOOK_SECRET,
}: LocalSettings): Record<string, string> =>
  MODEL_OPENAI_API_KEY && MODEL_OPENAI_PROJECT_ID && MODEL_OPENAI_WEBHOOK_SECRET
    ? {
        MODEL_OPENAI_URL: 'https://api.openai.com/v1',
        MODEL_OPENAI_API_KEY,
        MODEL_OPENAI_PROJECT_ID,
        MODEL_OPENAI_WEBHOOK_SECRET,
      }
    : {}

/**
 * Refuses a second stack, because two stacks would corrupt the folder. A note of a killed stack is
 * ignored.
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

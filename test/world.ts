import { hash, randomUUID } from 'node:crypto'
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import { inject } from 'vitest'
import { doubleWebAccount, doubleWebSettings } from '../infra/local/carrier/account.ts'
import { createCarrierDouble } from '../infra/local/carrier/double.ts'
import { pageSocketOf } from '../infra/local/carrier/page-line.ts'
import type { Fault } from '../infra/local/carrier/parts.ts'
import { talkOverSockets } from '../infra/local/carrier/relay.ts'
import { serveCarrier } from '../infra/local/carrier/server.ts'
import { scaledClock, type VirtualClock, virtualClock } from '../infra/local/clock.ts'
import { freePort } from '../infra/local/dynamodb.ts'
import { doubleRealtimeAccount } from '../infra/local/model/account.ts'
import { createModelDouble } from '../infra/local/model/double.ts'
import { createRealtimeDouble } from '../infra/local/model/realtime.ts'
import { serveModel } from '../infra/local/model/server.ts'
import { type Opener, startStack } from '../infra/local/stack.ts'
import type { OnPermission } from '../infra/stack/permissions.ts'
import type { NumberType, OwnedNumber } from '../shared/domain/account/number.ts'
import { hashToken, writeToken } from '../shared/domain/account/token.ts'
import { allPassages, readPacked } from '../shared/domain/knowledge/packed-passages.ts'
import type { Passage } from '../shared/domain/knowledge/passages.ts'
import type { WorkerOperation } from '../shared/operations/define.ts'
import * as registry from '../shared/runtime/registry.ts'
import type { StoredKey } from '../shared/table/keys.ts'
import type { Item } from '../shared/table/table.ts'
import { type Fields, type Level, logTo } from '../shared/words/log.ts'
import { must } from '../shared/words/must.ts'
import { chosenQueues, chosenTableClient } from './engine/chosen.ts'
import { openLoopback } from './loopback.ts'
import { newIds } from './new-ids.ts'
import { keepPermission } from './permissions-seen.ts'
import { awaitedFrom, processesNow, processIsIdle } from './quiet.ts'

/** Options of a test world: the whole product on local emulators, in virtual time. */
export interface WorldOptions {
  /**
   * Address of a DynamoDB emulator that other processes use, too; by default the emulator is
   * in-process.
   */
  dynamodb?: string
  startAt?: number
  /** Speed of the clock relative to real time, for browser tests. */
  speed?: number
  /** True when web pages join web calls over a socket, as with `npm start`. */
  hasPages?: boolean
  seed?: string
  carrierFaults?: (request: Request) => Fault | undefined
  /** Opens each function. Tests of faults replace the function's services here. */
  open?: Opener
  meter?: (command: string, consumed: ConsumedCapacity[]) => void
  createsPerSecondMax?: number
  onPermission?: OnPermission
  /** True when tasks due at the same virtual time run concurrently, which is faster. */
  together?: boolean
  environment?: Record<string, string>
  /** Lambda's setting for recursive loops; by default that of the worker. */
  recursiveLoop?: WorkerOperation['recursiveLoop']
}

export interface ApiReply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  body: any
  headers: Headers
  text: string
}

export interface TestUser {
  id: number
  token: string
}

const accountSid = 'AC00000000000000000000000000000001'
const authToken = 'test-auth-token'
/** A Wednesday, 10:00 UTC. */
const startDefault = Date.UTC(2026, 10, 25, 10)

/** Real milliseconds after which a test world that is never idle counts as stuck. */
const goesOnMsMax = 100_000
const settleRounds = 3

export const openWorld = async (options: WorldOptions = {}) => {
  const { startAt = startDefault, seed = 'world', dynamodb: endpoint } = options
  const tableName = `test-${randomUUID()}`
  const client = chosenTableClient(endpoint)
  const answers = awaitedFrom(endpoint ?? inject('dynamodb'), endpoint === undefined ? 0 : processesNow())
  let settle = async () => {}
  const { speed = Number.POSITIVE_INFINITY } = options
  const clock =
    options.speed === undefined
      ? virtualClock(startAt, {
          settle: () => settle(),
          quiet: (isOver) => processIsIdle(isOver, answers),
          patienceMs: goesOnMsMax,
          together: options.together,
        })
      : realClock(options.speed)
  const random = seededRandom(seed)
  const logged: { level: Level; message: string; fields: Fields }[] = []
  const consumed: { command: string; capacity: ConsumedCapacity[] }[] = []

  const loopback = openLoopback()
  const carrierFacts: object[] = []
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const relay = talkOverSockets({
    clock,
    authToken,
    log: (fact) => carrierFacts.push(fact),
    connect: loopback.connect,
  })
  const model = createModelDouble({ clock })
  const realtime = createRealtimeDouble({
    ...doubleRealtimeAccount,
    clock,
    webhookUrl: `${publicUrl}/api/realtime/incoming-call`,
    fetch: loopback.fetch,
  })
  const modelServer = await serveModel(model, 0, realtime)
  const carrier = createCarrierDouble({
    clock,
    accountSid,
    authToken,
    inboundVoiceUrl: `${publicUrl}/api/carrier/incoming-call`,
    inboundMessageUrl: `${publicUrl}/api/carrier/incoming-message`,
    inboundStatusUrl: `${publicUrl}/api/carrier/incoming-status`,
    web: {
      ...doubleWebAccount,
      voiceUrl: `${publicUrl}/api/carrier/web-call`,
      statusUrl: `${publicUrl}/api/carrier/incoming-status`,
    },
    converse: relay.converse,
    invite: realtime.ring,
    faults: options.carrierFaults,
    createsPerSecondMax: options.createsPerSecondMax,
    log: (fact) => carrierFacts.push(fact),
    fetch: loopback.fetch,
  })
  const carrierServer = await serveCarrier(carrier, 0)
  const sqs = await chosenQueues(endpoint !== undefined || options.speed !== undefined)
  const stack = await startStack({
    clock,
    speed,
    port,
    random,
    fetch: loopback.fetch,
    dynamodb: { client, tableName },
    sqs,
    environment: {
      STAGE: 'local',
      PUBLIC_URL: publicUrl,
      CARRIER_URL: carrierServer.url,
      CARRIER_ACCOUNT_SID: accountSid,
      CARRIER_AUTH_TOKEN: authToken,
      ...doubleWebSettings,
      ...(options.hasPages && { CARRIER_SOCKET: pageSocketOf(carrierServer.url) }),
      MODEL_BASE_URL: modelServer.url,
      MODEL_OPENAI_URL: modelServer.url,
      MODEL_OPENAI_API_KEY: doubleRealtimeAccount.apiKey,
      MODEL_OPENAI_PROJECT_ID: doubleRealtimeAccount.projectId,
      MODEL_OPENAI_WEBHOOK_SECRET: doubleRealtimeAccount.webhookSecret,
      // With this limit, the rate limiter writes nothing to the table.
      RATE_LIMIT_PER_MINUTE: '1000000000',
      ...options.environment,
    },
    log: logTo((level, message, fields) => logged.push({ level, message, fields })),
    meter: (command, capacity) => {
      consumed.push({ command, capacity })
      options.meter?.(command, capacity)
    },
    open: options.open,
    recursiveLoop: options.recursiveLoop,
    onPermission: options.onPermission ?? keepPermission,
  })
  loopback.serveGateway(stack)
  loopback.serve(carrierServer)
  loopback.serve(modelServer)
  settle = async () => {
    for (let round = 0; round < settleRounds; round++) {
      await relay.arrived()
      await stack.settled()
    }
  }

  const services = {
    users: registry.users(stack.parts),
    tokens: registry.tokens(stack.parts),
    assistants: registry.assistants(stack.parts),
    campaigns: registry.campaigns(stack.parts),
    numbers: registry.numbers(stack.parts),
    voices: registry.voices(stack.parts),
    calls: registry.calls(stack.parts),
    callPages: registry.callPages(stack.parts),
    conversations: registry.conversations(stack.parts),
    ledger: registry.ledger(stack.parts),
    deadlines: registry.deadlines(stack.parts),
    knowledgebases: registry.knowledgebases(stack.parts),
    documents: registry.documents(stack.parts),
    placeCallQueue: registry.placeCallQueue(stack.parts),
    steerSessionQueue: registry.steerSessionQueue(stack.parts),
    watchSilenceQueue: registry.watchSilenceQueue(stack.parts),
    readDocumentsQueue: registry.readDocumentsQueue(stack.parts),
  }
  const newId = newIds(clock.now, random)

  const user = async (): Promise<TestUser> => {
    const id = newId()
    const token = writeToken(id, random.bytes(32))
    await services.users.create({ id, name: 'Ada', email: 'ada@example.com', created_at: clock.now() })
    await services.tokens.create({
      hash: hashToken(token),
      user_id: id,
      ending: token.slice(-6),
      created_at: clock.now(),
    })
    return { id, token }
  }

  let numbersMade = 1000
  const number = async (owner: TestUser, more: Partial<OwnedNumber> = {}): Promise<OwnedNumber> => {
    const owned: OwnedNumber = {
      id: newId(),
      user_id: owner.id,
      phone_number: `+1202556${String(numbersMade++).padStart(4, '0')}`,
      country_code: 'US',
      type_label: 'Normal' satisfies NumberType,
      can_send_sms: true,
      ...more,
    }
    await services.numbers.create(owned)
    return owned
  }

  const request = async (method: string, path: string, init: RequestInit = {}): Promise<ApiReply> => {
    const response = await loopback.fetch(`${stack.url}${path}`, { method, ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: readJson(text) }
  }

  const api = (
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiReply> =>
    request(method, path, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })

  const tellCarrier = (what: string, body: object): Promise<Response> =>
    stack.parts.fetch(`${carrierServer.url}/_double/${what}`, { method: 'POST', body: JSON.stringify(body) })

  const items = async (): Promise<(Item & StoredKey)[]> => {
    const found: (Item & StoredKey)[] = []
    for await (const page of paginateScan({ client }, { TableName: tableName, Limit: 1000 }))
      for (const { pk, sk, ...rest } of page.Items ?? []) found.push({ ...rest, pk: String(pk), sk: String(sk) })
    return found
  }

  return {
    clock,
    carrier,
    relay,
    carrierFacts,
    carrierUrl: carrierServer.url,
    incomingCall: (call: { to: string; from: string; verstat?: string | null }) => tellCarrier('incoming-call', call),
    webCall: (call: { token: string; params?: Record<string, string>; person?: string }) =>
      tellCarrier('web-call', call),
    incomingMessage: (message: { to: string; from: string; body: string }) => tellCarrier('incoming-message', message),
    /** Changes a number's callback URLs, as its owner can in the carrier's console. */
    setCarrierNumber: (number: { phone_number: string }) => tellCarrier('number', number),
    carrierPort: registry.carrier(stack.parts),
    model,
    realtime,
    url: stack.url,
    dynamodb: {
      tableName,
      get endpoint() {
        return must(endpoint, 'endpoint: the world was not opened with one')
      },
    },
    sqsEndpoint: sqs.endpoint,
    parts: stack.parts,
    services,
    logged,
    consumed,
    user,
    number,
    newId,
    items,
    bucketKeys: () => stack.bucket.keys(),
    headKeys: () => stack.heads.keys(),
    /** Returns the passages of a knowledge base. */
    passages: async (user_id: number, base_id: number): Promise<Passage[]> => {
      const base = await services.knowledgebases.find(user_id, base_id)
      const bytes = base?.packed && (await registry.knowledgeStore(stack.parts).load(base.packed.key))
      return bytes ? allPassages(readPacked(bytes)) : []
    },
    request,
    api,
    run: (seconds: number) => clock.advance(seconds * 1000),
    settled: () => settle(),
    close: async () => {
      loopback.close()
      await carrierServer.close()
      await modelServer.close()
      await stack.stop()
      await sqs.close()
      answers.stop()
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

const realClock = (speed: number): VirtualClock => {
  const clock = scaledClock(speed)
  const advance = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / speed))
  return { ...clock, advance, pending: () => 0, nextAt: () => undefined }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const seededRandom = (seed: string) => {
  let counter = 0
  const block = () => hash('sha256', `${seed}/${counter++}`, 'buffer')
  return {
    number: () => block().readUInt32BE() / 2 ** 32,
    bytes: (length: number): Uint8Array => {
      const blocks = Array.from({ length: Math.ceil(length / 32) }, block)
      return Buffer.concat(blocks).subarray(0, length)
    },
  }
}

import type { APIGatewayProxyEventV2, ScheduledEvent, SQSEvent } from 'aws-lambda'
import { sign } from '../infra/local/carrier/signature.ts'
import { toEvent } from '../infra/local/http-event.ts'
import { doubleRealtimeAccount } from '../infra/local/model/account.ts'
import { noticeHeaders } from '../infra/local/model/realtime.ts'
import { arnOf, region } from '../infra/local/sqs.ts'
import { writeToken } from '../shared/domain/account/token.ts'
import type { HttpOperation, Operation, SocketOperation } from '../shared/operations/define.ts'
import { read } from '../shared/words/form.ts'
import { idAt } from '../shared/words/id.ts'
import {
  aCallKey,
  pageOrigin,
  type RequestScene,
  typicalMessage,
  typicalPath,
  typicalRequest,
  typicalVisit,
} from './requests.ts'

/** Placeholders replace random values, so that samples stay the same in every run. */

const now = Date.UTC(2026, 10, 25, 10)
const firstId = idAt(now, 0)
const sidOf = (kind: string, place: number) => kind + String(place).padStart(32, '0')

type StandIn = [pattern: RegExp, standIn: (place: number) => string]

const standIns: StandIn[] = [
  [/\bparlance_[\w-]{58}/g, (place) => writeToken(firstId + place, new Uint8Array(32).fill(place))],
  [/\bwhsec_[\w+/=]+/g, (place) => `whsec_${Buffer.alloc(32, place).toString('base64')}`],
  [
    /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
    (place) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  ],
  ...['CA', 'SM', 'RE'].map(
    (kind): StandIn => [RegExp(`\\b${kind}[0-9a-f]{32}\\b`, 'g'), (place) => sidOf(kind, place)],
  ),
  [/(?<=\/tokens\/)\d+/g, (place) => String(firstId + place)],
  [/(?<=\d{15}-\d{15}\.)[\w-]{32}(?![\w-])/g, (place) => String(place).padStart(32, '0')],
  [/(?<!\d)\d{15}(?!\d)/g, (place) => String(firstId + place)],
  [/(?<!\d)0\d{15}(?!\d)/g, (place) => `0${firstId + place}`],
  [/\+1202556\d{4}/g, (place) => `+1202555${1900 + place}`],
  [/(?<="duration_ms":)\d+/g, () => '42'],
  [/http:\/\/127\.0\.0\.1:\d+/g, () => 'https://api.example.com'],
]

/** Replaces random values in JSON by placeholders; equal values get the same placeholder. */
export const forgetChance = () => {
  const known = new Map<string, string>()
  const replace = (text: string): string =>
    standIns.reduce((done, [pattern, standIn], kind) => {
      let place = [...known.keys()].filter((key) => key.startsWith(`${kind} `)).length
      return done.replace(pattern, (found) => {
        const key = `${kind} ${found}`
        const other = known.get(key) ?? standIn(place++)
        known.set(key, other)
        return other
      })
    }, text)
  return <T>(value: T): T => (value === undefined ? value : JSON.parse(replace(JSON.stringify(value))))
}

/** Makes a typical request invalid. Undefined if no invalid request exists. */
export const invalidRequest = ({
  body,
  query,
}: HttpOperation): { query: string; body: object | undefined } | undefined => {
  if (body) {
    const names = Object.keys(body.fields)
    const each = [[], 'nonsense'].flatMap((value) => names.map((name) => ({ [name]: value })))
    const invalid = [{}, ...each].find((values) => hasErrors(body, values))
    return invalid && { query: '', body: invalid }
  }
  const invalidQueries = ['nonsense', 'nonsense'.repeat(64)].flatMap((value) =>
    Object.keys(query?.fields ?? {}).map((name) => ({ name, value })),
  )
  const invalid = invalidQueries.find(({ name, value }) => query && hasErrors(query, { [name]: value }))
  return invalid && { query: `?${invalid.name}=${invalid.value}`, body: undefined }
}

const hasErrors = (form: NonNullable<HttpOperation['body']>, values: object) =>
  Object.keys(read(form, values).errors).length > 0

export interface Sample {
  token?: string
  path?: string
  body?: object
  message?: object
}

export const sampleOf = async (operation: Operation, scene: RequestScene): Promise<Sample> => {
  switch (operation.kind) {
    case 'http': {
      const { path, body } = await typicalRequest(operation, scene)
      return { token: scene.user.token, path, body }
    }
    case 'mcp':
      return { token: operation.id === 'serve-call-tools' ? await aCallKey(scene) : scene.user.token }
    case 'visit': {
      const { path, body } = await typicalVisit(operation, scene)
      return { path, body }
    }
    case 'callback':
      return { path: await typicalPath(operation, scene) }
    case 'worker':
      return { message: await typicalMessage(operation, scene) }
    default:
      return {}
  }
}

export interface Addresses {
  origin: string
  socketUrl: string
  authToken: string
  postedAt?: Date
}

export const eventOf = (operation: Operation, sample: Sample, addresses: Addresses): object => {
  switch (operation.kind) {
    case 'http':
      return arrivalOf(
        operation,
        operation.path,
        sample,
        {
          authorization: `Bearer ${sample.token}`,
          ...(sample.body && { 'content-type': 'application/json' }),
        },
        sample.body && JSON.stringify(sample.body),
      )
    case 'mcp':
      return arrivalOf(
        operation,
        operation.path,
        sample,
        { authorization: `Bearer ${sample.token}`, 'content-type': 'application/json' },
        JSON.stringify(operation.id === 'serve-call-tools' ? toolList : toolCall),
      )
    case 'asset':
    case 'publication':
      return arrivalOf(operation, operation.path, sample, {})
    case 'visit':
      return arrivalOf(
        operation,
        operation.path,
        sample,
        { origin: pageOrigin, ...(sample.body && { 'content-type': 'application/json' }) },
        sample.body && JSON.stringify(sample.body),
      )
    case 'callback': {
      const url = `${addresses.origin}/api${sample.path}`
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': sign(addresses.authToken, url, carrierForm),
      }
      return arrivalOf(operation, operation.path, sample, headers, String(new URLSearchParams(carrierForm)))
    }
    case 'notice': {
      const body = JSON.stringify(strangersCall)
      const { webhookSecret } = doubleRealtimeAccount
      const headers = noticeHeaders(webhookSecret, 'wh_1', body, addresses.postedAt ?? new Date(now))
      return arrivalOf(operation, operation.path, sample, headers, body)
    }
    case 'socket':
      return frameOf(operation, addresses)
    case 'worker':
      return batchOf(operation.id, sample.message ?? {})
    case 'schedule':
      return tick(operation.id)
  }
}

const arrivalOf = (
  { method }: { method: string },
  route: string,
  { path = route }: Sample,
  headers: Record<string, string>,
  body?: string,
): APIGatewayProxyEventV2 =>
  toEvent(
    { method, target: `/api${path}`, headers: { host: 'api.example.com', ...headers }, body },
    { route: { method, path: `/api${route}` }, requestId: 'SampleRequest00=', now },
  )

const toolCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get-me', arguments: {} } }

const toolList = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** Fields that the carrier posts at the end of a call or message. */
const carrierForm = {
  CallSid: sidOf('CA', 1),
  CallStatus: 'completed',
  CallDuration: '61',
  AnsweredBy: 'human',
  MessageSid: sidOf('SM', 1),
  MessageStatus: 'delivered',
  From: '+12025550100',
  To: '+12025551900',
  Body: 'Hello',
}

/** A call that is not in our table. */
const strangersCall = {
  object: 'event',
  id: 'evt_1',
  type: 'realtime.call.incoming',
  created_at: now / 1000,
  data: { call_id: 'rtc_1', sip_headers: [{ name: 'From', value: 'sip:somebody@example.com' }] },
}

const eventTypes = { $connect: 'CONNECT', $disconnect: 'DISCONNECT', $default: 'MESSAGE' }

const frameOf = ({ route }: SocketOperation, { socketUrl, authToken }: Addresses) => ({
  requestContext: {
    routeKey: route,
    eventType: eventTypes[route],
    connectionId: 'SampleConnection=',
    requestId: 'SampleRequest00=',
    requestTimeEpoch: now,
    domainName: 'conversations.example.com',
    stage: 'conversations',
    apiId: 'local',
    ...(route === '$default' && { messageId: 'SampleMessage00=' }),
  },
  ...(route === '$connect' && { headers: { 'X-Twilio-Signature': sign(authToken, socketUrl, {}) } }),
  ...(route === '$default' && { body: JSON.stringify({ type: 'dtmf', digit: '1' }) }),
  isBase64Encoded: false,
})

const batchOf = (queueName: string, message: object): SQSEvent => ({
  Records: [
    {
      messageId: '00000000-0000-4000-8000-000000000001',
      receiptHandle: 'SampleReceipt',
      body: JSON.stringify(message),
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: String(now),
        SenderId: 'AIDASAMPLE',
        ApproximateFirstReceiveTimestamp: String(now),
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: arnOf(queueName),
      awsRegion: region,
    },
  ],
})

const tick = (id: string): ScheduledEvent => ({
  version: '0',
  id: '00000000-0000-4000-8000-000000000001',
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: new Date(now).toISOString(),
  region,
  resources: [`arn:aws:events:${region}:000000000000:rule/${id}`],
  detail: {},
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sign } from '../../infra/local/carrier/signature.ts'
import { loadEntries } from '../../infra/local/entries.ts'
import { lambdaContext } from '../../infra/local/lambda-context.ts'
import { noticeHeaders } from '../../infra/local/model/realtime.ts'
import {
  callbackOperations,
  noticeOperations,
  socketOperations,
  workerOperations,
} from '../../shared/operations/index.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { answer, inChunks, type Matrix, named, openMatrix } from './matrix.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await openMatrix()
})
afterAll(() => matrix.world.close())

describe.each(named(callbackOperations))('%s', (_id, operation) => {
  const form = { CallSid: 'CA1', CallStatus: 'completed', CallDuration: '61', From: '+12025550100', To: '+12025560100' }
  const url = (path: string) => `${matrix.world.url}${path}`
  const genuine = (path: string, posted: Record<string, string>) =>
    sign(matrix.world.parts.settings.required('CARRIER_AUTH_TOKEN'), url(path), posted)
  const post = (path: string, posted: Record<string, string>, headers: Record<string, string>) =>
    matrix.world.request('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: String(new URLSearchParams(posted)),
    })

  test('403 without the carrier’s own signature, and nothing changes', async () => {
    const path = await matrix.callbackPath(operation)
    const signature = genuine(path, form)
    const attempts: Record<string, [path: string, form: Record<string, string>, signature: string | undefined]> = {
      'no signature': [path, form, undefined],
      'an empty one': [path, form, ''],
      nonsense: [path, form, 'nonsense'],
      'cut short': [path, form, signature.slice(0, -2)],
      'of another form': [path, { ...form, CallStatus: 'busy' }, signature],
      'of a smaller form': [path, { ...form, More: '1' }, signature],
      'of another path': [path, form, genuine(`${path}1`, form)],
      'of this path with a query': [`${path}?a=1`, form, signature],
      'by somebody else': [path, form, sign('another-token', url(path), form)],
    }
    const writes = await matrix.writesDuring(async () => {
      for (const [kind, [path, form, given]] of Object.entries(attempts)) {
        const reply = await post(path, form, given === undefined ? {} : { 'x-twilio-signature': given })
        expect({ kind, ...answer(reply) }).toEqual({ kind, status: 403, text: '' })
      }
      const elsewhere = { 'x-forwarded-host': 'example.com', 'x-forwarded-proto': 'https' }
      const forged = sign(
        matrix.world.parts.settings.required('CARRIER_AUTH_TOKEN'),
        `https://example.com/api${path}`,
        form,
      )
      const reply = await post(path, form, { ...elsewhere, 'x-twilio-signature': forged })
      expect(answer(reply)).toEqual({ status: 403, text: '' })
    })
    expect(writes).toBe(0)
  })

  test('accepts carrier posts about unknown things without a change', async () => {
    const refs = ['1-1', '0-0', 'abc', '1', '1-2-3', '-', `${2 ** 53}-1`, '%00', '1-1%20']
    const paths = operation.path.includes('{ref}') ? refs.map((ref) => operation.path.replace('{ref}', ref)) : []
    const writes = await matrix.writesDuring(async () => {
      for (const path of paths) {
        const reply = await post(path, form, { 'x-twilio-signature': genuine(decodeURIComponent(path), form) })
        expect({ path, ...answer(reply) }).toEqual({ path, status: 204, text: '' })
      }
    })
    expect(writes).toBe(0)
  })

  test('2xx to whatever words the carrier itself posts', async () => {
    const words = ['', '\0', '-1', '1e999', 'toString']
    const forms = [{}, ...fields.flatMap((field) => words.map((word) => ({ ...form, [field]: word })))]
    await inChunks(forms, async (form) => {
      const path = await matrix.callbackPath(operation)
      const { status } = await post(path, form, { 'x-twilio-signature': genuine(path, form) })
      expect({ form, isFine: status >= 200 && status < 300 }).toEqual({ form, isFine: true })
    })
  })
})

describe.each(named(noticeOperations))('%s', (_id, operation) => {
  const event = JSON.stringify({ type: 'realtime.call.incoming', data: { call_id: 'rtc_1', sip_headers: [] } })
  const post = (body: string, headers: Record<string, string>) =>
    matrix.world.request('POST', operation.path, { headers, body })
  const secret = () => matrix.world.parts.settings.required('MODEL_OPENAI_WEBHOOK_SECRET')
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

  test('403 without the vendor’s own signature of the last five minutes, and nothing changes', async () => {
    const headers = noticeHeaders(secret(), 'wh_1', event, new Date())
    const other = `whsec_${Buffer.from('somebody else').toString('base64')}`
    const attempts: Record<string, [body: string, headers: Record<string, string>]> = {
      'no signature': [event, {}],
      'an empty one': [event, { ...headers, 'webhook-signature': '' }],
      'of another version': [
        event,
        { ...headers, 'webhook-signature': headers['webhook-signature']?.replace('v1', 'v2') ?? '' },
      ],
      'of another body': [event.replace('rtc_1', 'rtc_2'), headers],
      'of another id': [event, { ...headers, 'webhook-id': 'wh_2' }],
      'of another time': [event, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
      'without a time': [event, { ...headers, 'webhook-timestamp': 'now' }],
      'by somebody else': [event, noticeHeaders(other, 'wh_1', event, new Date())],
      'of six minutes ago': [event, noticeHeaders(secret(), 'wh_1', event, minutesAgo(6))],
      'of a time to come': [event, noticeHeaders(secret(), 'wh_1', event, minutesAgo(-6))],
    }
    const writes = await matrix.writesDuring(async () => {
      for (const [kind, [body, headers]] of Object.entries(attempts))
        expect({ kind, ...answer(await post(body, headers)) }).toEqual({ kind, status: 403, text: '' })
    })
    expect(writes).toBe(0)
  })

  test('2xx to whatever the vendor itself posts, and nothing changes by what nobody knows', async () => {
    const writes = await matrix.writesDuring(async () => {
      for (const body of [event, event, '', '{', 'null', '[]', '{"type":7}', '{"__proto__":{}}', 'x'.repeat(100_000)])
        expect((await post(body, noticeHeaders(secret(), 'wh_1', body, minutesAgo(4)))).status).toBe(204)
    })
    expect(writes).toBe(0)
  })
})

/** Fields of the carrier's forms. */
const fields = [
  'AccountSid',
  'AnsweredBy',
  'Body',
  'CallDuration',
  'CallSid',
  'CallStatus',
  'DialCallDuration',
  'DialCallStatus',
  'ErrorCode',
  'From',
  'HandoffData',
  'MessageSid',
  'MessageStatus',
  'OptOutType',
  'SessionStatus',
  'SmsSid',
  'To',
]

describe.each(named(workerOperations))('%s', (id, operation) => {
  test('returns invalid messages one by one, and does nothing', async () => {
    const entry = (await loadEntries([operation])).get(id)
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '{}',
      '{"__proto__":{}}',
      '{"user_id":0,"call_id":0}',
      '{"user_id":"1"}',
    ]
    const Records = bodies.map((body, index) => ({ messageId: `m${index}`, body }))
    const context = lambdaContext({ functionName: id, requestId: 'r', timeoutMs: 1000 })
    const writes = await matrix.writesDuring(async () => {
      const answer = await entry?.open(matrix.world.parts, registry)({ Records }, context)
      expect(answer).toEqual({ batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })) })
    })
    expect(writes).toBe(0)
  })
})

test('a conversation’s socket is never answered, whatever a frame holds', async () => {
  for (const operation of socketOperations.filter(({ route }) => route !== '$connect')) {
    const entry = (await loadEntries([operation])).get(operation.id)
    const context = lambdaContext({ functionName: operation.id, requestId: 'r', timeoutMs: 1000 })
    for (const body of [undefined, '', '{', 'null', '[]', '{}', '{"type":"setup"}', '{"type":7}', 'x'.repeat(30_000)]) {
      const event = { requestContext: { connectionId: 'c1', routeKey: operation.route }, body, isBase64Encoded: false }
      expect(await entry?.open(matrix.world.parts, registry)(event, context)).toEqual({ statusCode: 200 })
    }
  }
})

import { describe, expect, test } from 'vitest'
import { accountSid, ourNumber, startCarrier } from './harness.ts'

const traceOf = async (to: string) => {
  const carrier = startCarrier()
  const answer = await carrier.send(to)
  await carrier.pass(60)
  expect(carrier.clock.pending()).toBe(0)
  return { status: answer.status, trace: carrier.trace() }
}

describe('what each recipient does', () => {
  test('0100 and any other number: sent after a second, delivered after three', async () => {
    const trace = ['1 /message-status sent', '3 /message-status delivered']
    expect(await traceOf('+12025550100')).toEqual({ status: 201, trace })
    expect(await traceOf('+12025550101')).toEqual({ status: 201, trace })
    expect(await traceOf('+4915112345678')).toEqual({ status: 201, trace })
  })

  test('0103 is refused', async () => {
    expect(await traceOf('+12025550103')).toEqual({ status: 400, trace: [] })
  })

  test('0109 reports both states at the end, twice and backwards', async () => {
    expect(await traceOf('+12025550109')).toEqual({
      status: 201,
      trace: [
        '3 /message-status delivered',
        '3 /message-status delivered',
        '3 /message-status sent',
        '3 /message-status sent',
      ],
    })
  })

  test('0110 is accepted and never reported', async () => {
    expect(await traceOf('+12025550110')).toEqual({ status: 201, trace: [] })
  })
})

test('201 with the resource, which keeps up with the message', async () => {
  const carrier = startCarrier()
  const { sid, body } = await carrier.send('+12025550100')
  expect(body).toMatchObject({
    sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    status: 'queued',
    to: '+12025550100',
    from: ourNumber,
    body: 'Good morning',
    num_segments: '1',
    price: null,
    date_created: 'Tue, 10 Nov 2026 09:00:00 +0000',
    date_sent: null,
  })
  await carrier.pass(10)
  expect(await carrier.get(`/Messages/${sid}.json`)).toMatchObject({
    status: 200,
    body: { status: 'delivered', date_sent: 'Tue, 10 Nov 2026 09:00:01 +0000' },
  })
})

test('a status report carries every documented field', async () => {
  const carrier = startCarrier()
  const { sid } = await carrier.send('+12025550100')
  await carrier.pass(10)
  expect(carrier.last('/message-status')).toEqual({
    MessageSid: sid,
    SmsSid: sid,
    MessageStatus: 'delivered',
    SmsStatus: 'delivered',
    To: '+12025550100',
    From: ourNumber,
    AccountSid: accountSid,
    ApiVersion: '2010-04-01',
  })
})

test.each([
  ['an invalid recipient', { To: '5550100' }, 21211],
  ['an invalid sender', { From: 'somebody' }, 21212],
  ['an empty body', { Body: '' }, 21602],
  ['a body above 1600 characters', { Body: 'x'.repeat(1601) }, 21617],
])('400 for %s', async (_, wrong, code) => {
  const carrier = startCarrier()
  const form = { To: '+12025550100', From: ourNumber, Body: 'Good morning', ...wrong }
  const answer = await carrier.create('/Messages.json', Object.entries(form))
  expect(answer).toMatchObject({ status: 400, body: { code, status: 400, message: expect.any(String) } })
})

test.each([
  ['160 letters', 'a'.repeat(160), '1'],
  ['161 letters', 'a'.repeat(161), '2'],
  ['80 euro signs', '€'.repeat(80), '1'],
  ['153 euro signs, none of them cut in two', '€'.repeat(153), '3'],
  ['70 letters outside GSM-7', 'ç'.repeat(70), '1'],
  ['71 letters outside GSM-7', 'ç'.repeat(71), '2'],
  ['67 emoji, none of them cut in two', '😀'.repeat(67), '3'],
])('%s: so many parts', async (_, body, segments) => {
  const carrier = startCarrier()
  expect(await carrier.send('+12025550100', { Body: body })).toMatchObject({ body: { num_segments: segments } })
})

describe('incoming messages', () => {
  const incoming = async (body: string) => {
    const carrier = startCarrier()
    const answer = await carrier.control('/_double/incoming-message', { to: ourNumber, from: '+12025550100', body })
    await carrier.pass(10)
    return { sid: answer.sid, form: carrier.last('/inbound-message') }
  }

  test('are posted to the message URL', async () => {
    const { sid, form } = await incoming('Hello')
    expect(form).toEqual({
      MessageSid: sid,
      SmsSid: sid,
      SmsStatus: 'received',
      From: '+12025550100',
      To: ourNumber,
      Body: 'Hello',
      NumMedia: '0',
      NumSegments: '1',
      AccountSid: accountSid,
      ApiVersion: '2010-04-01',
    })
  })

  test.each([
    ['stop', 'STOP'],
    [' Unsubscribe ', 'STOP'],
    ['START', 'START'],
    ['help', 'HELP'],
    ['please stop', undefined],
  ])('%j has the opt-out type %s', async (body, type) => {
    expect((await incoming(body)).form?.OptOutType).toBe(type)
  })
})

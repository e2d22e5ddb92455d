import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../../infra/local/carrier/parts.ts'
import { accountSid, ourNumber, product, rest, startAt, startCarrier } from './harness.ts'

type Carrier = ReturnType<typeof startCarrier>
const form = (to: string): [string, string][] => [
  ['To', to],
  ['From', ourNumber],
  ['Url', `${product}/voice`],
]

const brokenAfterSeconds = async (carrier: Carrier, request: Request) => {
  const broken = carrier.double.handle(request).then(
    () => 'answered',
    (error: unknown) => ({ error, seconds: (carrier.clock.now() - startAt) / 1000 }),
  )
  await carrier.pass(60)
  return broken
}
const broken = (seconds: number) => ({ error: expect.objectContaining({ code: 'ECONNRESET' }), seconds })

describe('creating a call', () => {
  test('201 with the resource, which keeps up with the call', async () => {
    const carrier = startCarrier()
    const { status, sid, body } = await carrier.dial('+12025550100')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      sid: expect.stringMatching(/^CA[0-9a-f]{32}$/),
      account_sid: accountSid,
      status: 'queued',
      to: '+12025550100',
      from: ourNumber,
      direction: 'outbound-api',
      date_created: 'Tue, 10 Nov 2026 09:00:00 +0000',
      start_time: null,
      end_time: null,
      duration: null,
      price: null,
      answered_by: null,
      queue_time: '0',
      uri: `/2010-04-01/Accounts/${accountSid}/Calls/${sid}.json`,
    })
    const statusAfter = async (seconds: number) => {
      await carrier.pass(seconds)
      return (await carrier.get(`/Calls/${sid}.json`)).body
    }
    expect(await statusAfter(0.5)).toMatchObject({ status: 'initiated' })
    expect(await statusAfter(1)).toMatchObject({ status: 'ringing', duration: null })
    expect(await statusAfter(4)).toMatchObject({ status: 'in-progress', end_time: null })
    expect(await statusAfter(60)).toMatchObject({
      status: 'completed',
      duration: '12',
      end_time: 'Tue, 10 Nov 2026 09:00:16 +0000',
    })
  })

  test.each([
    ['To is no number', { To: '5550100' }, 21211],
    ['To refuses', { To: '+12025550103' }, 21211],
    ['From is missing', { From: '' }, 21212],
    ['From is no number', { From: 'somebody' }, 21212],
    ['there are no instructions', { Url: '' }, 21205],
    ['Timeout is no number', { Timeout: 'soon' }, 20001],
    ['TimeLimit is no number', { TimeLimit: '1.5' }, 20001],
    ['Twiml is longer than 4000 characters', { Twiml: 'x'.repeat(4001) }, 20001],
  ])('400 when %s', async (_, wrong, code) => {
    const carrier = startCarrier()
    const answer = await carrier.dial('+12025550100', wrong)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      code,
      message: expect.any(String),
      more_info: `https://www.twilio.com/docs/errors/${code}`,
      status: 400,
    })
    await carrier.pass(60)
    expect(carrier.double.stats()).toMatchObject({ callsPlaced: 0, creates: [{ outcome: 'refused', sid: null }] })
  })

  test('0107 is never answered, but the call is placed and told of', async () => {
    const carrier = startCarrier()
    const request = rest('/Calls.json', [...form('+12025550107'), ['StatusCallback', `${product}/status`]])
    expect(await brokenAfterSeconds(carrier, request)).toEqual(broken(15))
    expect(carrier.trace()).toEqual([
      '4 /voice in-progress',
      '16 /action completed completed',
      '16.5 /status completed',
    ])
    expect(carrier.double.stats().creates).toMatchObject([{ outcome: 'placed' }])
  })

  test('0108 is never answered, and nothing is placed', async () => {
    const carrier = startCarrier()
    expect(await brokenAfterSeconds(carrier, rest('/Calls.json', form('+12025550108')))).toEqual(broken(15))
    expect(carrier.heard).toEqual([])
    expect((await carrier.get('/Calls.json?To=%2B12025550108')).listed).toEqual([])
    expect(carrier.double.stats()).toMatchObject({ callsPlaced: 0, creates: [{ outcome: 'lost', sid: null }] })
  })

  test('a client that gives up earlier is let go', async () => {
    const carrier = startCarrier()
    const patience = new AbortController()
    const request = new Request(rest('/Calls.json', form('+12025550108')), { signal: patience.signal })
    const answer = expect(carrier.double.handle(request)).rejects.toBe('enough')
    await carrier.pass(1)
    patience.abort('enough')
    await answer
  })

  test('429 above the rate allowed, until the second is over', async () => {
    const carrier = startCarrier({ createsPerSecondMax: 2 })
    const statuses = async () => [
      (await carrier.dial('+12025550101')).status,
      (await carrier.dial('+12025550101')).status,
      (await carrier.dial('+12025550101')).status,
    ]
    expect(await statuses()).toEqual([201, 201, 429])
    expect((await carrier.dial('+12025550101')).body).toMatchObject({ code: 20429, status: 429 })
    await carrier.pass(1)
    expect(await statuses()).toEqual([201, 201, 429])
    expect(carrier.double.stats().creates.map(({ outcome }) => outcome)).toEqual([
      'placed',
      'placed',
      'limited',
      'limited',
      'placed',
      'placed',
      'limited',
    ])
  })
})

describe('creating a message', () => {
  test('0107 is never answered, but the message is sent and told of', async () => {
    const carrier = startCarrier()
    const request = rest('/Messages.json', [
      ['To', '+12025550107'],
      ['From', ourNumber],
      ['Body', 'Good morning'],
      ['StatusCallback', `${product}/message-status`],
    ])
    expect(await brokenAfterSeconds(carrier, request)).toEqual(broken(15))
    expect(carrier.trace()).toEqual(['1 /message-status sent', '3 /message-status delivered'])
  })

  test('0108 is never answered, and nothing is sent', async () => {
    const carrier = startCarrier()
    const request = rest('/Messages.json', [
      ['To', '+12025550108'],
      ['From', ourNumber],
      ['Body', 'Good morning'],
    ])
    expect(await brokenAfterSeconds(carrier, request)).toEqual(broken(15))
    expect((await carrier.get('/Messages.json')).listed).toEqual([])
    expect(carrier.double.stats()).toMatchObject({ messagesAccepted: 0, messageCreates: [{ outcome: 'lost' }] })
  })
})

describe('lists', () => {
  test('calls between two numbers, the newest first', async () => {
    const carrier = startCarrier()
    const sids: string[] = []
    for (const to of ['+12025550100', '+12025550101', '+12025550100']) {
      sids.push((await carrier.dial(to)).sid)
      await carrier.pass(1)
    }
    const found = async (query: string) => {
      const { listed } = await carrier.get(`/Calls.json?${query}`)
      return listed.map((sid) => sids.indexOf(sid))
    }
    expect(await found('')).toEqual([2, 1, 0])
    expect(await found(`To=%2B12025550100&From=${encodeURIComponent(ourNumber)}`)).toEqual([2, 0])
    expect(await found('To=%2B12025550100&From=%2B12025550999')).toEqual([])
    await carrier.pass(1)
    expect(await found('Status=busy')).toEqual([1])
  })

  test('come in pages that name their neighbours', async () => {
    const carrier = startCarrier()
    for (let placed = 0; placed < 3; placed += 1) await carrier.dial('+12025550101')
    const path = `/2010-04-01/Accounts/${accountSid}/Calls.json`
    const first = await carrier.get('/Calls.json?PageSize=2')
    expect(first.body).toMatchObject({
      page: 0,
      page_size: 2,
      start: 0,
      end: 1,
      next_page_uri: `${path}?PageSize=2&Page=1&PageToken=PA${first.listed[1]}`,
      previous_page_uri: null,
    })
    expect(first.listed).toHaveLength(2)
    const second = await carrier.get('/Calls.json?PageSize=2&Page=1')
    expect(second.body).toMatchObject({ page: 1, next_page_uri: null, previous_page_uri: `${path}?PageSize=2&Page=0` })
    expect(second.listed).toHaveLength(1)
  })

  test('go on behind the page before, whatever came meanwhile', async () => {
    const carrier = startCarrier()
    const sids: string[] = []
    for (let placed = 0; placed < 3; placed += 1) sids.unshift((await carrier.dial('+12025550101')).sid)
    const first = await carrier.get('/Calls.json?PageSize=2')
    await carrier.dial('+12025550101')
    const { next_page_uri } = first.body as { next_page_uri: string }
    const second = await carrier.get(`/Calls.json?${next_page_uri.split('?')[1]}`)
    expect([...first.listed, ...second.listed]).toEqual(sids)
  })

  test('calls by the day on which they began; those that wait have not begun', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550101')
    await carrier.pass(24 * 3600)
    await carrier.dial('+12025550101')
    const count = async (query: string) => (await carrier.get(`/Calls.json?${query}`)).listed.length
    expect(await count('StartTime%3E=2026-11-10')).toBe(1)
    expect(await count('Status=queued')).toBe(1)
    await carrier.pass(60)
    expect(await count('StartTime%3E=2026-11-10')).toBe(2)
    expect(await count('StartTime%3E=2026-11-11T08:00:00Z')).toBe(1)
    expect(await count('StartTime=2026-11-10')).toBe(1)
    expect(await count('StartTime%3C=2026-11-10')).toBe(1)
  })

  test('are refused to who asks too fast', async () => {
    const carrier = startCarrier({ listsPerSecondMax: 2 })
    const asked = () => carrier.get('/Messages.json').then(({ status }) => status)
    expect([await asked(), await asked(), await asked()]).toEqual([200, 200, 429])
    await carrier.pass(1)
    expect(await asked()).toBe(200)
  })

  test('tell what the carrier itself answered to STOP', async () => {
    const carrier = startCarrier()
    await carrier.control('/_double/incoming-message', { to: ourNumber, from: '+12025550177', body: 'stop' })
    await carrier.control('/_double/incoming-message', { to: ourNumber, from: '+12025550177', body: 'Thanks' })
    expect((await carrier.get('/Messages.json')).body).toMatchObject({
      messages: [
        { direction: 'inbound', body: 'Thanks' },
        { direction: 'outbound-reply', to: '+12025550177' },
        { direction: 'inbound', body: 'stop' },
      ],
    })
  })

  test('messages by number and by the time at which they were sent', async () => {
    const carrier = startCarrier()
    await carrier.send('+12025550100')
    await carrier.pass(24 * 3600)
    await carrier.send('+12025550100')
    await carrier.send('+12025550101')
    await carrier.pass(60)
    const count = async (query: Record<string, string>) =>
      (await carrier.get(`/Messages.json?${new URLSearchParams(query)}`)).listed.length
    expect(await count({})).toBe(3)
    expect(await count({ To: '+12025550100' })).toBe(2)
    expect(await count({ DateSent: '2026-11-10' })).toBe(1)
    expect(await count({ 'DateSent>': '2026-11-11' })).toBe(2)
    expect(await count({ 'DateSent<': '2026-11-11T00:00:00Z', To: '+12025550101' })).toBe(0)
  })
})

describe('the door', () => {
  test('401 without credentials, or with wrong ones', async () => {
    const carrier = startCarrier()
    for (const authorization of [undefined, `Basic ${btoa(`${accountSid}:wrong`)}`]) {
      const request = new Request(rest('/Calls.json'), { headers: authorization ? { authorization } : {} })
      const answer = await carrier.double.handle(request)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 20003, status: 401 })
    }
  })

  test.each(['/Calls/CA0.json', '/Messages/SM0.json', '/Recordings/RE0.wav', '/Accounts.json', '/Calls'])(
    '404 for %s',
    async (path) => {
      expect(await startCarrier().get(path)).toMatchObject({ status: 404, body: { code: 20404, status: 404 } })
    },
  )

  test('404 for another account', async () => {
    const carrier = startCarrier()
    const known = rest('/Calls.json')
    const request = new Request(known.url.replace(accountSid, `AC${'1'.repeat(32)}`), { headers: known.headers })
    expect((await carrier.double.handle(request)).status).toBe(404)
  })

  test('a recording is a WAV file for those with credentials', async () => {
    const carrier = startCarrier()
    await carrier.dial('+12025550100', { Record: 'true', RecordingStatusCallback: `${product}/recorded` })
    await carrier.pass(60)
    const url = carrier.last('/recorded')?.RecordingUrl ?? ''
    for (const address of [url, `${url}.wav`, `${url}.mp3`]) {
      const answer = await carrier.double.handle(new Request(address, { headers: rest('/').headers }))
      const file = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-type')).toBe('audio/x-wav')
      expect(file.subarray(0, 4).toString()).toBe('RIFF')
      expect(file.readUInt32LE(4)).toBe(file.length - 8)
      expect(file.subarray(8, 16).toString()).toBe('WAVEfmt ')
      expect(file.readUInt32LE(40)).toBe(file.length - 44)
    }
    expect((await carrier.double.handle(new Request(url))).status).toBe(401)
  })
})

describe('faults', () => {
  const withFault = (fault: Fault) => startCarrier({ faults: ({ method }) => (method === 'POST' ? fault : undefined) })

  test.each([
    ['refuse', 0, 'lost', 0],
    ['hang', 15, 'lost', 0],
    ['drop-after', 0, 'placed', 1],
  ] as const)('%s breaks the connection after %s s, with the call %s', async (fault, seconds, outcome, callsPlaced) => {
    const carrier = withFault(fault)
    expect(await brokenAfterSeconds(carrier, rest('/Calls.json', form('+12025550100')))).toEqual(broken(seconds))
    expect(carrier.double.stats()).toMatchObject({ callsPlaced, creates: [{ outcome }] })
  })

  test('500 does nothing', async () => {
    const carrier = withFault('500')
    expect(await carrier.dial('+12025550100')).toMatchObject({ status: 500, body: { code: 20500 } })
    expect(carrier.double.stats()).toMatchObject({ callsPlaced: 0, creates: [{ outcome: 'lost' }] })
  })
})

describe('stats', () => {
  test('name every create, and count calls that are live now and were at most', async () => {
    const carrier = startCarrier()
    const { sid } = await carrier.dial('+12025550100')
    await carrier.pass(2)
    await carrier.dial('+12025550105')
    await carrier.send('+12025550100')
    await carrier.control('/_double/incoming-call', { to: ourNumber, from: '+12025550100' })
    await carrier.pass(60)
    await carrier.dial('+12025550100')

    const stats = carrier.double.stats()
    expect(stats).toMatchObject({
      callsPlaced: 3,
      callsReceived: 1,
      callsLive: 2,
      callsLivePeak: 2,
      messagesAccepted: 1,
      messageCreates: [{ to: '+12025550100', outcome: 'placed' }],
    })
    expect(stats.creates.map(({ receivedAt }) => receivedAt - startAt)).toEqual([0, 2000, 62_000])
    expect(stats.creates[0]).toEqual({
      to: '+12025550100',
      from: ourNumber,
      statusCallback: `${product}/status`,
      receivedAt: startAt,
      outcome: 'placed',
      sid,
    })
    const answer = await carrier.double.handle(new Request('http://carrier.test/_double/stats'))
    expect(await answer.json()).toEqual(stats)
  })
})

test.each([
  ['/_double/incoming-call', { to: ourNumber, from: 'somebody' }],
  ['/_double/incoming-call', 'not an object'],
  ['/_double/incoming-message', { to: ourNumber, from: '+12025550100' }],
])('400 when %s is asked for with %j', async (path, body) => {
  expect(await startCarrier().control(path, body)).toMatchObject({ status: 400, body: { status: 400 } })
})

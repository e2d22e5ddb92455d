import { Socket } from 'node:net'
import { setTimeout as realTime } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeWebhookSecret } from '../../../shared/domain/webhooks/webhook-secret.ts'
import { webhookClient } from '../../../shared/providers/web/webhook-client.ts'
import { openRawReceiver, openReceiver, type ReceiverAnswer, switchProtocols } from '../../receiver.ts'
import { authority, expired, good, misnamed } from '../certificates.ts'

const secrets = [writeWebhookSecret(Buffer.alloc(32, 1)), writeWebhookSecret(Buffer.alloc(32, 2))]
const event = {
  webhook_id: 'msg_12_34',
  secrets,
  payload: { id: 34, customer_phone: '+12025550100', note: '€ 😀 \ud800' },
}
/** Maximum milliseconds by which a request exceeds its time limit. */
const toleranceMs = 3_000
/** Milliseconds: enough for an immediate answer. */
const patienceMs = 5_000

const worldTime = () => Date.now()
const unresolved = async (): Promise<string[]> => []
const local = webhookClient({ stage: { isLocal: true }, worldTime, resolve: unresolved, ca: authority })

/**
 * Addresses to which code opened sockets. The sockets connect to the local port `redirect` instead,
 * or fail if it is undefined.
 */
const tried: string[] = []
let redirect: number | undefined
const plainConnect = Socket.prototype.connect

beforeEach(() => {
  tried.length = 0
  redirect = undefined
})
afterEach(() => vi.restoreAllMocks())

/** Intercepts every socket of this process. */
const spyOnSockets = () =>
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function connect(this: Socket, ...given: unknown[]) {
    const [options] = [given[0]].flat() as [{ host: string; port: number; lookup?: LookUp }]
    const note = (address: string) => tried.push(`${address}:${options.port}`)
    if (/[a-z]/.test(options.host) && options.lookup)
      options.lookup(options.host, { all: true }, (_error, addresses) => {
        for (const { address } of addresses) note(address)
      })
    else note(options.host)
    if (redirect === undefined) {
      process.nextTick(() => this.destroy(new Error('Nobody gets out')))
      return this
    }
    return Reflect.apply(plainConnect, this, [{ ...options, host: '127.0.0.1', port: redirect, lookup: undefined }])
  })
type LookUp = (
  host: string,
  options: { all: true },
  tell: (error: null, addresses: { address: string }[]) => void,
) => void

const receiver = async (...given: Parameters<typeof openReceiver>) => {
  const opened = await openReceiver(...given)
  onTestFinished(opened.close)
  return opened
}
const rawReceiver = async (...given: Parameters<typeof openRawReceiver>) => {
  const opened = await openRawReceiver(...given)
  onTestFinished(opened.close)
  return opened
}

describe('a request', () => {
  test('is signed so that the official library accepts it, with either secret', async () => {
    const { url, received } = await receiver()
    expect(await local.ask(`${url}/hook?x=1`, event, patienceMs)).toMatchObject({
      http_status: 200,
      text: '{"ok":true}',
      is_cut: false,
      is_binary: false,
    })
    const [request] = received
    for (const secret of secrets) {
      const verified = new Webhook(secret).verify(request?.text ?? '', request?.headers ?? {})
      expect(verified).toEqual(event.payload)
    }
    const stranger = new Webhook(writeWebhookSecret(Buffer.alloc(32, 3)))
    expect(() => stranger.verify(request?.text ?? '', request?.headers ?? {})).toThrow()
    expect(request).toMatchObject({ path: '/hook?x=1', headers: { 'webhook-id': 'msg_12_34', connection: 'close' } })
    expect(request?.headers['content-type']).toBe('application/json')
  })

  test('over TLS reaches a receiver whose name and authority are right', async () => {
    const { url, received } = await receiver(undefined, good)
    expect(await local.ask(url, event, patienceMs)).toMatchObject({ http_status: 200 })
    expect(received).toHaveLength(1)
  })

  test.each([
    ['nobody vouches for', good, undefined, 'The certificate was not accepted: UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['carries another name', misnamed, authority, 'The certificate was not accepted: ERR_TLS_CERT_ALTNAME_INVALID'],
    ['is out of date', expired, authority, 'The certificate was not accepted: CERT_HAS_EXPIRED'],
  ])('reaches nobody whose certificate %s', async (_what, tls, ca, error) => {
    const { url, received } = await receiver(undefined, tls)
    const client = webhookClient({ stage: { isLocal: true }, worldTime, ca })
    expect(await client.ask(url, event, patienceMs)).toMatchObject({ http_status: null, error })
    expect(received).toEqual([])
  })

  test('reaches nobody who speaks no TLS where TLS is asked for', async () => {
    const { url } = await receiver()
    const answer = await local.ask(url.replace('http:', 'https:'), event, patienceMs)
    expect(answer).toMatchObject({ http_status: null, error: 'The receiver does not speak TLS' })
  })
})

describe('the status', () => {
  const statuses = Array.from({ length: 500 }, (_, index) => 100 + index)

  test('from 200 to 599 is the answer, whatever it is; redirects are not followed', async () => {
    let elsewhere = 0
    const trap = await receiver(() => {
      elsewhere += 1
      return {}
    })
    const { url } = await rawReceiver((socket) =>
      socket.once('data', (data) => {
        const status = /^POST \/(\d+)/.exec(data.toString())?.[1]
        socket.end(`HTTP/1.1 ${status} Whatever\r\nLocation: ${trap.url}\r\nContent-Length: 0\r\n\r\n`)
      }),
    )
    for (const status of statuses.filter((one) => one >= 200))
      expect(await local.ask(`${url}/${status}`, event, patienceMs)).toMatchObject({ http_status: status, text: '' })
    expect(elsewhere).toBe(0)
  })

  test('below 200 is skipped, but 101 is a failure', async () => {
    const { url } = await rawReceiver((socket) =>
      socket.once('data', (data) => {
        const [, status, then] = /^POST \/(\d+)\/(\d*)/.exec(data.toString()) ?? []
        socket.write(`HTTP/1.1 ${status} Wait\r\n\r\n`)
        socket.end(then ? `HTTP/1.1 ${then} OK\r\nContent-Length: 0\r\n\r\n` : '')
      }),
    )
    for (const status of statuses.filter((one) => one < 200 && one !== 101)) {
      const alone = await local.ask(`${url}/${status}/`, event, patienceMs)
      expect(alone, String(status)).toMatchObject({ http_status: null, error: expect.stringContaining('closed') })
      const followed = await local.ask(`${url}/${status}/204`, event, patienceMs)
      expect(followed.http_status, String(status)).toBe(204)
    }
    expect(await local.ask(`${url}/101/204`, event, patienceMs)).toMatchObject({ http_status: 101 })
  })
})

describe('a hostile receiver', () => {
  const noAnswer = { http_status: null, text: '', error: 'No answer within 0.3 s' }
  const head = (more = '') => `HTTP/1.1 200 OK\r\n${more}\r\n`
  const forever = (socket: Socket, bytes: string, everyMs = 1) => {
    const timer = setInterval(() => socket.write(bytes), everyMs)
    socket.on('close', () => clearInterval(timer))
  }

  test.each<[string, (socket: Socket) => void, object]>([
    ['never answers', () => undefined, noAnswer],
    ['never reads', (socket) => socket.pause(), noAnswer],
    [
      'drips its headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ')
        forever(socket, 'x', 20)
      },
      noAnswer,
    ],
    ['sends interim answers for ever', (socket) => forever(socket, 'HTTP/1.1 102 Wait\r\n\r\n'), noAnswer],
    [
      'drips its body: it has said yes',
      (socket) => {
        socket.write(head())
        forever(socket, '.', 50)
      },
      { http_status: 200, text: expect.stringMatching(/^\.*$/), is_cut: true },
    ],
  ])('that %s, until the limit', async (_what, behave, outcome) => {
    const { url } = await rawReceiver(behave)
    const answer = await local.ask(url, event, 300)
    expect(answer).toMatchObject(outcome)
    expect(answer.duration_ms).toBeLessThan(300 + toleranceMs)
  })

  test.each<[string, (socket: Socket) => void, object]>([
    [
      'breaks off in the body: it has said yes',
      (socket) => {
        socket.write(`${head('Content-Length: 100\r\n')}{"half":`)
        setTimeout(() => socket.resetAndDestroy(), 50)
      },
      { http_status: 200, text: '{"half":', is_cut: true },
    ],
    [
      'sends an endless body',
      (socket) => {
        socket.write(head())
        forever(socket, 'x'.repeat(100_000))
      },
      { http_status: 200, text: 'x'.repeat(65_536), is_cut: true },
    ],
    [
      'sends an endless line of headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nx: ')
        forever(socket, 'x'.repeat(10_000))
      },
      { http_status: null, error: 'The headers of the answer are too large' },
    ],
    [
      'sends endless headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        forever(socket, 'x: y\r\n'.repeat(1000))
      },
      { http_status: null, error: 'The headers of the answer are too large' },
    ],
    [
      'resets the connection',
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      { http_status: null, error: 'The connection was closed before an answer came' },
    ],
    [
      'hangs up at once',
      (socket) => socket.destroy(),
      { http_status: null, error: 'The connection was closed before an answer came' },
    ],
    [
      'speaks something else',
      (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
      { http_status: null, error: 'The answer is not HTTP' },
    ],
    ['switches protocols', switchProtocols, { http_status: 101, text: '', is_cut: false }],
    [
      'switches protocols without saying to which',
      (socket) => socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')),
      { http_status: 101, text: '' },
    ],
    [
      'switches to nothing and hangs up',
      (socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n')),
      { http_status: 101, text: '' },
    ],
    [
      'closes without an answer',
      (socket) => socket.once('data', () => socket.end()),
      { http_status: null, error: 'The connection was closed before an answer came' },
    ],
    [
      'answers twice',
      (socket) => socket.end(`${head('Content-Length: 2\r\n')}{}HTTP/1.1 500 No\r\n\r\n`),
      { http_status: 200, text: '{}', is_cut: false },
    ],
  ])('that %s', async (_what, behave, outcome) => {
    const { url } = await rawReceiver(behave)
    expect(await local.ask(url, event, 60_000)).toMatchObject(outcome)
  })

  test('does not keep the socket once it is judged', async () => {
    const { url, connections } = await rawReceiver((socket) => {
      socket.write(head())
      forever(socket, 'x'.repeat(100_000))
    })
    await local.ask(url, event, patienceMs)
    await vi.waitFor(() => expect(connections()).toBe(0), { timeout: patienceMs })
  })

  test.each<[string, ReceiverAnswer, object]>([
    ['exactly 64 KB', { body: 'x'.repeat(65_536) }, { text: 'x'.repeat(65_536), is_cut: false }],
    ['one byte more', { body: 'x'.repeat(65_537) }, { text: 'x'.repeat(65_536), is_cut: true }],
    [
      'a character on the edge',
      { body: `${'x'.repeat(65_535)}€` },
      { text: 'x'.repeat(65_535), is_cut: true, is_binary: false },
    ],
    [
      'half a character',
      { body: Buffer.from([0x61, 0xe2, 0x82]) },
      { text: 'a\ufffd', is_cut: false, is_binary: true },
    ],
    ['no UTF-8', { body: Buffer.from([0xff, 0xfe, 0x61]) }, { text: '\ufffd\ufffda', is_binary: true }],
    ['nothing', { status: 204, body: '' }, { http_status: 204, text: '', is_cut: false }],
  ])('with a body of %s', async (_what, answer, outcome) => {
    const { url } = await receiver(() => answer)
    expect(await local.ask(url, event, patienceMs)).toMatchObject(outcome)
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['X-GZip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('unpacks a body that was compressed without being asked: %s', async (encoding, pack) => {
    const headers = { 'content-encoding': encoding }
    const { url } = await receiver(() => ({ headers, body: pack(Buffer.from('{"name":"Ada"}')) }))
    const whole = { text: '{"name":"Ada"}', is_cut: false, is_binary: false }
    expect(await local.ask(url, event, patienceMs)).toMatchObject(whole)
  })

  test('unpacks no more of a gzip bomb than it keeps', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'x'))
    const { url } = await receiver(() => ({ headers: { 'content-encoding': 'gzip' }, body: bomb }))
    const kept = { http_status: 200, text: 'x'.repeat(65_536), is_cut: true }
    expect(await local.ask(url, event, patienceMs)).toMatchObject(kept)
  })

  test.each<[string, ReceiverAnswer, object]>([
    ['breaks off', { body: gzipSync('{"a":1}').subarray(0, -6) }, { is_cut: true }],
    ['is not compressed', { body: '{"a":1}' }, { text: '', is_cut: true }],
    ['is empty', { status: 204, body: '' }, { text: '', is_cut: false }],
  ])('keeps the status when a gzip body %s', async (_what, answer, outcome) => {
    const { url } = await receiver(() => ({ headers: { 'content-encoding': 'gzip' }, ...answer }))
    const { http_status, ...read } = await local.ask(url, event, patienceMs)
    expect(http_status).toBe(answer.status ?? 200)
    expect(read).toMatchObject(outcome)
  })

  test.each([
    ['120', 120_000],
    ['Wed, 25 Nov 2026 10:02:00 GMT', 120_000],
    ['Wed, 25 Nov 2026 09:00:00 GMT', 0],
    ['-5', undefined],
    ['soon', undefined],
    ['99999999999999', undefined],
  ])('that wants to be left alone: Retry-After %s', async (header, retry_after_ms) => {
    const { url } = await receiver(() => ({ status: 429, headers: { 'retry-after': header } }))
    const client = webhookClient({ stage: { isLocal: true }, worldTime: () => Date.UTC(2026, 10, 25, 10) })
    expect((await client.ask(url, event, patienceMs)).retry_after_ms).toBe(retry_after_ms)
  })

  test('that is not there', async () => {
    const { url, close } = await openRawReceiver(() => undefined)
    await close()
    expect(await local.ask(url, event, patienceMs)).toMatchObject({
      http_status: null,
      error: 'The connection was refused',
    })
  })
})

describe('a name', () => {
  const deployed = (...answers: string[][]) => {
    const resolve = vi.fn(async () => answers.shift() ?? [])
    return { resolve, client: webhookClient({ stage: { isLocal: false }, worldTime, resolve, ca: authority }) }
  }

  test('is resolved once: the socket uses the judged address', async () => {
    const { url, received } = await receiver(undefined, good)
    redirect = Number(new URL(url).port)
    spyOnSockets()
    const { client, resolve } = deployed(['93.184.215.14'])
    expect(await client.ask('https://hooks.example/x', event, patienceMs)).toMatchObject({ http_status: 200 })
    expect(resolve.mock.calls).toEqual([['hooks.example']])
    expect(tried).toEqual(['93.184.215.14:443'])
    expect(received[0]?.headers.host).toBe('hooks.example')
  })

  test('is judged again at every attempt', async () => {
    spyOnSockets()
    const { client, resolve } = deployed(['93.184.215.14'], ['169.254.169.254'])
    await client.ask('https://hooks.example', event, patienceMs)
    expect(tried).toEqual(['93.184.215.14:443'])
    expect(await client.ask('https://hooks.example', event, patienceMs)).toMatchObject(notPublic)
    expect(tried).toHaveLength(1)
    expect(resolve).toHaveBeenCalledTimes(2)
  })

  const notPublic = { http_status: null, error: 'The name resolves to an address that is not public' }

  test.each([
    [['10.0.0.1'], notPublic],
    [['93.184.215.14', '10.0.0.1'], notPublic],
    [['93.184.215.14', '::1'], notPublic],
    [['2606:2800:21f::1', '::ffff:127.0.0.1'], notPublic],
    [[], { http_status: null, error: 'The name does not resolve' }],
  ])('that resolves to %j opens no socket', async (addresses, outcome) => {
    spyOnSockets()
    const { client } = deployed(addresses)
    expect(await client.ask('https://hooks.example', event, patienceMs)).toMatchObject(outcome)
    expect(tried).toEqual([])
  })

  test('that nobody resolves in time opens no socket', async () => {
    spyOnSockets()
    const resolve = () => realTime(1_000, ['93.184.215.14'])
    const client = webhookClient({ stage: { isLocal: false }, worldTime, resolve })
    expect(await client.ask('https://hooks.example', event, 50)).toMatchObject({ error: 'No answer within 0.05 s' })
    expect(tried).toEqual([])
  })

  test('that resolves to this machine is refused in the local stack, too', async () => {
    spyOnSockets()
    const client = webhookClient({ stage: { isLocal: true }, worldTime, resolve: async () => ['127.0.0.1'] })
    expect(await client.ask('https://hooks.example', event, patienceMs)).toMatchObject(notPublic)
    expect(tried).toEqual([])
  })
})

describe('a URL', () => {
  const client = webhookClient({ stage: { isLocal: false }, worldTime, resolve: async () => ['93.184.215.14'] })

  test.each([
    'http://hooks.example',
    'http://93.184.215.14',
    'http://localhost',
    'https://localhost',
    'https://127.0.0.1',
    'ftp://hooks.example',
    'file:///etc/passwd',
    'unix:/var/run/docker.sock',
    'nonsense',
    '',
  ])('%s is not called when deployed', async (url) => {
    spyOnSockets()
    expect(await client.ask(url, event, patienceMs)).toMatchObject({
      http_status: null,
      error: 'The URL may not be called',
    })
    expect(tried).toEqual([])
  })
})

import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connectionLost, isConnectionLost } from '../infra/local/carrier/dialect.ts'
import type { Socket } from '../infra/local/carrier/relay.ts'
import { virtualClock } from '../infra/local/clock.ts'
import { type Gateway, serveGateway } from '../infra/local/gateway.ts'
import { type Server, serve } from '../infra/local/server.ts'
import { frameBytesMax, openSocketGateway } from '../infra/local/socket-gateway.ts'
import type { SocketEvent } from '../shared/runtime/socket.ts'
import { openLoopback } from './loopback.ts'

/**
 * Sends each request over the network and within the process. Client and server must see the same.
 */
const loopback = openLoopback()
const ways = { network: fetch, loopback: loopback.fetch }

const clock = virtualClock(Date.UTC(2026, 0, 5))
let server: Server
let gateway: Gateway
const frames: string[] = []
let cutShort = 0

const pieces = () =>
  new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from('one ')),
    pull: async (stream) => {
      await pause(2)
      stream.enqueue(Buffer.from('more '))
    },
    cancel: () => {
      cutShort += 1
    },
  })

const handle = async (request: Request): Promise<Response> => {
  const { method, url, headers } = request
  const { pathname } = new URL(url)
  if (pathname === '/breaks') throw connectionLost()
  if (pathname === '/mistake') throw new Error('a mistake')
  if (pathname === '/never') return new Promise(() => {})
  if (pathname === '/pieces') return new Response(pieces())
  if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/there?a=1' } })
  if (pathname === '/nothing') return new Response(null, { status: 204 })
  return Response.json({ method, url, headers: Object.fromEntries(headers), body: await request.text() })
}

const sockets = openSocketGateway({
  clock,
  onError: () => undefined,
  routes: [
    { id: 'a', route: '$connect', handler: async ({ headers }) => ({ statusCode: headers?.['x-key'] ? 200 : 403 }) },
    { id: 'b', route: '$default', handler: async (event) => take(event) },
    { id: 'c', route: '$disconnect', handler: async () => frames.push('left') },
  ],
})
const take = async ({ body = '', requestContext: { connectionId } }: SocketEvent) => {
  frames.push(body.slice(0, 10))
  if (body === 'fail') throw new Error('broken')
  const way = body === 'close' ? { method: 'DELETE' } : { method: 'POST', body: `heard ${body}` }
  await loopback.fetch(`${new URL(gateway.url).origin}/conversations/@connections/${connectionId}`, way)
}

beforeAll(async () => {
  server = await serve({ handle, port: 0, bodyBytesMax: 10_000, breaks: isConnectionLost })
  gateway = await serveGateway({
    clock,
    sockets,
    onError: () => undefined,
    routes: [
      {
        id: 'echo',
        method: 'POST',
        path: '/echo/{id}',
        handler: async ({ requestContext: { requestId: _, ...context }, headers, ...event }) => {
          const { 'x-amzn-trace-id': __, ...named } = headers
          const body = JSON.stringify({ ...event, headers: named, context })
          return { statusCode: 201, headers: { 'x-a': 'b' }, cookies: ['a=1; HttpOnly', 'b=2'], body }
        },
      },
      { id: 'none', method: 'DELETE', path: '/none', handler: async () => ({ statusCode: 204 }) },
      {
        id: 'packed',
        method: 'GET',
        path: '/packed',
        handler: async () => ({
          statusCode: 200,
          headers: { 'content-encoding': 'gzip' },
          body: gzipSync('{"a":"packed"}').toString('base64'),
          isBase64Encoded: true,
        }),
      },
      { id: 'fails', method: 'GET', path: '/fails', handler: () => Promise.reject(new Error('accident')) },
    ],
  })
  loopback.serve(server)
  loopback.serveGateway({ ...gateway, connect: sockets.connect })
})
afterAll(async () => {
  await sockets.close()
  await gateway.close()
  await server.close()
})

const ofTheConnection = new Set(['apigw-requestid', 'connection', 'content-length', 'date', 'transfer-encoding'])

const seen = async (way: keyof typeof ways, url: string, init?: RequestInit) => {
  try {
    const response = await ways[way](url, init)
    const headers = [...response.headers].filter(([name]) => !ofTheConnection.has(name))
    const text = await response.text()
    return { status: response.status, url: response.url, headers, body: text.startsWith('{') ? JSON.parse(text) : text }
  } catch (cause) {
    const { name, message, cause: inner } = cause as Error
    return { name, message, code: (inner as { code?: string } | undefined)?.code }
  }
}

describe('the same is seen with a socket and without, of', () => {
  const requests: [string, string, RequestInit?][] = [
    ['a question', '/a/b?c=%20d&c=e'],
    ['own headers', '/a', { headers: { 'X-Own': 'yes', 'user-agent': 'Twilio', accept: 'text/html' } }],
    ['a connection of its own', '/a', { method: 'POST', headers: { connection: 'close' } }],
    ['text', '/a', { method: 'POST', body: 'grüße' }],
    ['a form', '/a', { method: 'POST', body: new URLSearchParams({ a: '1 2', b: 'ä' }) }],
    ['JSON', '/a', { method: 'PUT', body: '{"a":1}', headers: { 'Content-Type': 'application/json' } }],
    ['bytes', '/a', { method: 'PUT', body: new Uint8Array([1, 2, 65]) }],
    ['a request without a body that could have one', '/a', { method: 'DELETE' }],
    ['a look at the head', '/a', { method: 'HEAD' }],
    ['an empty answer', '/nothing'],
    ['a redirect', '/moved'],
    ['a redirect that is forbidden', '/moved', { redirect: 'error' }],
    ['a redirect that is wanted as it is', '/moved', { redirect: 'manual' }],
    ['a connection that breaks', '/breaks', { method: 'POST', body: 'x' }],
    ['a mistake of the server', '/mistake'],
  ]
  test.each(requests)('%s', async (_, path, init) => {
    const url = server.url + path
    expect(await seen('loopback', url, init)).toEqual(await seen('network', url, init))
  })

  const asked: [string, string, RequestInit?][] = [
    ['an event', '/api/echo/a%20b?page=2&page=3', { method: 'POST', body: '{"ä":1}' }],
    ['a form', '/api/echo/7', { method: 'POST', body: new URLSearchParams({ a: '1' }) }],
    ['cookies', '/api/echo/7', { method: 'POST', headers: { cookie: 'a=1; b=2', 'x-forwarded-for': '9.9.9.9' } }],
    ['an empty answer', '/api/none', { method: 'DELETE' }],
    ['an answer that is packed', '/api/packed'],
    ['a failure', '/api/fails'],
    ['an unknown path', '/elsewhere'],
    ['a socket that never was', '/conversations/@connections/none%3D', { method: 'POST', body: 'x' }],
  ]
  test.each(asked)('a gateway: %s', async (_, path, init) => {
    const url = new URL(path, gateway.url).href
    expect(await seen('loopback', url, init)).toEqual(await seen('network', url, init))
  })
})

describe.each(['network', 'loopback'] as const)('by %s', (way) => {
  test('aborts a request before and during its answer', async () => {
    const waiting = ways[way](`${server.url}/never`, { signal: AbortSignal.timeout(20) })
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })
    const before = AbortSignal.abort(new Error('too late'))
    await expect(ways[way](`${server.url}/a`, { signal: before })).rejects.toThrow('too late')

    const cutBefore = cutShort
    const caller = new AbortController()
    const response = await ways[way](`${server.url}/pieces`, { signal: caller.signal })
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toMatch(/^one /)
    caller.abort(new Error('enough'))
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow('enough')
    await expect.poll(() => cutShort, { timeout: 20_000 }).toBe(cutBefore + 1)
  })

  const open = (headers: Record<string, string> = { 'x-key': '1' }, path = '/conversations'): Socket => {
    const url = new URL(path, gateway.url.replace('http', 'ws')).href
    return way === 'network' ? new WebSocket(url, { headers }) : loopback.connect(url, headers)
  }
  const listen = (socket: Socket) => {
    const heard: string[] = []
    for (const event of ['open', 'message', 'pong', 'error', 'close'])
      socket.on(event, (told) => heard.push(event === 'message' || event === 'close' ? `${event} ${told}` : event))
    return heard
  }
  const closed = (heard: string[]) => expect.poll(() => heard.at(-1), { timeout: 20_000 }).toMatch(/^close/)

  test('a socket reports messages, a pong and its end in order', async () => {
    const socket = open()
    const heard = listen(socket)
    await once(socket as unknown as EventTarget & NodeJS.EventEmitter, 'open')
    for (const word of ['one', 'two', 'fail']) socket.send(word)
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(4)
    socket.ping()
    await expect.poll(() => heard.at(-1), { timeout: 20_000 }).toBe('pong')
    socket.send('last')
    socket.close(1000)
    await closed(heard)
    expect(heard.slice(0, 1)).toEqual(['open'])
    const broken = expect.stringContaining('Internal server error')
    expect(heard.slice(1, 4)).toEqual(expect.arrayContaining(['message heard one', 'message heard two', broken]))
    expect(heard.slice(4)).toEqual(['pong', 'close 1000'])
    await expect.poll(() => frames.splice(0), { timeout: 20_000 }).toEqual(['one', 'two', 'fail', 'last', 'left'])
    await sockets.idle()
    expect([socket.readyState, frames.splice(0)]).toEqual([3, []])
  })

  test('functions and large frames close a socket, with their codes', async () => {
    const ends: string[] = []
    for (const act of ['close', 'x'.repeat(frameBytesMax + 1), undefined]) {
      const socket = open()
      const heard = listen(socket)
      await once(socket as unknown as EventTarget & NodeJS.EventEmitter, 'open')
      if (act) socket.send(act)
      else socket.terminate()
      await closed(heard)
      ends.push(...heard)
      await sockets.idle()
    }
    expect(ends).toEqual(['open', 'close 1000', 'open', 'close 1009', 'open', 'close 1006'])
    await expect.poll(() => frames.splice(0), { timeout: 20_000 }).toEqual(['close', 'left', 'left', 'left'])
  })

  test.each([
    ['its function refuses', () => open({})],
    ['is asked for elsewhere', () => open(undefined, '/nowhere')],
  ])('a socket that %s tells an error and its end, and never opens', async (_, ask) => {
    const heard = listen(ask())
    await closed(heard)
    expect(heard).toEqual(['error', 'close 1006'])
  })

  test('a socket that is left before opening reports an error', async () => {
    const socket = open()
    const heard = listen(socket)
    expect(() => socket.send('early')).toThrow('CONNECTING')
    socket.terminate()
    await closed(heard)
    expect(heard).toEqual(['error', 'close 1006'])
  })
})

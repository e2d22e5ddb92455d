import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { virtualClock } from '../../../infra/local/clock.ts'
import { serveGateway } from '../../../infra/local/gateway.ts'
import { openSocketGateway, type SocketRoute } from '../../../infra/local/socket-gateway.ts'
import type { SocketEvent } from '../../../shared/runtime/socket.ts'

const now = Date.UTC(2026, 0, 5)
type Handler = (event: SocketEvent) => Promise<unknown>

const open = async (handlers: Partial<Record<SocketRoute['route'], Handler>> = {}, timeoutMs?: number) => {
  const events: SocketEvent[] = []
  const errors: unknown[] = []
  const routes = (['$connect', '$default', '$disconnect'] as const).map(
    (route): SocketRoute => ({
      id: route.slice(1),
      route,
      handler: async (event) => {
        events.push(event)
        return (await handlers[route]?.(event)) ?? { statusCode: 200 }
      },
    }),
  )
  const clock = virtualClock(now)
  const sockets = openSocketGateway({
    routes,
    clock,
    timeoutMs,
    onError: (cause) => errors.push(cause),
  })
  const gateway = await serveGateway({ routes: [], sockets, clock })
  const address = new URL(gateway.url).host
  onTestFinished(async () => {
    await sockets.close()
    await gateway.close()
  })
  const connect = async (path = '/conversations') => {
    const socket = new WebSocket(`ws://${address}${path}`, { headers: { 'X-Own': 'yes' } })
    const heard: string[] = []
    socket.on('message', (data) => heard.push(String(data)))
    socket.on('error', () => {})
    const status = await new Promise<number>((resolve) => {
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    })
    return { socket, heard, status, closed: once(socket, 'close').then(([code]) => code) }
  }
  const idOf = (place = 0) =>
    events.filter(({ requestContext }) => requestContext.routeKey === '$connect')[place]?.requestContext.connectionId ??
    ''
  const manage = (method: string, id: string, body?: string) =>
    fetch(`http://${address}/conversations/@connections/${encodeURIComponent(id)}`, { method, body })
  const saw = (route: string) => events.filter(({ requestContext }) => requestContext.routeKey === route)
  return { sockets, events, errors, connect, idOf, manage, saw }
}

describe('a socket', () => {
  test('is opened by a function with headers and query', async () => {
    const { connect, events, saw } = await open()
    const { socket, status } = await connect('/conversations?a=1&b=x%20y')
    expect(status).toBe(101)
    expect(events[0]).toMatchObject({
      requestContext: { routeKey: '$connect', eventType: 'CONNECT', stage: 'conversations', connectedAt: now },
      headers: { 'x-own': 'yes' },
      queryStringParameters: { a: '1', b: 'x y' },
    })
    socket.send('{"type":"setup"}')
    await expect.poll(() => saw('$default')).toHaveLength(1)
    expect(events[1]).toMatchObject({ body: '{"type":"setup"}', requestContext: { eventType: 'MESSAGE' } })
    expect(events[1]).not.toHaveProperty('headers')
    expect(events[1]?.requestContext.connectionId).toBe(events[0]?.requestContext.connectionId)
  })

  test.each([
    ['its function says no', '/conversations', async () => ({ statusCode: 403 }), 403],
    ['its function fails', '/conversations', async () => Promise.reject(new Error('no')), 500],
    ['the path is another', '/elsewhere', async () => ({ statusCode: 200 }), 403],
  ])('is refused when %s', async (_, path, handler, expected) => {
    const { connect, manage, idOf } = await open({ $connect: handler })
    expect((await connect(path)).status).toBe(expected)
    expect((await manage('POST', idOf(), 'x')).status).toBe(410)
  })

  test('starts one function per frame, without waiting for the one before', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const { connect, saw, sockets } = await open({ $default: async ({ body }) => (body === 'slow' ? gate : undefined) })
    const { socket } = await connect()
    socket.send('slow')
    socket.send('quick')
    await expect.poll(() => saw('$default').map(({ body }) => body)).toEqual(['slow', 'quick'])
    const ids = saw('$default').map(({ requestContext }) => requestContext.messageId)
    expect(new Set(ids).size).toBe(2)
    let isIdle = false
    const idle = sockets.idle().then(() => {
      isIdle = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isIdle).toBe(false)
    release()
    await idle
  })

  test('is described while it is open, and gone after its end', async () => {
    const { connect, idOf, manage, saw } = await open()
    const { socket, closed, heard } = await connect()
    const answer = await manage('GET', idOf())
    const at = new Date(now).toISOString()
    expect([answer.status, await answer.json()]).toMatchObject([200, { connectedAt: at, lastActiveAt: at }])
    expect(heard).toEqual([])
    socket.terminate()
    await closed
    await expect.poll(() => saw('$disconnect')).toHaveLength(1)
    expect((await manage('GET', idOf())).status).toBe(410)
  })

  test('tells its end, once', async () => {
    const { connect, saw } = await open()
    const { socket } = await connect()
    socket.terminate()
    await expect.poll(() => saw('$disconnect')).toHaveLength(1)
  })

  test('is ended by a frame that is too large', async () => {
    const { connect, saw } = await open()
    const { socket, closed } = await connect()
    socket.send('x'.repeat(32 * 1024 + 1))
    expect(await closed).toBe(1009)
    expect(saw('$default')).toEqual([])
  })

  test.each([
    ['fails', async () => Promise.reject(new Error('broken')), undefined],
    ['takes too long', () => new Promise(() => {}), 20],
  ])('is answered by the gateway itself when a function %s', async (_, handler: Handler, timeoutMs) => {
    const { connect, errors } = await open({ $default: handler }, timeoutMs)
    const { socket, heard } = await connect()
    socket.send('{}')
    await expect.poll(() => heard).toHaveLength(1)
    expect(JSON.parse(heard[0] ?? '')).toMatchObject({ message: 'Internal server error' })
    expect(errors).toHaveLength(1)
  })
})

describe('functions', () => {
  test('send on a socket, in order, and close it', async () => {
    const { connect, idOf, manage } = await open()
    const { heard, closed } = await connect()
    for (const word of ['one', 'two', 'three']) expect((await manage('POST', idOf(), word)).status).toBe(200)
    await expect.poll(() => heard).toEqual(['one', 'two', 'three'])
    expect((await manage('DELETE', idOf())).status).toBe(204)
    expect(await closed).toBe(1000)
  })

  test('get 410 for a closed or unknown socket', async () => {
    const { connect, idOf, manage, saw } = await open()
    const { socket } = await connect()
    socket.close()
    await expect.poll(() => saw('$disconnect')).toHaveLength(1)
    for (const id of [idOf(), 'nobody=']) {
      const answer = await manage('POST', id, 'x')
      expect([answer.status, answer.headers.get('x-amzn-errortype')]).toEqual([410, 'GoneException'])
    }
  })
})

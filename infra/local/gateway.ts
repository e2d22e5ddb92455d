import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { apiBase } from '../../shared/operations/define.ts'
import type { Bucket } from './bucket.ts'
import type { LocalClock } from './clock.ts'
import { type HttpAnswer, joinValues, matchPath, splitTarget, toEvent, type WholeArrival } from './http-event.ts'
import { lambdaContext } from './lambda-context.ts'
import { untilTheClientCloses } from './server.ts'
import type { SocketGateway } from './socket-gateway.ts'

export interface Route {
  id: string
  method: string
  /** Path with parameters in braces, as in `/api/user/leads/{id}`. */
  path: string
  /**
   * Lambda handler. Its result is a structured response. Any other value is sent as JSON with
   * status 200.
   */
  handler: (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>
}

export interface RequestLine {
  method: string
  /** Path without the query, which may hold phone numbers. */
  path: string
  status: number
  ms: number
  operation: string | undefined
}

interface GatewayOptions {
  routes: Route[]
  sockets?: Pick<SocketGateway, 'owns' | 'answer' | 'upgrade'>
  buckets?: readonly Bucket[]
  clock: LocalClock
  port?: number
  host?: string
  onRequest?: (line: RequestLine) => void
  onError?: (cause: unknown) => void
  timeoutMs?: number
}

export interface Gateway {
  url: string
  answer(arrival: WholeArrival): Promise<HttpAnswer>
  close(): Promise<void>
}

const reachable = (host: string): string => (['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host)

export const serveGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { clock, port = 0, host = '127.0.0.1', timeoutMs = integrationTimeoutMs } = options
  const { onRequest = () => {}, onError = console.error } = options
  const routes = options.routes.toSorted(literalBeforeParameter)

  const invoke = async (arrival: WholeArrival, requestId: string, route: Route | undefined): Promise<HttpAnswer> => {
    if (!route) return refusal(404, 'Not Found')
    if (arrival.body.length > bodyBytesMax) return refusal(413, 'Request Entity Too Large')
    const event = toEvent(arrival, { route, requestId, now: clock.now() })
    const context = lambdaContext({ functionName: route.id, requestId, timeoutMs })
    const result = await within(timeoutMs, () => route.handler(event, context))
    return result === timedOut ? refusal(503, 'Service Unavailable') : toAnswer(result)
  }

  const answer = async (arrival: WholeArrival, hasLeft = () => false): Promise<HttpAnswer> => {
    const { method, target } = arrival
    if (options.sockets?.owns(target)) return options.sockets.answer(arrival)
    const bucket = options.buckets?.find((each) => each.owns(target))
    if (bucket) {
      const headers = joinValues(arrival.headers)
      return bucket.answer({ ...arrival, headers, url: new URL(target, `http://${headers.host}`) })
    }
    const startedAt = performance.now()
    const requestId = newRequestId()
    const { path: asked } = splitTarget(target)
    const path = asked === `${apiBase}/` ? apiBase : asked
    const route = routes.find((each) => each.method === method && matchPath(each.path, path))
    const reply = await invoke(arrival, requestId, route).catch((cause) => {
      if (!hasLeft()) onError(cause)
      return refusal(500, 'Internal Server Error')
    })
    const ms = Math.round(performance.now() - startedAt)
    if (!hasLeft()) onRequest({ method, path, status: reply.status, ms, operation: route?.id })
    return { ...reply, headers: { ...reply.headers, 'apigw-requestid': requestId } }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: target = '/', headersDistinct: headers, socket } = request
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    const reply = await answer(
      { method, target, headers, body, sourceIp: socket.remoteAddress },
      () => response.destroyed,
    )
    if (!response.destroyed) await send(response, reply)
  }

  const serving = new Set<Promise<unknown>>()
  const server = createServer((request, response) => {
    const served: Promise<unknown> = serve(request, response).then(() => serving.delete(served))
    serving.add(served)
  })

  server.keepAliveTimeout = untilTheClientCloses
  if (options.sockets) server.on('upgrade', options.sockets.upgrade)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(cause, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const boundPort = typeof address === 'object' && address ? address.port : port

  return {
    url: `http://${reachable(host)}:${boundPort}${apiBase}`,
    answer,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.all(serving)
      server.closeAllConnections()
      await closed
    },
  }
}

const bodyBytesMax = 10 * 1024 * 1024
const integrationTimeoutMs = 29_000

const refusal = (status: number, message: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
})

const toAnswer = (result: unknown): HttpAnswer => {
  if (!isStructured(result)) {
    const text = typeof result === 'string' ? result : JSON.stringify(result ?? null)
    return { status: 200, headers: { 'content-type': 'application/json' }, body: text }
  }
  const { statusCode, headers: given = {}, cookies = [], body = '', isBase64Encoded = false } = result
  if (!Number.isInteger(statusCode) || typeof body !== 'string') throw new TypeError('Malformed answer of a handler')

  const headers: Record<string, string> = { 'content-type': 'text/plain;charset=UTF-8' }
  for (const [name, value] of Object.entries(given)) {
    validateHeaderValue(name, String(value))
    if (!ownHeaders.has(name.toLowerCase())) headers[name.toLowerCase()] = String(value)
  }
  return { status: Number(statusCode), headers, cookies, body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') }
}

const ownHeaders = new Set(['connection', 'content-length', 'transfer-encoding'])

const isStructured = (result: unknown): result is APIGatewayProxyStructuredResultV2 =>
  typeof result === 'object' && result !== null && 'statusCode' in result

const send = async (response: ServerResponse, { status, headers = {}, cookies = [], body }: HttpAnswer) => {
  const sent = new Promise((resolve) => response.once('close', resolve))
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.end(body)
  await sent
}

const timedOut = Symbol('timed out')

const within = async (ms: number, task: () => Promise<unknown>) => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise((resolve) => {
    timer = setTimeout(() => resolve(timedOut), ms)
  })
  try {
    return await Promise.race([task(), timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sorts literal paths before those with parameters: `/user/leads/export` precedes
 * `/user/leads/{id}`.
 */
const literalBeforeParameter = (a: Route, b: Route) => Number(a.path > b.path) - Number(a.path < b.path)

const newRequestId = () => `${randomBytes(11).toString('base64url')}=`

const cannotListen = (cause: Error, host: string, port: number) => {
  if (!('code' in cause && cause.code === 'EADDRINUSE')) return cause
  return Object.assign(new Error(`Port ${port} of ${host} is taken by another program`, { cause }), {
    code: cause.code,
  })
}

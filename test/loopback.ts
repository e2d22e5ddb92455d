import { gunzipSync } from 'node:zlib'
import { WebSocket } from 'ws'
import type { Socket } from '../infra/local/carrier/relay.ts'
import type { Gateway } from '../infra/local/gateway.ts'
import type { WholeArrival } from '../infra/local/http-event.ts'
import type { Server } from '../infra/local/server.ts'
import type { SocketGateway } from '../infra/local/socket-gateway.ts'
import { connectInProcess } from './loopback-sockets.ts'

interface Served extends Pick<Server, 'url' | 'handle' | 'breaks'> {
  closing?: AbortSignal
}
type ServedGateway = Pick<Gateway, 'url' | 'answer'> & Pick<SocketGateway, 'connect'>

/**
 * Opens HTTP within one process, without sockets. Requests to an origin that is served here go to
 * its server; others use the network.
 */
export const openLoopback = () => {
  const servers = new Map<string, Served>()
  const doors = new Map<string, ServedGateway['connect']>()
  const closing = new AbortController()

  const ask: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const served = servers.get(url.origin)
    if (!served) return fetch(input, init)
    const { signal, ...rest } = init ?? {}
    const signals = [served.closing, signal].filter((each) => each instanceof AbortSignal)
    for (const each of signals) each.throwIfAborted()
    const request = new Request(input, rest)
    sendAlong(request, url, input instanceof Request ? input.body : rest.body)
    const response = await orAborted(answerOf(served, request), signals)
    const location = isRedirect.has(response.status) ? response.headers.get('location') : null
    if (location === null || request.redirect === 'manual')
      return Object.defineProperty(response, 'url', { value: url.href })
    if (request.redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
    return ask(new URL(location, url), { signal })
  }

  return {
    fetch: ask,
    serve: (served: Served) => servers.set(new URL(served.url).origin, { ...served, closing: closing.signal }),
    serveGateway: ({ url, answer, connect }: ServedGateway) => {
      const { origin } = new URL(url)
      servers.set(origin, { url, handle: (request) => throughGateway(answer, request), breaks: () => false })
      doors.set(origin, connect)
    },
    connect: (url: string, headers: Record<string, string>): Socket => {
      const connect = doors.get(new URL(url.replace(/^ws/, 'http')).origin)
      return connect ? connectInProcess(connect, url, headers) : new WebSocket(url, { headers })
    },
    /** Closes the server and breaks unanswered requests. */
    close: () => closing.abort(broken()),
  }
}

const sentHeaders = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate',
  'accept-language': '*',
  connection: 'keep-alive',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
}
const hasPayload = new Set(['PATCH', 'POST', 'PUT'])
const isRedirect = new Set([301, 302, 303, 307, 308])

const sendAlong = ({ method, headers }: Request, { host }: URL, body: RequestInit['body']) => {
  headers.set('host', host)
  for (const [name, value] of Object.entries(sentHeaders)) if (!headers.has(name)) headers.set(name, value)
  const length = body || hasPayload.has(method) ? lengthOf(body) : undefined
  if (length !== undefined) headers.set('content-length', String(length))
}

const lengthOf = (body: RequestInit['body']): number | undefined => {
  if (!body) return 0
  if (typeof body === 'string' || body instanceof URLSearchParams) return Buffer.byteLength(String(body))
  return body instanceof Uint8Array ? body.byteLength : undefined
}

const answerOf = async ({ handle, breaks }: Served, request: Request): Promise<Response> => {
  await turn()
  try {
    const { status, headers, body } = await handle(request)
    await turn()
    return new Response(request.method === 'HEAD' ? null : body, { status, headers })
  } catch (cause) {
    if (!breaks(cause)) return new Response(Buffer.from(String(cause)), { status: 500 })
    throw broken()
  }
}

const throughGateway = async (answer: Gateway['answer'], request: Request): Promise<Response> => {
  const { method, headers, url } = request
  const arrival: WholeArrival = {
    method,
    target: url.slice(new URL(url).origin.length),
    headers: Object.fromEntries(headers),
    body: Buffer.from(await request.arrayBuffer()),
  }
  const { status, headers: answered, cookies = [], body } = await answer(arrival)
  const all = new Headers(answered)
  for (const cookie of cookies) all.append('set-cookie', cookie)
  if (nullBody.has(status)) return new Response(null, { status, headers: all })
  const bytes = Buffer.from(body ?? '')
  all.set('content-length', String(bytes.length))
  const isPacked = all.get('content-encoding') === 'gzip'
  return new Response(method === 'HEAD' ? null : isPacked ? gunzipSync(bytes) : bytes, { status, headers: all })
}
const nullBody = new Set([204, 205, 304])

const broken = () => {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  return new TypeError('fetch failed', { cause })
}

const orAborted = async (answered: Promise<Response>, signals: AbortSignal[]): Promise<Response> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signals.find((signal) => signal.aborted)?.reason)
  for (const signal of signals) signal.addEventListener('abort', abort)
  answered.catch(() => {})
  try {
    const response = await Promise.race([answered, aborted])
    const { headers } = response
    const isWhole = headers.has('content-length') || headers.get('content-type')?.startsWith('application/json')
    if (!response.body || isWhole) return response
    const body = response.body.pipeThrough(new TransformStream(), { signal: AbortSignal.any(signals) })
    return new Response(body, response)
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', abort)
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

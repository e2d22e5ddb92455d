import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Context } from 'aws-lambda'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SocketOperation } from '../../shared/operations/define.ts'
import type { SocketEvent } from '../../shared/runtime/socket.ts'
import type { LocalClock } from './clock.ts'
import { type HttpAnswer, splitTarget, type WholeArrival } from './http-event.ts'
import { lambdaContext } from './lambda-context.ts'

export interface SocketRoute {
  id: string
  route: SocketOperation['route']
  handler: (event: SocketEvent, context: Context) => Promise<unknown>
}

interface SocketDoorOptions {
  routes: SocketRoute[]
  clock: LocalClock
  /** Name of the API's stage, which is the whole path of its URL. */
  stage?: string
  onError?: (cause: unknown) => void
  timeoutMs?: number
}

export interface Upgrade {
  target: string
  headers: Record<string, string>
}

export type ServedSocket = Pick<WebSocket, 'readyState' | 'close' | 'terminate'> & {
  send(text: string, sent?: () => void): void
  on(event: 'message' | 'error' | 'close', listener: (data: unknown) => void): unknown
}

/** Largest frame in API Gateway; a larger frame closes the socket with code 1009. */
export const frameBytesMax = 32 * 1024
const integrationTimeoutMs = 29_000

interface Connection {
  socket: ServedSocket
  connectedAt: number
  activeAt: number
}

interface Gateway extends SocketDoorOptions {
  stage: string
  onError: (cause: unknown) => void
  timeoutMs: number
  server: WebSocketServer
  connections: Map<string, Connection>
  running: Set<Promise<unknown>>
}

/**
 * Invokes one function per frame, without keeping their order. If a function fails, the client
 * receives an error in JSON, as in API Gateway.
 */
export const openSocketGateway = (options: SocketDoorOptions) => {
  const { stage = 'conversations', onError = console.error, timeoutMs = integrationTimeoutMs } = options
  const gateway: Gateway = {
    ...options,
    ...{ stage, onError, timeoutMs },
    server: new WebSocketServer({ noServer: true, maxPayload: frameBytesMax }),
    connections: new Map(),
    running: new Set(),
  }
  const { connections, running } = gateway
  return {
    owns: (target: string) => target.startsWith(`/${stage}/@connections/`),

    answer: (arrival: WholeArrival) => answer(gateway, arrival),

    connect: (request: Upgrade, open: () => Promise<ServedSocket>) => connect(gateway, request, open),

    upgrade: (request: IncomingMessage, raw: Duplex, head: Buffer) => {
      raw.on('error', () => {})
      upgrade(gateway, { request, raw, head }).catch((cause) => {
        onError(cause)
        refuse(raw, 500)
      })
    },

    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running)
    },

    close: async () => {
      for (const { socket } of connections.values()) socket.terminate()
      await Promise.allSettled(running)
    },
  }
}

interface Invocation {
  routeKey: SocketRoute['route']
  id: string
  connectedAt: number
}

const invoke = (gateway: Gateway, { routeKey, id, connectedAt }: Invocation, more: Partial<SocketEvent> = {}) => {
  const { routes, clock, stage, timeoutMs } = gateway
  const found = routes.find(({ route }) => route === routeKey)
  if (!found) return Promise.resolve({ statusCode: 200 })
  const requestId = newId()
  const event: SocketEvent = {
    requestContext: {
      routeKey,
      eventType: eventTypes[routeKey],
      messageId: newId(),
      extendedRequestId: requestId,
      requestTime: new Date(clock.now()).toUTCString(),
      messageDirection: 'IN',
      stage,
      connectedAt,
      requestTimeEpoch: clock.now(),
      requestId,
      domainName: 'localhost',
      connectionId: id,
      apiId: 'local',
    },
    isBase64Encoded: false,
    ...more,
  }
  const context = lambdaContext({ functionName: found.id, requestId, timeoutMs })
  return track(gateway, within(timeoutMs, found.handler(event, context)))
}

const track = <T>({ running }: Gateway, task: Promise<T>): Promise<T> => {
  running.add(task)
  const done = () => running.delete(task)
  task.then(done, done)
  return task
}

/** Opens a socket if the `$connect` function allows it. Returns the HTTP status: 101 means open. */
const connect = async (
  gateway: Gateway,
  { target, headers }: Upgrade,
  open: () => Promise<ServedSocket>,
): Promise<number> => {
  const { clock, stage, connections, onError } = gateway
  const { path, query } = splitTarget(target)
  if (path !== `/${stage}` && path !== `/${stage}/`) return 403
  const about = { id: newId(), connectedAt: clock.now() }
  const queryStringParameters = query ? Object.fromEntries(new URLSearchParams(query)) : undefined
  const answered = await invoke(gateway, { routeKey: '$connect', ...about }, { headers, queryStringParameters })
  const status = statusOf(answered)
  if (status !== 200) return status
  const socket = await open()
  const connection: Connection = { socket, connectedAt: about.connectedAt, activeAt: about.connectedAt }
  connections.set(about.id, connection)
  socket.on('message', (data) => {
    connection.activeAt = clock.now()
    invoke(gateway, { routeKey: '$default', ...about }, { body: String(data) }).catch((cause) => {
      onError(cause)
      socket.send(JSON.stringify({ message: 'Internal server error', connectionId: about.id, requestId: newId() }))
    })
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    connections.delete(about.id)
    invoke(gateway, { routeKey: '$disconnect', ...about }).catch(onError)
  })
  return switchingProtocols
}

interface RawUpgrade {
  request: IncomingMessage
  raw: Duplex
  head: Buffer
}

const upgrade = async (gateway: Gateway, { request, raw, head }: RawUpgrade): Promise<void> => {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const open = () => new Promise<WebSocket>((opened) => gateway.server.handleUpgrade(request, raw, head, opened))
  const status = await connect(gateway, { target: request.url ?? '/', headers }, open)
  if (status !== switchingProtocols) refuse(raw, status)
}

/**
 * Serves the management API of sockets: GET describes a socket, POST sends to it, DELETE closes it.
 * The answer is 410 when the socket is closed.
 */
const answer = async ({ connections, clock }: Gateway, { method, target, body }: WholeArrival): Promise<HttpAnswer> => {
  const id = decodeURIComponent(target.split('/').at(-1) ?? '')
  const connection = connections.get(id)
  if (connection?.socket.readyState !== 1) {
    const headers = { 'x-amzn-errortype': 'GoneException', ...json }
    return { status: 410, headers, body: '{"message":"Gone"}' }
  }
  const { socket, connectedAt, activeAt } = connection
  if (method === 'GET') return { status: 200, headers: json, body: described(connectedAt, activeAt) }
  connection.activeAt = clock.now()
  if (method === 'DELETE') socket.close(1000)
  else await new Promise<void>((sent) => socket.send(body.toString(), () => sent()))
  return { status: method === 'DELETE' ? 204 : 200 }
}

export type SocketGateway = ReturnType<typeof openSocketGateway>

const switchingProtocols = 101

const json = { 'content-type': 'application/json' }

/**
 * Describes an open connection.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
 */
const described = (connectedAt: number, activeAt: number): string =>
  JSON.stringify({
    connectedAt: new Date(connectedAt).toISOString(),
    identity: { sourceIp: '127.0.0.1', userAgent: null },
    lastActiveAt: new Date(activeAt).toISOString(),
  })

const eventTypes = { $connect: 'CONNECT', $disconnect: 'DISCONNECT', $default: 'MESSAGE' } as const

/** Makes an id that must be escaped in URLs, like ids of API Gateway. */
const newId = () => `${randomBytes(11).toString('base64url')}=`

const statusOf = (answer: unknown): number => {
  const isStructured = typeof answer === 'object' && answer !== null && 'statusCode' in answer
  return isStructured ? Number(answer.statusCode) : 200
}

const refuse = (raw: Duplex, status: number) => {
  raw.end(`HTTP/1.1 ${status} ${status === 403 ? 'Forbidden' : 'Internal Server Error'}\r\nConnection: close\r\n\r\n`)
}

const within = async <T>(ms: number, task: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Endpoint request timed out')), ms)
  })
  try {
    return await Promise.race([task, timeout])
  } finally {
    clearTimeout(timer)
  }
}

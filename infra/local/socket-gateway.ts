import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Context } from 'aws-lambda'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SocketOperation } from '../../shared/operations/define.ts'
import type { SocketEvent } from '../../shared/runtime/socket.ts'
import type { LocalClock } from './clock.ts'
import { type Answer, splitTarget, type WholeArrival } from './http-event.ts'
import { lambdaContext } from './lambda-context.ts'

export interface SocketRoute {
  /** The operation, for the handler's context. */
  id: string
  route: SocketOperation['route']
  handler: (event: SocketEvent, context: Context) => Promise<unknown>
}

interface SocketDoorOptions {
  routes: SocketRoute[]
  /** Whose time the events carry. */
  clock: LocalClock
  /** The stage, which is the whole path. */
  stage?: string
  onError?: (cause: unknown) => void
  timeoutMs?: number
}

/** A request for a socket. */
export interface Upgrade {
  /** Path and query, as the request line has them. */
  target: string
  /** By lower-case name. */
  headers: Record<string, string>
}

/** As much of the gateway's end of a WebSocket as it needs. */
export type ServedSocket = Pick<WebSocket, 'readyState' | 'close' | 'terminate'> & {
  send(text: string, sent?: () => void): void
  on(event: 'message' | 'error' | 'close', listener: (data: unknown) => void): unknown
}

/** What API Gateway takes, and how long it waits; a larger frame ends the socket with 1009. */
export const frameBytesMax = 32 * 1024
const integrationTimeoutMs = 29_000

/**
 * The other gateway: a WebSocket API, on this machine. Like API Gateway it starts one function per frame, in no order; and when a
 * function fails it answers the frame itself, with JSON that the carrier does not understand.
 */
export const openSocketGateway = (options: SocketDoorOptions) => {
  const { clock, stage = 'conversations', onError = console.error, timeoutMs = integrationTimeoutMs } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytesMax })
  const connections = new Map<string, { socket: ServedSocket; connectedAt: number; activeAt: number }>()
  const running = new Set<Promise<unknown>>()

  const track = <T>(task: Promise<T>): Promise<T> => {
    running.add(task)
    const done = () => running.delete(task)
    task.then(done, done)
    return task
  }

  const invoke = (routeKey: SocketRoute['route'], id: string, connectedAt: number, more: Partial<SocketEvent> = {}) => {
    const found = options.routes.find(({ route }) => route === routeKey)
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
    return track(within(timeoutMs, found.handler(event, context)))
  }

  /**
   * Makes a socket one of the gateway's if its function lets it: then `open` makes the gateway's end of it. Answers with the status that the
   * caller is told, 101 when it is open.
   */
  const connect = async ({ target, headers }: Upgrade, open: () => Promise<ServedSocket>): Promise<number> => {
    const { path, query } = splitTarget(target)
    if (path !== `/${stage}` && path !== `/${stage}/`) return 403
    const id = newId()
    const connectedAt = clock.now()
    const queryStringParameters = query ? Object.fromEntries(new URLSearchParams(query)) : undefined
    const answer = await invoke('$connect', id, connectedAt, { headers, queryStringParameters })
    const status = statusOf(answer)
    if (status !== 200) return status
    const socket = await open()
    const connection = { socket, connectedAt, activeAt: connectedAt }
    connections.set(id, connection)
    socket.on('message', (data) => {
      connection.activeAt = clock.now()
      invoke('$default', id, connectedAt, { body: String(data) }).catch((cause) => {
        onError(cause)
        socket.send(JSON.stringify({ message: 'Internal server error', connectionId: id, requestId: newId() }))
      })
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      connections.delete(id)
      invoke('$disconnect', id, connectedAt).catch(onError)
    })
    return switchingProtocols
  }

  const upgrade = async (request: IncomingMessage, raw: Duplex, head: Buffer) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const open = () => new Promise<WebSocket>((opened) => server.handleUpgrade(request, raw, head, opened))
    const status = await connect({ target: request.url ?? '/', headers }, open)
    if (status !== switchingProtocols) refuse(raw, status)
  }

  return {
    /** Is this a request about sockets, as functions make them? */
    owns: (target: string) => target.startsWith(`/${stage}/@connections/`),

    /** Describes a socket (GET), sends on it (POST) or closes it (DELETE); 410 when it is gone. */
    answer: async ({ method, target, body }: WholeArrival): Promise<Answer> => {
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
    },

    connect,

    upgrade: (request: IncomingMessage, raw: Duplex, head: Buffer) => {
      raw.on('error', () => {})
      upgrade(request, raw, head).catch((cause) => {
        onError(cause)
        refuse(raw, 500)
      })
    },

    /** Resolves when no frame is being worked on. */
    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running)
    },

    /** Drops every socket and waits for the functions under way. */
    close: async () => {
      for (const { socket } of connections.values()) socket.terminate()
      await Promise.allSettled(running)
    },
  }
}

export type SocketGateway = ReturnType<typeof openSocketGateway>

const switchingProtocols = 101

const json = { 'content-type': 'application/json' }

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html */
const described = (connectedAt: number, activeAt: number): string =>
  JSON.stringify({
    connectedAt: new Date(connectedAt).toISOString(),
    identity: { sourceIp: '127.0.0.1', userAgent: null },
    lastActiveAt: new Date(activeAt).toISOString(),
  })

const eventTypes = { $connect: 'CONNECT', $disconnect: 'DISCONNECT', $default: 'MESSAGE' } as const

/** Like API Gateway's own, which end with a character that a URL must escape. */
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

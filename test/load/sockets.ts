import { EventEmitter } from 'node:events'
import type { SocketEvent } from '../../shared/runtime/socket.ts'
import type { Dice } from './dice.ts'
import { type Figures, openBucket } from './figures.ts'
import { type Functions, withinTime } from './functions.ts'
import { latencies, type Quotas } from './quotas.ts'
import type { LoadTime } from './time.ts'

type Routes = Record<'$connect' | '$default' | '$disconnect', string>

interface SocketsWorld {
  time: LoadTime
  dice: Dice
  figures: Figures
  quotas: Quotas
  functions: Functions
  routes: Routes
  /** `rate`: messages per second; `burst`: messages at once. */
  throttle: { rate: number; burst: number }
  hasRoom: () => boolean
}

/** The part of WebSocket that the simulated carrier uses. */
export interface LoadSocket extends EventEmitter {
  readyState: number
  send(text: string): void
  close(code?: number): void
  terminate(): void
  ping(): void
}

const [connecting, open, closed] = [0, 1, 3]
const gone = { 'x-amzn-errortype': 'GoneException' }

/** Simulates the WebSocket API, which runs one function per message. */
export const openLoadSockets = (world: SocketsWorld) => {
  const { time, dice, figures, quotas, functions, routes, throttle, hasRoom } = world
  const newSockets = openBucket(time.now, quotas.newSocketsPerSecond)
  const messages = openBucket(time.now, throttle.rate, throttle.burst)
  const sockets = new Map<string, { socket: LoadSocket; wayMs: number }>()
  let made = 0

  const invoke = (routeKey: keyof Routes, id: string, connectedAt: number, more: Partial<SocketEvent> = {}) => {
    const requestId = `frame-${made++}`
    const eventType = { $connect: 'CONNECT', $default: 'MESSAGE', $disconnect: 'DISCONNECT' }[routeKey]
    const event = {
      requestContext: {
        routeKey,
        eventType,
        messageId: requestId,
        extendedRequestId: requestId,
        requestTime: new Date(time.now()).toUTCString(),
        messageDirection: 'IN',
        stage: 'conversations',
        connectedAt,
        requestTimeEpoch: time.now(),
        requestId,
        domainName: 'sockets.test',
        connectionId: id,
        apiId: 'load',
      },
      isBase64Encoded: false,
      ...more,
    }
    return withinTime(time, quotas.integrationMs, functions.invoke(routes[routeKey], event))
  }

  const connect = (url: string, headers: Record<string, string>): LoadSocket => {
    const id = `socket-${made++}=`
    const connectedAt = time.now()
    const wayMs = Math.ceil(dice.within(latencies.network))
    const socket = Object.assign(new EventEmitter(), {
      readyState: connecting as number,
      send: (text: string) => {
        time.after(wayMs, () => take(text))
      },
      close: () => end(),
      terminate: () => end(),
      ping: () => {},
    })
    socket.setMaxListeners(0)
    const end = () => {
      if (socket.readyState === closed) return
      const wasOpen = socket.readyState === open
      socket.readyState = closed
      sockets.delete(id)
      figures.level('sockets', wasOpen ? -1 : 0)
      time.after(wayMs, () => {
        socket.emit('close', 1000)
        if (wasOpen) return invoke('$disconnect', id, connectedAt)
      })
    }
    const take = async (text: string) => {
      figures.rate('socket messages in')
      if (Buffer.byteLength(text) > quotas.frameBytes) return end()
      const hasPassed = messages.has(1) && hasRoom()
      if (hasPassed) messages.take(1)
      else figures.count('throttled socket message')
      const invoked = hasPassed && (await invoke('$default', id, connectedAt, { body: text }))
      if (invoked && invoked.outcome === 'answered') return
      figures.count('frames that the gateway answered')
      const answer = JSON.stringify({ message: 'Internal server error', connectionId: id })
      time.after(wayMs, () => (socket.readyState === open ? socket.emit('message', answer) : undefined))
    }
    time.after(wayMs, async () => {
      figures.rate('new sockets')
      const isTaken = newSockets.has(1) && hasRoom()
      if (isTaken) newSockets.take(1)
      else figures.count('throttled socket')
      const { searchParams } = new URL(url)
      const queryStringParameters = searchParams.size ? Object.fromEntries(searchParams) : undefined
      const invoked =
        isTaken &&
        (await invoke('$connect', id, connectedAt, {
          headers: { host: 'sockets.test', ...headers },
          queryStringParameters,
        }))
      const isLet = invoked && invoked.outcome === 'answered' && statusOf(invoked.answer) === 200
      time.after(wayMs, () => {
        if (socket.readyState === closed) return
        if (!isLet) {
          figures.count('sockets refused')
          socket.readyState = closed
          return socket.emit('error', new Error('Unexpected server response'))
        }
        sockets.set(id, { socket, wayMs })
        socket.readyState = open
        figures.level('sockets', 1)
        return socket.emit('open')
      })
    })
    return socket
  }

  return {
    connect,
    /** Answers a function's request about a connection. */
    serve: (method: string, url: URL, body: string): Response => {
      const id = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
      const found = sockets.get(id)
      if (!hasRoom()) return new Response('{"message":"Too Many Requests"}', { status: 429 })
      figures.rate(method === 'GET' ? 'questions about sockets' : 'socket messages out')
      if (!found) return new Response('{"message":"Gone"}', { status: 410, headers: gone })
      if (method === 'GET') return new Response('{}', { status: 200 })
      const { socket, wayMs } = found
      if (method === 'DELETE') socket.close()
      else time.after(wayMs, () => (socket.readyState === open ? socket.emit('message', body) : undefined))
      return new Response(null, { status: method === 'DELETE' ? 204 : 200 })
    },
  }
}

export type LoadSockets = ReturnType<typeof openLoadSockets>

const statusOf = (answer: unknown): number =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer ? Number(answer.statusCode) : 200

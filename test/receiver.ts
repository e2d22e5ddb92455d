import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { untilTheClientCloses } from '../infra/local/server.ts'

export interface ReceivedRequest {
  method: string
  path: string
  headers: Record<string, string>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into events of every shape
  body: any
}

export interface ReceiverAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface WebhookReceiver {
  url: string
  received: ReceivedRequest[]
  atOnceMax(): number
  close(): Promise<void>
}

/**
 * Opens a webhook receiver. `answer` gets the request and its number, from 0; the default answer is
 * 200.
 */
export const openReceiver = async (
  answer: (request: ReceivedRequest, index: number) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({}),
  tls?: { cert: string; key: string },
): Promise<WebhookReceiver> => {
  const received: ReceivedRequest[] = []
  let atOnce = 0
  let most = 0
  const server = tls ? createTlsServer(tls) : createServer()
  server.keepAliveTimeout = untilTheClientCloses
  server.on('request', async (request, response) => {
    most = Math.max(most, ++atOnce)
    response.on('close', () => atOnce--)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const text = await readText(request)
    const one: ReceivedRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
    const told = await answer(one, received.push(one) - 1)
    response.writeHead(told.status ?? 200, told.headers ?? { 'content-type': 'application/json' })
    response.end(told.body ?? '{"ok":true}')
  })
  const port = await listen(server)
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${port}`,
    received,
    atOnceMax: () => most,
    close: () => close(server),
  }
}

export const openRawReceiver = async (behave: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    behave(socket)
  })
  const port = await listen(server)
  return {
    url: `http://localhost:${port}`,
    connections: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return close(server)
    },
  }
}

/**
 * Answers with a protocol switch that the client did not request, and keeps the connection open.
 */
export const switchProtocols = (socket: Socket): void => {
  socket.once('data', () =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  )
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    }),
  )

const close = (server: Server & { closeAllConnections?: () => void }): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections?.()
  })

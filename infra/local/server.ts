import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

interface Served {
  handle: (request: Request) => Promise<Response>
  port: number
  bodyBytesMax: number
  /** True for errors that break the connection; other errors are answered with status 500. */
  breaks: (cause: unknown) => boolean
  upgrade?: ((request: IncomingMessage, stream: Duplex, head: Buffer) => void) | undefined
}

export interface Server extends Pick<Served, 'handle' | 'breaks'> {
  url: string
  close(): Promise<void>
}

export const serve = ({ handle, port, bodyBytesMax, breaks, upgrade }: Served) =>
  new Promise<Server>((resolve, reject) => {
    const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const response = await handle(await toRequest(incoming, bodyBytesMax))
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.flushHeaders()
      const reader = response.body?.getReader()
      outgoing.once('close', () => reader?.cancel().catch(() => {}))
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
        outgoing.write(piece.value)
      outgoing.end()
    }
    const server = createServer((incoming, outgoing) => {
      answer(incoming, outgoing).catch((cause: unknown) => {
        if (outgoing.headersSent || breaks(cause)) return incoming.socket.destroy()
        outgoing.writeHead(500).end(String(cause))
      })
    })
    server.keepAliveTimeout = untilTheClientCloses
    if (upgrade) server.on('upgrade', upgrade)
    const close = () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      resolve({ url: `http://127.0.0.1:${actual}`, handle, breaks, close })
    })
  })

/**
 * Disables the server's keep-alive time-out. Otherwise the server could close an idle connection
 * just when the client sends a request.
 */
export const untilTheClientCloses = 0

const toRequest = async (incoming: IncomingMessage, bodyBytesMax: number): Promise<Request> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('The request is too large')
    chunks.push(chunk)
  }
  const { method = 'GET', url = '/', headersDistinct } = incoming
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct)) headers.set(name, values?.join(', ') ?? '')
  const body = method === 'GET' || method === 'HEAD' ? undefined : Buffer.concat(chunks)
  return new Request(`http://${incoming.headers.host ?? '127.0.0.1'}${url}`, { method, headers, body })
}

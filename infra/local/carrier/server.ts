import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isConnectionLost } from './dialect.ts'
import type { CarrierDouble } from './double.ts'

const bodyBytesMax = 64 * 1024

/** Serves the double on 127.0.0.1; port 0 takes a free one. */
export const serveCarrier = (double: Pick<CarrierDouble, 'handle'>, port: number) =>
  new Promise<{ url: string; close(): Promise<void> }>((resolve, reject) => {
    const server = createServer((incoming, outgoing) => {
      answer(double, incoming, outgoing).catch((error: unknown) => {
        if (isConnectionLost(error)) return incoming.socket.destroy()
        outgoing.writeHead(500).end(String(error))
      })
    })
    const close = () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      const actual = typeof address === 'object' && address ? address.port : port
      resolve({ url: `http://127.0.0.1:${actual}`, close })
    })
  })

const answer = async (double: Pick<CarrierDouble, 'handle'>, incoming: IncomingMessage, outgoing: ServerResponse) => {
  const response = await double.handle(await toRequest(incoming))
  const body = new Uint8Array(await response.arrayBuffer())
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body)
}

const toRequest = async (incoming: IncomingMessage) => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('request body too large')
    chunks.push(chunk)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headersDistinct)) headers.set(name, value?.join(', ') ?? '')
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  return new Request(`http://${incoming.headers.host ?? '127.0.0.1'}${incoming.url ?? '/'}`, {
    method: incoming.method,
    headers,
    body: hasBody ? Buffer.concat(chunks) : undefined,
  })
}

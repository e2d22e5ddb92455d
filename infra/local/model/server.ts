import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ModelDouble } from './double.ts'
import type { RealtimeDouble } from './realtime.ts'

/** Prompts of 60,000 characters and long talks fit. */
const bodyBytesMax = 4 * 1024 * 1024

/** Serves the doubles on 127.0.0.1, answers as streams; port 0 takes a free one. */
export const serveModel = (double: Pick<ModelDouble, 'handle'>, port: number, realtime?: RealtimeDouble) =>
  new Promise<{ url: string; close(): Promise<void> }>((resolve, reject) => {
    const server = createServer((incoming, outgoing) => {
      const handle = async (request: Request) => (await realtime?.handle(request)) ?? double.handle(request)
      answer({ handle }, incoming, outgoing).catch(() => incoming.socket.destroy())
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
      resolve({ url: `http://127.0.0.1:${actual}/v1`, close })
    })
  })

const answer = async (double: Pick<ModelDouble, 'handle'>, incoming: IncomingMessage, outgoing: ServerResponse) => {
  const response = await double.handle(await toRequest(incoming))
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  const reader = response.body?.getReader()
  outgoing.once('close', () => reader?.cancel().catch(() => {}))
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) outgoing.write(piece.value)
  outgoing.end()
}

const toRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('The request is too large')
    chunks.push(chunk)
  }
  const { method = 'GET', url = '/', headers } = incoming
  const body = method === 'GET' || method === 'HEAD' ? undefined : Buffer.concat(chunks)
  const authorization = headers.authorization
  return new Request(`http://${headers.host ?? '127.0.0.1'}${url}`, {
    method,
    body,
    headers: authorization ? { authorization } : {},
  })
}

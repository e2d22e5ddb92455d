import { createServer } from 'node:https'

interface Received {
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  port: number
  received(): Received[]
  close(): Promise<void>
}

export const openReceiver = (tls: { cert: string; key: string }): Promise<Receiver> =>
  new Promise((resolve, reject) => {
    const received: Received[] = []
    const server = createServer(tls, (request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text
      })
      request.on('end', () => {
        const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
        received.push({ headers: Object.fromEntries(headers), body })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
      })
    })
    const close = () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      resolve({ port, received: () => [...received], close })
    })
  })

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendPlainly } from '../../../shared/providers/web/send-plainly.ts'

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?query`
}
const asked = (limitMs = 5_000) => ({
  method: 'POST',
  headers: { 'x-mark': 'one' },
  body: 'Grüße',
  signal: AbortSignal.timeout(limitMs),
})

test('what is sent arrives whole, and so does the answer', async () => {
  const url = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    response.writeHead(404).end(`${request.method} ${request.url} ${request.headers['x-mark']} ${body}`)
  })
  const { status, text } = await sendPlainly(url, asked())
  expect([status, await text()]).toEqual([404, 'POST /path?query one Grüße'])
})

test.each<[string, RequestListener]>([
  ['is refused', (request) => request.socket.destroy()],
  ['breaks off', (request, response) => response.writeHead(200).write('half', () => request.socket.destroy())],
  ['gets no answer', () => undefined],
])('a connection that %s is a TypeError, as of fetch', async (_, listener) => {
  await expect(sendPlainly(await serve(listener), asked(200))).rejects.toThrow(TypeError)
})

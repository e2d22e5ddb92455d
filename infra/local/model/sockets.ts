import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import type { RealtimeDouble } from './realtime.ts'
import type { SentEvent } from './realtime-session.ts'

const Invited = z.object({
  address: z.string().optional(),
  says: z.string().optional(),
  presses: z.string().optional(),
})

/**
 * Opens the model vendor's two WebSockets: one carries simulated SIP calls, one lets the product
 * control a call.
 */
export const openRealtimeSockets = (realtime: RealtimeDouble) => {
  const server = new WebSocketServer({ noServer: true })

  const takeCall = (socket: WebSocket) => {
    let callee: Awaited<ReturnType<RealtimeDouble['ring']>>['callee']
    const send = (told: object) => socket.send(JSON.stringify(told))
    const caller = { hears: (says: string) => send({ says }), left: () => socket.close() }
    socket.on('close', () => callee?.left())
    socket.on('message', async (data) => {
      const { address, says, presses } = Invited.parse(JSON.parse(String(data)))
      if (says !== undefined) void callee?.hears(says)
      if (presses !== undefined) callee?.presses?.(presses)
      if (address === undefined) return
      const rung = await realtime.ring(address, caller)
      callee = rung.callee
      send({ status: rung.status })
    })
  }

  const takeSideband = (socket: WebSocket, call_id: string) => {
    const session = realtime.sessionOf(call_id)
    if (!session) return socket.close(4004)
    const stop = session.listen((event) => socket.send(JSON.stringify(event)))
    socket.on('close', stop)
    socket.on('message', (data) => session.take(JSON.parse(String(data)) as SentEvent))
  }

  return {
    upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double')
      const isSideband = pathname === '/v1/realtime'
      const isKnown = request.headers.authorization === `Bearer ${realtime.apiKey}`
      if (pathname !== '/_double/invite' && !(isSideband && isKnown)) {
        stream.end(`HTTP/1.1 ${isSideband ? '401 Unauthorized' : '404 Not Found'}\r\n\r\n`)
        return
      }
      server.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', () => undefined)
        if (isSideband) takeSideband(socket, searchParams.get('call_id') ?? '')
        else takeCall(socket)
      })
    },
    close: () => {
      for (const socket of server.clients) socket.terminate()
    },
  }
}

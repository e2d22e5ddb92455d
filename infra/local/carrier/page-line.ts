import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod'
import type { LocalClock } from '../clock.ts'

/** Connection of a web page to its call. It carries text in place of sound. */
export interface PageLine {
  /** `last` is true for the last piece of an utterance. */
  hears(text: string, last: boolean): void
  quiet(): void
  listen(listener: (text: string) => void): void
  over(): void
}

const Frame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('join'), token: z.string() }),
  z.object({ type: z.literal('say'), text: z.string().trim().min(1).max(2000) }),
  z.object({ type: z.literal('hang up') }),
])

export type JoinPage = (
  token: string,
  page: PageLine,
) => { sid: string; hangUp: () => void } | { code: number; message: string }

const path = '/_double/page'
/** Milliseconds after which the carrier ends the call of a page that has lost its connection. */
const lostMs = 10_000
/** Milliseconds between pings. They detect a lost network, which closes no socket. */
const pingMs = 4_000
const frameBytesMax = 16 * 1024
const goingAway = [1000, 1001, 1005]

export const pageSocketOf = (carrierUrl: string): string => carrierUrl.replace(/^http/, 'ws') + path

/** Simulates the carrier's side of the browser SDK: a page sends its token, then exchanges text. */
export const openPageSocket = ({ clock, join }: { clock: LocalClock; join: JoinPage }) => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameBytesMax })
  return {
    upgrade: (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
      if (request.url !== path) return void stream.destroy()
      sockets.handleUpgrade(request, stream, head, (socket) => serve(socket, { clock, join }))
    },
  }
}

const serve = (socket: WebSocket, { clock, join }: { clock: LocalClock; join: JoinPage }): void => {
  let listener = (_text: string): void => {}
  let call: { hangUp: () => void } | undefined
  let isAlive = true
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  const page: PageLine = {
    hears: (text, last) => send({ type: 'said', text, last }),
    quiet: () => send({ type: 'quiet' }),
    listen: (next) => {
      listener = next
    },
    over: () => {
      send({ type: 'over' })
      socket.close(1000)
    },
  }
  const take = (text: string) => {
    const frame = Frame.safeParse(readJson(text)).data
    if (frame?.type === 'say') return listener(frame.text)
    if (frame?.type === 'hang up') return call?.hangUp()
    if (frame?.type !== 'join' || call) return socket.close(1008)
    const joined = join(frame.token, page)
    if ('code' in joined) {
      send({ type: 'refused', ...joined })
      return socket.close(1008)
    }
    call = joined
    send({ type: 'joined', sid: joined.sid })
  }
  const timer = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, pingMs)
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data) => take(String(data)))
  socket.on('error', () => {})
  socket.on('close', (code) => {
    clearInterval(timer)
    const left = call
    if (left && goingAway.includes(code)) left.hangUp()
    else if (left) clock.after(lostMs, () => left.hangUp())
  })
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

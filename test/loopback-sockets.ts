import { EventEmitter } from 'node:events'
import type { Socket } from '../infra/local/carrier/relay.ts'
import { frameBytesMax, type ServedSocket, type Upgrade } from '../infra/local/socket-gateway.ts'

const [connecting, open, closing, closed] = [0, 1, 2, 3] as const
const tooLarge = 1009
const lost = 1006

/**
 * One end of a WebSocket within the process. Messages arrive in order, one turn of the event loop
 * later.
 */
class End extends EventEmitter {
  readyState: 0 | 1 | 2 | 3 = connecting
  peer: End | undefined
  readonly #bytesMax: number
  #arriving: (() => void)[] = []

  constructor(bytesMax = Number.POSITIVE_INFINITY) {
    super()
    this.#bytesMax = bytesMax
    this.setMaxListeners(0)
  }

  send(text: string, sent?: () => void): void {
    if (this.readyState === connecting) throw new Error('WebSocket is not open: readyState 0 (CONNECTING)')
    if (this.readyState === open) this.peer?.arrive(() => this.peer?.take(text))
    if (sent) setImmediate(sent)
  }

  ping(): void {
    const { peer } = this
    peer?.arrive(() => (peer.readyState === closed ? undefined : this.arrive(() => this.tell('pong'))))
  }

  close(code = 1005): void {
    if (this.readyState === connecting) this.terminate()
    if (this.readyState !== open) return
    this.readyState = closing
    this.peer?.arrive(() => {
      this.peer?.end(code)
      this.arrive(() => this.end(code))
    })
  }

  terminate(): void {
    const wasConnecting = this.readyState === connecting
    if (this.readyState === closed) return
    this.readyState = closing
    this.arrive(() => {
      if (wasConnecting) this.tell('error', new Error('WebSocket was closed before the connection was established'))
      this.end(lost)
    })
    this.peer?.arrive(() => this.peer?.end(lost))
  }

  arrive(then: () => void): void {
    this.#arriving.push(then)
    if (this.#arriving.length > 1) return
    setImmediate(() => {
      for (const arrived of this.#arriving.splice(0)) arrived()
    })
  }

  take(text: string): void {
    if (Buffer.byteLength(text) > this.#bytesMax) this.close(tooLarge)
    else this.tell('message', Buffer.from(text))
  }

  end(code: number): void {
    if (this.readyState === closed) return
    this.readyState = closed
    this.emit('close', code)
  }

  tell(event: string, what?: unknown): void {
    if (this.readyState !== closed) this.emit(event, what)
  }
}

export const connectInProcess = (
  connect: (upgrade: Upgrade, open: () => Promise<ServedSocket>) => Promise<number>,
  address: string,
  sentHeaders: Record<string, string>,
): Socket => {
  const client = new End()
  const server = new End(frameBytesMax)
  const { host, pathname, search } = new URL(address)
  const headers = { host, connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', ...sentHeaders }
  const refuse = (status: number) => {
    client.tell('error', new Error(`Unexpected server response: ${status}`))
    client.end(lost)
  }
  const joined = async (): Promise<ServedSocket> => {
    client.peer = server
    server.peer = client
    server.readyState = open
    client.arrive(() => {
      if (client.readyState !== connecting) return server.terminate()
      client.readyState = open
      client.tell('open')
    })
    return server
  }
  setImmediate(() => {
    connect({ target: pathname + search, headers }, joined).then(
      (status) => (status === 101 ? undefined : client.arrive(() => refuse(status))),
      () => client.arrive(() => refuse(500)),
    )
  })
  return client
}

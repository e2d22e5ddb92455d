export interface ClientSocket {
  send(text: string): Promise<void>
  /** Returns the oldest message, if any. */
  take(): string | undefined
  changed(): Promise<void>
  isOpen(): boolean
  close(): void
}

/** Rejects unless the socket opens within a few seconds. */
export type OpenSocket = (url: string, headers: Record<string, string>) => Promise<ClientSocket>

const openMsMax = 4_000

/**
 * Node's WebSocket accepts headers.
 * https://github.com/nodejs/undici/blob/main/docs/docs/api/WebSocket.md
 */
export const openSocket: OpenSocket = (url, headers) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers } as unknown as string[])
    const messages: string[] = []
    let wake = () => {}
    const fail = () => {
      reject(new Error('The socket was not opened'))
      wake()
    }
    AbortSignal.timeout(openMsMax).addEventListener('abort', () => {
      if (socket.readyState !== socket.CONNECTING) return
      fail()
      socket.close()
    })
    socket.addEventListener('error', fail)
    socket.addEventListener('close', fail)
    socket.addEventListener('message', ({ data }) => {
      messages.push(String(data))
      wake()
    })
    socket.addEventListener('open', () => {
      const isOpen = () => socket.readyState === socket.OPEN
      resolve({
        send: async (text) => {
          if (!isOpen()) throw new Error('The socket is closed')
          socket.send(text)
        },
        take: () => messages.shift(),
        changed: () =>
          messages.length > 0 || !isOpen()
            ? Promise.resolve()
            : new Promise((woken) => {
                wake = woken
              }),
        isOpen,
        close: () => socket.close(),
      })
    })
  })

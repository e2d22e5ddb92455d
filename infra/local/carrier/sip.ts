import { WebSocket } from 'ws'
import * as z from 'zod'

/** One side of a call, which sends and receives whole utterances as text. */
export interface End {
  hears(text: string): void | Promise<void>
  presses?(digits: string): void
  left(): void
}

/** Calls a SIP address. Resolves with the SIP status and, after 200, the side that picked up. */
export type Invite = (
  address: string,
  caller: End,
  signal: AbortSignal,
) => Promise<{ status: number; callee?: End | undefined }>

const SipMessage = z.object({ status: z.int().optional(), says: z.string().optional() })
const unreachable = 503

/**
 * Simulates SIP over a WebSocket: the caller sends the address, the callee answers with a SIP
 * status, then both send text. Closing the socket hangs up.
 */
export const inviteOverSocket =
  (url: string | undefined): Invite =>
  (address, caller, signal) =>
    new Promise((resolve) => {
      if (!url || signal.aborted) return resolve({ status: unreachable })
      const socket = new WebSocket(url.replace(/^http/, 'ws'))
      let isBridged = false
      const end = () => {
        if (isBridged) caller.left()
        resolve({ status: unreachable })
      }
      const hangUp = () => socket.terminate()
      signal.addEventListener('abort', hangUp, { once: true })
      socket.on('open', () => socket.send(JSON.stringify({ address })))
      socket.on('error', () => undefined)
      socket.on('close', end)
      socket.on('message', (data) => {
        const { status, says } = SipMessage.parse(JSON.parse(String(data)))
        if (says !== undefined) void caller.hears(says)
        if (status === undefined) return
        isBridged = status === 200
        const callee = {
          hears: (text: string) => socket.send(JSON.stringify({ says: text })),
          presses: (digits: string) => socket.send(JSON.stringify({ presses: digits })),
          left: hangUp,
        }
        resolve({ status, callee: isBridged ? callee : undefined })
      })
    })

export type DialStatus = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled'

export const dialStatusOf = (sipStatus: number): DialStatus => {
  if (sipStatus === 486 || sipStatus === 600) return 'busy'
  return [408, 480, 487].includes(sipStatus) ? 'no-answer' : 'failed'
}

import type { CallerEvent, Speech } from '../../domain/conversations/speech.ts'
import { socketUrl } from '../web/addresses.ts'
import { type AwsParts, askAws } from './ask-aws.ts'

export interface Sockets {
  read(text: string): CallerEvent | undefined
  /** False when the socket is closed. Must be awaited before the next frame is sent. */
  send(connection_id: string, speech: Speech): Promise<boolean>
  isOpen(connection_id: string): Promise<boolean>
  close(connection_id: string): Promise<void>
}

interface Frames {
  read(text: string): CallerEvent | undefined
  write(speech: Speech): string
}

/**
 * Sends frames through the API Gateway API and stage that opened the socket.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-how-to-call-websocket-api-connections.html
 */
export const socketsOf =
  (frames: Frames) =>
  (parts: AwsParts): Sockets => {
    const ask = async (method: 'GET' | 'POST' | 'DELETE', connection_id: string, body: string): Promise<boolean> => {
      const origin = socketUrl(parts.settings).replace(/^ws/, 'http')
      const url = `${origin}/@connections/${encodeURIComponent(connection_id)}`
      const { status } = await askAws(parts, { method, url, service: 'execute-api', body })
      if (status === gone) return false
      if (status >= 300) throw new Error(`API Gateway answered ${status} about a socket`)
      return true
    }

    return {
      read: frames.read,
      send: (connection_id, speech) => ask('POST', connection_id, frames.write(speech)),
      isOpen: (connection_id) => ask('GET', connection_id, ''),
      close: async (connection_id) => {
        await ask('DELETE', connection_id, '')
      },
    }
  }

const gone = 410

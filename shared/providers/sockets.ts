import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { CallerEvent, Speech } from '../domain/conversations/speech.ts'
import type { Stage } from '../domain/stage.ts'
import { socketUrl } from './addresses.ts'
import type { Settings } from './settings.ts'

/** The other end of the conversations' sockets. */
export interface Sockets {
  /** What a frame says; undefined for a text that is no frame. */
  read(text: string): CallerEvent | undefined
  /** One frame to the carrier; false when the socket is gone, which is how calls end. Await it before the next. */
  send(connection_id: string, speech: Speech): Promise<boolean>
  /** Closes a socket that does not belong here. */
  close(connection_id: string): Promise<void>
}

/** How a carrier puts into frames what is heard and said. */
interface Frames {
  read(text: string): CallerEvent | undefined
  write(speech: Speech): string
}

interface SocketsParts {
  settings: Settings
  stage: Stage
  fetch: typeof fetch
}

export const socketsOf =
  (frames: Frames) =>
  (parts: SocketsParts): Sockets => {
    /** Frames leave through the same API and stage that they come in by. */
    let client: ApiGatewayManagementApiClient | undefined
    const open = () => {
      client ??= new ApiGatewayManagementApiClient({
        endpoint: socketUrl(parts.settings).replace(/^ws/, 'http'),
        requestHandler: { handle: (request: Outgoing) => overFetch(parts.fetch, request) },
        ...(parts.stage.isLocal ? localAccess : {}),
      })
      return client
    }

    return {
      read: frames.read,
      send: async (ConnectionId, speech) => {
        try {
          await open().send(new PostToConnectionCommand({ ConnectionId, Data: frames.write(speech) }))
          return true
        } catch (cause) {
          if (cause instanceof GoneException) return false
          throw cause
        }
      },
      close: async (ConnectionId) => {
        try {
          await open().send(new DeleteConnectionCommand({ ConnectionId }))
        } catch (cause) {
          if (!(cause instanceof GoneException)) throw cause
        }
      },
    }
  }

const localAccess = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

/** What the SDK hands to the part that carries its requests. */
interface Outgoing {
  method: string
  protocol: string
  hostname: string
  port?: number
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** The SDK's requests leave by the one way out that everything else takes. */
const overFetch = async (send: typeof fetch, request: Outgoing) => {
  const { method, protocol, hostname, port, path, headers, body } = request
  const { host: _host, 'content-length': _length, ...sent } = headers
  const response = await send(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}`, {
    method,
    headers: sent,
    body,
    signal: AbortSignal.timeout(answerMsMax),
  })
  const answer = new Uint8Array(await response.arrayBuffer())
  return { response: { statusCode: response.status, headers: Object.fromEntries(response.headers), body: answer } }
}

const answerMsMax = 5000

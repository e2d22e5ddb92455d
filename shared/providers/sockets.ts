import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'
import type { Stage } from '../domain/stage.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { callbacks } from './twilio/callbacks.ts'
import type { FrameOut } from './twilio/relay.ts'

/** The other end of the conversations' sockets. */
export interface Sockets {
  /** One frame to the carrier; false when nobody is there any more, which is how calls end. Await it before the next. */
  send(connection_id: string, frame: FrameOut): Promise<boolean>
  /** Shows a socket the door. */
  close(connection_id: string): Promise<void>
}

interface SocketsParts {
  settings: Settings
  secrets: Secrets
  stage: Stage
  fetch: typeof fetch
}

export const sockets = (parts: SocketsParts): Sockets => {
  /** Frames leave through the same API and stage that they come in by. */
  let client: ApiGatewayManagementApiClient | undefined
  const open = () => {
    client ??= new ApiGatewayManagementApiClient({
      endpoint: callbacks(parts).socketUrl().replace(/^ws/, 'http'),
      requestHandler: { handle: (request: Outgoing) => overFetch(parts.fetch, request) },
      ...(parts.stage.isLocal ? localAccess : {}),
    })
    return client
  }

  return {
    send: async (ConnectionId, frame) => {
      try {
        await open().send(new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(frame) }))
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

/** What the SDK hands to whoever carries its requests. */
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

import type { APIGatewayProxyWebsocketEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { SocketOperation } from '../operations/define.ts'
import { isWaking } from '../providers/aws/talk-functions.ts'
import type { Dependencies } from '../services.ts'
import type { Log } from '../words/log.ts'
import { Problem } from '../words/problem.ts'
import type { FunctionEntry } from './entry.ts'
import { dependenciesOf } from './wiring.ts'

export interface Frame {
  connection_id: string
  /** Equal when API Gateway delivers the same frame again. */
  frame_id: string
  /** Epoch milliseconds of arrival; frames are processed in any order. */
  at: number
  /** Empty on connect and disconnect. */
  text: string
  headers: Record<string, string | undefined>
  /** Real milliseconds left in this Lambda invocation. */
  remainingMs: () => number
  log: Log
}

type Handle<O extends SocketOperation> = (frame: Frame, services: Dependencies<O['uses'][number]>) => Promise<void>
type Wake<O extends SocketOperation> = (
  model_id: number | undefined,
  services: Dependencies<O['uses'][number]>,
) => Promise<void>

/** Only a connect event has headers and a query. */
export type SocketEvent = Omit<APIGatewayProxyWebsocketEventV2, 'body'> & {
  body?: string
  queryStringParameters?: Record<string, string | undefined>
  headers?: Record<string, string | undefined>
}

/**
 * Makes a socket's Lambda handler. The handler never returns a body, because the carrier would
 * receive it as an invalid message.
 */
export const socket = <O extends SocketOperation>(
  operation: O,
  handle: Handle<O>,
  wake: Wake<O> = async () => undefined,
): FunctionEntry<O, SocketEvent, Result> => ({
  operation,
  open: (parts, registry) => {
    const services = dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>
    return async (event, context) => {
      if (isWaking(event)) {
        await wake(event.model_id, services).catch((cause) =>
          parts.log.warn('a function could not prepare a talk', { cause }),
        )
        return { statusCode: 200 }
      }
      const connection_id = event.requestContext.connectionId
      const log = parts.log.with({ operation: operation.id, kind: operation.kind, connection_id })
      const headers = Object.fromEntries(
        Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      )
      try {
        const { requestId, messageId: frame_id = requestId, requestTimeEpoch: at } = event.requestContext
        const remainingMs = () => context.getRemainingTimeInMillis()
        await handle({ connection_id, frame_id, at, text: event.body ?? '', headers, remainingMs, log }, services)
        return { statusCode: 200 }
      } catch (cause) {
        if (cause instanceof Problem) log.warn('frame could not be acted on', { code: cause.code })
        else log.error('accident', { cause })
        return { statusCode: operation.route === '$connect' ? 403 : 200 }
      }
    }
  },
})

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { CallbackOperation, NoticeOperation } from '../operations/define.ts'
import { isWaking } from '../providers/aws/talk-functions.ts'
import type { Log } from '../words/log.ts'
import { Problem } from '../words/problem.ts'
import { textOf } from './body.ts'
import type { Parts } from './parts.ts'

interface SignedPost {
  event: APIGatewayProxyEventV2
  /** The exact bytes that were signed. */
  body: string
  log: Log
}

type Receive = (post: SignedPost) => Promise<Result | undefined>

/** Used by callbacks and notices. Unexpected errors get 500, so that the sender retries. */
export const signedPost =
  ({ id, kind }: CallbackOperation | NoticeOperation, parts: Parts, receive: Receive) =>
  async (event: APIGatewayProxyEventV2): Promise<Result> => {
    if (isWaking(event)) return { statusCode: 204 }
    const log = parts.log.with({ operation: id, kind, request_id: event.requestContext.requestId })
    try {
      const received = await receive({ event, body: textOf(event), log })
      if (received) return received
      log.warn(`refused a ${kind} with a wrong signature`)
      return { statusCode: 403, body: '' }
    } catch (cause) {
      if (cause instanceof Problem) {
        log.warn(`${kind} could not be acted on`, { code: cause.code })
        return { statusCode: 204 }
      }
      log.error('accident', { cause })
      return { statusCode: 500, body: '' }
    }
  }

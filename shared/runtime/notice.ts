import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { Log } from '../domain/log.ts'
import { Problem } from '../domain/problem.ts'
import type { NoticeOperation } from '../operations/define.ts'
import type { Supplied } from '../services.ts'
import type { Entry } from './entry.ts'
import { supply } from './wiring.ts'

/** A signed event of a model's vendor, whatever it is about. */
export interface Noticed {
  event: unknown
  log: Log
}

type Handle<O extends NoticeOperation> = (noticed: Noticed, services: Supplied<O['uses'][number]>) => Promise<void>

export type NoticeEntry = Entry<NoticeOperation, APIGatewayProxyEventV2, Result>

/** What every notice uses beside its own parts. */
export const noticeUses = ['realtime.isGenuine'] as const

/**
 * The envelope of what a model's vendor posts, signed as Standard Webhooks says. A wrong or an old signature is refused and
 * changes nothing; once it was right the answer is 2xx, except for accidents, after which the vendor posts it again.
 */
export const notice = <O extends NoticeOperation>(
  operation: O,
  handle: Handle<O>,
): Entry<O, APIGatewayProxyEventV2, Result> => ({
  operation,
  open: (parts, registry) => {
    const services = supply(operation.uses, registry, parts) as Supplied<O['uses'][number]>
    const { realtime } = supply(noticeUses, registry, parts)

    return async (request) => {
      const log = parts.log.with({
        operation: operation.id,
        kind: operation.kind,
        request_id: request.requestContext.requestId,
      })
      try {
        const body = textOf(request)
        if (!(await realtime.isGenuine(request.headers, body))) {
          log.warn('refused a notice with a wrong signature')
          return { statusCode: 403, body: '' }
        }
        await handle({ event: readJson(body), log }, services)
        return { statusCode: 204 }
      } catch (cause) {
        if (cause instanceof Problem) {
          log.warn('notice could not be acted on', { code: cause.code })
          return { statusCode: 204 }
        }
        log.error('accident', { cause })
        return { statusCode: 500, body: '' }
      }
    }
  },
})

/** Exactly what was signed. */
const textOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString() : body

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

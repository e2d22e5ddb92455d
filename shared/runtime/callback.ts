import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { Log } from '../domain/log.ts'
import { Problem } from '../domain/problem.ts'
import type { CallbackOperation } from '../operations/define.ts'
import type { Supplied } from '../services.ts'
import type { Entry } from './entry.ts'
import { supply } from './wiring.ts'

/** A signed form of the carrier. */
export interface Posted {
  form: Record<string, string>
  /** What stands for `{ref}` in the path. */
  ref: string | undefined
  log: Log
}

/** TwiML to answer with, or nothing. */
type Handle<O extends CallbackOperation> = (
  posted: Posted,
  services: Supplied<O['uses'][number]>,
) => Promise<string | undefined>

export type CallbackEntry = Entry<CallbackOperation, APIGatewayProxyEventV2, Result>

/** What every callback uses beside its own parts. */
export const callbackUses = ['callbacks.isGenuine'] as const

/**
 * The envelope of what the carrier posts. A wrong signature is refused and changes nothing; once it was right the
 * answer is 2xx, except for accidents, which the carrier may then repeat.
 */
export const callback = <O extends CallbackOperation>(
  operation: O,
  handle: Handle<O>,
): Entry<O, APIGatewayProxyEventV2, Result> => ({
  operation,
  open: (parts, registry) => {
    const services = supply(operation.uses, registry, parts) as Supplied<O['uses'][number]>
    const { callbacks } = supply(callbackUses, registry, parts)

    return async (event) => {
      const log = parts.log.with({
        operation: operation.id,
        kind: operation.kind,
        request_id: event.requestContext.requestId,
      })
      try {
        const form = readForm(event)
        const path = event.rawPath + (event.rawQueryString ? `?${event.rawQueryString}` : '')
        if (!(await callbacks.isGenuine(path, form, event.headers['x-twilio-signature']))) {
          log.warn('refused a callback with a wrong signature')
          return { statusCode: 403, body: '' }
        }
        const twiml = await handle({ form, ref: event.pathParameters?.ref, log }, services)
        return twiml === undefined
          ? { statusCode: 204 }
          : { statusCode: 200, headers: { 'content-type': 'text/xml' }, body: twiml }
      } catch (cause) {
        if (cause instanceof Problem) {
          log.warn('callback could not be acted on', { code: cause.code })
          return { statusCode: 204 }
        }
        log.error('accident', { cause })
        return { statusCode: 500, body: '' }
      }
    }
  },
})

const readForm = (event: APIGatewayProxyEventV2): Record<string, string> => {
  const body = event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64').toString() : (event.body ?? '')
  return Object.fromEntries(new URLSearchParams(body))
}

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { Log } from '../domain/log.ts'
import type { CallbackOperation } from '../operations/define.ts'
import type { Supplied } from '../services.ts'
import type { Entry } from './entry.ts'
import { signedPost } from './signed-post.ts'
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

/** The envelope of what the carrier posts. */
export const callback = <O extends CallbackOperation>(
  operation: O,
  handle: Handle<O>,
): Entry<O, APIGatewayProxyEventV2, Result> => ({
  operation,
  open: (parts, registry) => {
    const services = supply(operation.uses, registry, parts) as Supplied<O['uses'][number]>
    const { callbacks } = supply(callbackUses, registry, parts)

    return signedPost(operation, parts, async ({ event, body, log }) => {
      const form = Object.fromEntries(new URLSearchParams(body))
      const path = event.rawPath + (event.rawQueryString ? `?${event.rawQueryString}` : '')
      if (!(await callbacks.isGenuine(path, form, event.headers['x-twilio-signature']))) return undefined
      const twiml = await handle({ form, ref: event.pathParameters?.ref, log }, services)
      if (twiml === undefined) return { statusCode: 204 }
      return { statusCode: 200, headers: { 'content-type': 'text/xml' }, body: twiml }
    })
  },
})

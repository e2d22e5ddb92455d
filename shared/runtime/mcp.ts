import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type { McpOperation } from '../operations/define.ts'
import type { Dependencies } from '../services.ts'
import type { Log } from '../words/log.ts'
import { Problem } from '../words/problem.ts'
import { bodyBytes, bodyBytesMax, textOf } from './body.ts'
import type { FunctionEntry } from './entry.ts'
import { refusing, replyTo, type ToolServer } from './mcp/tool-server.ts'
import { problemAnswer } from './problem-answer.ts'
import { safetyHeaders } from './safety-headers.ts'
import { dependenciesOf } from './wiring.ts'

export interface McpSender {
  authorization: string | undefined
  query: URLSearchParams
  log: Log
}

type Open<O extends McpOperation> = (
  caller: McpSender,
  services: Dependencies<O['uses'][number]>,
) => Promise<ToolServer>

export const mcpUses = ['publicApi.isOwnOrigin'] as const

/**
 * Serves the Model Context Protocol over HTTP, without sessions. Refuses pages of other origins,
 * which could misuse a user's browser.
 */
export const mcp = <O extends McpOperation>(
  operation: O,
  open: Open<O>,
): FunctionEntry<O, APIGatewayProxyEventV2, Result> => ({
  operation,
  open: (parts, registry) => {
    const services = dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>
    const { publicApi } = dependenciesOf(mcpUses, registry, parts)

    const answer = async (event: APIGatewayProxyEventV2, log: Log): Promise<Result> => {
      const { headers, requestContext, rawQueryString } = event
      if (requestContext.http.method !== 'POST') return { statusCode: 405, headers: { allow: 'POST' }, body: '' }
      if (headers.origin !== undefined && !publicApi.isOwnOrigin(headers.origin)) throw new Problem('foreign_origin')
      if (bodyBytes(event) > bodyBytesMax) throw new Problem('payload_too_large')
      const query = new URLSearchParams(rawQueryString)
      const opened = await open({ authorization: headers.authorization, query, log }, services).catch(unlessInvalid)
      const asked = textOf(event)
      const { status, message } =
        opened instanceof Problem ? refusing(asked, opened) : await replyTo(opened, asked, headers)
      if (!message) return { statusCode: status, body: '' }
      const text = JSON.stringify(message)
      // Some clients accept results only as an event stream.
      return status === 200 && /\btext\/event-stream\b/.test(headers.accept ?? '')
        ? { statusCode: status, headers: eventStream, body: `event: message\ndata: ${text}\n\n` }
        : { statusCode: status, headers: json, body: text }
    }

    return async (event) => {
      const { requestId } = event.requestContext
      const log = parts.log.with({ operation: operation.id, kind: operation.kind, request_id: requestId })
      const answered = await answer(event, log).catch((cause: unknown) => {
        if (!(cause instanceof Problem)) log.error('accident', { cause })
        const refused = problemAnswer(cause instanceof Problem ? cause : new Problem('server_error'))
        return { ...refused, headers: { ...json, ...refused.headers } }
      })
      const always = { 'cache-control': 'no-store', ...safetyHeaders, 'x-request-id': requestId }
      return { ...answered, headers: { ...always, ...answered.headers } }
    }
  },
})

/**
 * Returns validation errors, which are answered by JSON-RPC. Throws other errors, which are
 * answered by HTTP.
 */
const unlessInvalid = (cause: unknown): Problem => {
  if (cause instanceof Problem && cause.code === 'validation_failed') return cause
  throw cause
}

const json = { 'content-type': 'application/json' }
const eventStream = { 'content-type': 'text/event-stream' }

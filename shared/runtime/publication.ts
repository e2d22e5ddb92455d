import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type * as z from 'zod'
import type { PublicationOperation } from '../operations/define.ts'
import type { Dependencies } from '../services.ts'
import { Problem } from '../words/problem.ts'
import type { FunctionEntry } from './entry.ts'
import { problemAnswer } from './problem-answer.ts'
import { safetyHeaders } from './safety-headers.ts'
import { dependenciesOf } from './wiring.ts'

type Handle<O extends PublicationOperation> = (
  services: Dependencies<O['uses'][number]>,
) => Promise<z.input<O['returns']>>

export const publication = <O extends PublicationOperation>(
  operation: O,
  handle: Handle<O>,
): FunctionEntry<O, APIGatewayProxyEventV2, Result> => ({
  operation,
  open: (parts, registry) => {
    const services = dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>
    return async ({ requestContext }) => {
      const { requestId } = requestContext
      const headers = { 'content-type': 'application/json', ...safetyHeaders, 'x-request-id': requestId }
      try {
        const body = JSON.stringify(operation.returns.parse(await handle(services)))
        const about = { ...headers, 'cache-control': `public, max-age=${operation.cachedSeconds}` }
        return { statusCode: 200, headers: about, body }
      } catch (cause) {
        const log = parts.log.with({ operation: operation.id, kind: operation.kind, request_id: requestId })
        log.error('accident', { cause })
        const answer = problemAnswer(new Problem('server_error'))
        return { ...answer, headers: { ...headers, ...answer.headers, 'cache-control': 'no-store' } }
      }
    }
  },
})

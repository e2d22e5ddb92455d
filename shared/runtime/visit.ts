import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 as Result } from 'aws-lambda'
import type * as z from 'zod'
import type { VisitOperation } from '../operations/define.ts'
import type { Dependencies } from '../services.ts'
import { type FormValues, merge, read, type Shape } from '../words/form.ts'
import { parseJson } from '../words/json.ts'
import type { Log } from '../words/log.ts'
import { type FieldErrors, Problem } from '../words/problem.ts'
import { authenticate, authenticationUses, type Identity } from './authenticate.ts'
import { bodyBytes, textOf } from './body.ts'
import type { FunctionEntry } from './entry.ts'
import type { Parts } from './parts.ts'
import { problemAnswer } from './problem-answer.ts'
import { allow, rateLimitUses } from './rate-limit.ts'
import { safetyHeaders } from './safety-headers.ts'
import { dependenciesOf } from './wiring.ts'

const visitBytesMax = 64 * 1024
const preflightSeconds = 7200

/** A request of a visitor. `origin` proves nothing, because programs can send any origin. */
export interface VisitRequest<O extends VisitOperation> {
  origin: string | undefined
  /** IP address; never store or log it in clear. */
  address: string
  user_id: number | undefined
  uuid: string
  key: string | undefined
  body(check?: (values: Partial<FormValues<O['body']>>) => FieldErrors): FormValues<O['body']>
  log: Log
}

type Handle<O extends VisitOperation> = (
  request: VisitRequest<O>,
  services: Dependencies<O['uses'][number]>,
) => Promise<z.input<O['returns']>>

type Event = APIGatewayProxyEventV2
export const visit = <O extends VisitOperation>(operation: O, handle: Handle<O>): FunctionEntry<O, Event, Result> => ({
  operation,
  open: (parts, registry) => {
    const known = dependenciesOf([...authenticationUses, ...rateLimitUses], registry, parts)
    const services = dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>
    return async (event) => {
      const { requestId, http } = event.requestContext
      const origin = event.headers.origin
      const log = parts.log.with({ operation: operation.id, kind: operation.kind, request_id: requestId })
      const finish = (result: Result, isReadable = true): Result => ({
        ...result,
        headers: {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          ...safetyHeaders,
          'x-request-id': requestId,
          vary: 'Origin',
          ...(origin !== undefined && isReadable && { 'access-control-allow-origin': origin }),
          ...result.headers,
        },
      })
      if (http.method === 'OPTIONS') return finish({ statusCode: 204, headers: preflightHeaders(operation) })
      try {
        const request = await readVisit(operation, event, { parts, known, log })
        const body = operation.returns.parse(await handle(request, services))
        return finish({ statusCode: operation.status, body: JSON.stringify(body) })
      } catch (cause) {
        if (!(cause instanceof Problem)) log.error('accident', { cause })
        const problem = cause instanceof Problem ? cause : new Problem('server_error')
        return finish(problemAnswer(problem, true), problem.code !== 'origin_not_allowed')
      }
    }
  },
})

const preflightHeaders = ({ method }: VisitOperation) => ({
  'access-control-allow-methods': method,
  'access-control-allow-headers': 'content-type, idempotency-key',
  'access-control-max-age': String(preflightSeconds),
})

interface Surroundings {
  parts: Parts
  known: Dependencies<(typeof authenticationUses)[number] | (typeof rateLimitUses)[number]>
  log: Log
}

const readVisit = async <O extends VisitOperation>(
  operation: O,
  event: Event,
  { parts, known, log }: Surroundings,
): Promise<VisitRequest<O>> => {
  if (bodyBytes(event) > visitBytesMax) throw new Problem('payload_too_large')
  const identity = await identify(operation, event, parts, known)
  const body = readJson(event)
  return {
    origin: event.headers.origin,
    address: event.requestContext.http.sourceIp,
    user_id: identity?.user_id,
    uuid: event.pathParameters?.uuid?.toLowerCase() ?? '',
    key: keyOf(event),
    body: (check) => {
      if (!operation.body) throw new Error(`${operation.id} declares no form`)
      const reading = read<Shape>(operation.body, body)
      const values = reading.values as Partial<FormValues<O['body']>>
      const errors = check ? merge(reading.errors, check(values)) : reading.errors
      if (Object.keys(errors).length) throw new Problem('validation_failed', { errors })
      return values as FormValues<O['body']>
    },
    log,
  }
}

/** Identifies the user by a token, which may be missing. Throws if the token is invalid. */
const identify = async (
  { method }: VisitOperation,
  event: Event,
  parts: Parts,
  { tokens, rateLimit }: Surroundings['known'],
): Promise<Identity | undefined> => {
  const { authorization } = event.headers
  if (authorization === undefined) return undefined
  const claim = authenticate.claim(authorization)
  if (!claim) throw new Problem('unauthenticated')
  const now = parts.clock.now()
  const identity = authenticate(claim, method === 'GET' ? 'read' : 'operate', tokens, now)
  return allow({ identity, claim, now, rateLimit }, () => undefined)
}

const readJson = (event: Event): unknown => {
  try {
    return parseJson(textOf(event) || '{}')
  } catch {
    throw new Problem('malformed_json')
  }
}

const keyPattern = /^[\x20-\x7e]{1,255}$/

const keyOf = (event: Event): string | undefined => {
  const key = event.headers['idempotency-key']
  if (key !== undefined && !keyPattern.test(key)) throw new Problem('invalid_idempotency_key')
  return key
}

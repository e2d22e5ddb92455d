import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type * as z from 'zod'
import type { Allowance } from '../data/account/rate-limit.ts'
import { mayDo, type Scope } from '../domain/account/scope.ts'
import { type ReadToken, tokenId } from '../domain/account/token.ts'
import type { SentFile } from '../domain/knowledge/document.ts'
import { type HttpOperation, waitsForOthers } from '../operations/define.ts'
import type { Dependencies } from '../services.ts'
import { type Form, type FormValues, finding, isObject, merge, type Reading, read, type Shape } from '../words/form.ts'
import { idAt, readId } from '../words/id.ts'
import { parseJson } from '../words/json.ts'
import type { Log } from '../words/log.ts'
import type { PageLocation } from '../words/page.ts'
import { type FieldErrors, Problem } from '../words/problem.ts'
import { regionPattern } from '../words/region.ts'
import { isUuid } from '../words/uuid.ts'
import { authenticate, authenticationUses, type Identity } from './authenticate.ts'
import { bodyBytes, bodyBytesMax, textOf } from './body.ts'
import type { FunctionEntry } from './entry.ts'
import { formBytesMax, isFormData, readFormData } from './form-data.ts'
import { once } from './idempotent.ts'
import { gated } from './optimistic.ts'
import type { Parts } from './parts.ts'
import { problemAnswer } from './problem-answer.ts'
import { allow, asOneOfFew, rateHeaders, rateLimitUses, waitingUses } from './rate-limit.ts'
import { safetyHeaders } from './safety-headers.ts'
import { dependenciesOf } from './wiring.ts'

type ValuesOf<F> = F extends Form<infer S extends Shape> ? Partial<FormValues<Form<S>>> : never
export type FormCheck<F> = (values: ValuesOf<F>) => FieldErrors | Promise<FieldErrors>

/** `query` and `body` are validated when the handler calls them. */
export interface Request<O extends HttpOperation> {
  user_id: number
  /** Identifies the token, but cannot be used as the token. */
  token_id: string
  id: number
  innerId: number
  region: string
  uuid: string
  query(check?: FormCheck<O['query']>): Promise<FormValues<O['query']>>
  /** Throws the 403 problem if the token lacks this scope. */
  demand(scope: Scope): Promise<void>
  body(check?: FormCheck<O['body']>): Promise<FormValues<O['body']>>
  file: SentFile | undefined
  /** Valid members of the body, for reads that start before the body is validated. */
  bodyValues(): ValuesOf<O['body']>
  bodyNames(): string[]
  /** Path and filters, for the links to other pages of a list. */
  location: PageLocation
  /** The id that `create` tries first. */
  newId: number
  /** A repeated request gets the id of its first run, so it finds what the first run created. */
  create(create: (id: number) => Promise<boolean>): Promise<number>
  log: Log
}

type Handle<O extends HttpOperation> = (
  request: Request<O>,
  services: Dependencies<O['uses'][number]>,
) => Promise<z.input<O['returns']>>

type Event = APIGatewayProxyEventV2 & {
  claim?: ReadToken
  identity?: Promise<Identity>
  allowance?: Allowance
  file?: SentFile
}
type Result = APIGatewayProxyStructuredResultV2
export type HttpEntry = FunctionEntry<HttpOperation, APIGatewayProxyEventV2, Result>

const createAttemptsMax = 5

export const http = <O extends HttpOperation>(
  operation: O,
  handle: Handle<O>,
): FunctionEntry<O, APIGatewayProxyEventV2, Result> => ({
  operation,
  open: (parts, registry) => {
    const known = dependenciesOf([...authenticationUses, ...rateLimitUses], registry, parts)
    const waiting = waitsForOthers(operation) ? dependenciesOf(waitingUses, registry, parts) : undefined
    const scoped = (event: Event) =>
      parts.log.with({
        operation: operation.id,
        kind: operation.kind,
        request_id: event.requestContext.requestId,
        user_id: authenticate.claim(event.headers.authorization)?.user_id,
      })

    const run = async (event: Event): Promise<Result> => {
      const { claim, identity } = event
      if (!claim || !identity) throw new Error('The request has not been identified')
      const now = parts.clock.now()
      const log = scoped(event)
      const answer = async (id: number, resumed: boolean, behindGate: Parts): Promise<unknown> => {
        const { user_id } = claim
        const token_id = tokenId(claim.hash)
        const request = readRequest(operation, event, { id, resumed, user_id, token_id, identity, parts, log })
        const work = (parts: Parts) =>
          handle(request, dependenciesOf(operation.uses, registry, parts) as Dependencies<O['uses'][number]>)
        if (!waiting) return work(behindGate)
        const refuse = () => log.warn('too many requests')
        return asOneOfFew({ identity, claim, now, refuse, ...waiting }, behindGate, work)
      }
      const respond = async (body: unknown): Promise<Result> => {
        await identity
        return { statusCode: operation.status, body: JSON.stringify(operation.returns.parse(body)) }
      }
      const freshId = idAt(now, parts.random.number())
      const key = event.headers['idempotency-key']
      if (operation.method !== 'POST' || key === undefined)
        return respond(await answer(freshId, false, gated(identity, parts)))
      const { user_id } = await identity
      return once({ operation, key, user_id, event, parts, registry, freshId, log }, async (id, resumed) =>
        respond(await answer(id, resumed, parts)),
      )
    }

    const envelope = middy<Event, Result>()
      .use(answering(operation, scoped))
      .use(refusingLargeBodies(operation))
      .use(identifying(operation, parts, known, scoped))
      .use(readingBodies(operation))
      .handler(run)
    return (event, context) => envelope(event, context) as Promise<Result>
  },
})

const hasForm = ({ takesFile }: HttpOperation, { headers }: Event): boolean =>
  takesFile && isFormData(headers['content-type'])

const refusingLargeBodies = (operation: HttpOperation): middy.MiddlewareObj<Event, Result> => ({
  before: ({ event }) => {
    if (bodyBytes(event) > (hasForm(operation, event) ? formBytesMax : bodyBytesMax))
      throw new Problem('payload_too_large')
  },
})

const readingBodies = (operation: HttpOperation): middy.MiddlewareObj<Event, Result> => ({
  before: async ({ event }) => {
    if (!hasForm(operation, event)) {
      Object.assign(event, { body: readJson(event) })
      return
    }
    const sent = await readFormData(event)
    if (!sent) throw new Problem(operation.invalid, { errors: finding('body', 'The :attribute is no form.') })
    Object.assign(event, { body: sent.fields, file: sent.file })
  },
})

const readJson = (event: Event): unknown => {
  try {
    return parseJson(textOf(event) || '{}')
  } catch {
    throw new Problem('malformed_json')
  }
}

type Identifying = Dependencies<(typeof authenticationUses)[number] | (typeof rateLimitUses)[number]>

const identifying = (
  { scope }: HttpOperation,
  { clock }: Parts,
  { tokens, rateLimit }: Identifying,
  scoped: (event: Event) => Log,
): middy.MiddlewareObj<Event, Result> => ({
  before: ({ event }) => {
    const claim = authenticate.claim(event.headers.authorization)
    if (!claim) throw new Problem('unauthenticated')
    event.claim = claim
    const now = clock.now()
    const identity = authenticate(claim, scope, tokens, now)
    event.identity = allow({ identity, claim, now, rateLimit }, (allowance) => {
      event.allowance = allowance
      if (!allowance.isAllowed) scoped(event).warn('too many requests')
    })
    event.identity.catch(() => undefined)
  },
})

/**
 * Middleware that completes headers and turns errors into answers. Only the log gets the cause of a
 * 500.
 */
const answering = (operation: HttpOperation, scoped: (event: Event) => Log): middy.MiddlewareObj<Event, Result> => {
  const finish = async (event: Event, response: Result): Promise<Result> => {
    await event.allowance?.settled
    return {
      ...response,
      headers: {
        'content-type': 'application/json',
        // Caches must not keep the answer, which is only for the token's user.
        'cache-control': 'no-store',
        ...safetyHeaders,
        'x-request-id': event.requestContext.requestId,
        ...rateHeaders(event.allowance),
        ...response.headers,
      },
    }
  }
  return {
    after: async (request) => {
      if (request.response) request.response = await finish(request.event, request.response)
    },
    onError: async (request) => {
      const cause = await realCause(request.event, request.error)
      if (!(cause instanceof Problem)) scoped(request.event).error('accident', { cause })
      request.response = await finish(request.event, problemAnswer(asProblem(cause, operation), operation.saysError))
    },
  }
}

/** Returns the token's problem in place of another problem, if the token is bad. */
const realCause = async (event: Event, error: unknown): Promise<unknown> => {
  try {
    await event.identity
    return error
  } catch (cause) {
    return cause
  }
}

const asProblem = (cause: unknown, operation: HttpOperation): Problem =>
  cause instanceof Problem ? cause : new Problem(operation.accident)

interface Surroundings {
  id: number
  resumed: boolean
  user_id: number
  token_id: string
  identity: Promise<Identity>
  parts: Parts
  log: Log
}

const readRequest = <O extends HttpOperation>(operation: O, event: Event, scope: Surroundings): Request<O> => {
  const { parts, user_id, token_id } = scope
  const pathId = operation.path.includes('{id}') ? readId(event.pathParameters?.id) : 0
  if (pathId === undefined) throw new Problem(operation.missing)
  const [, innerName] = /\{(document_id|version|call_id)\}/.exec(operation.path) ?? []
  const innerId = innerName ? readId(event.pathParameters?.[innerName]) : 0
  if (innerId === undefined) throw new Problem(operation.missing)
  const region = event.pathParameters?.region ?? ''
  if (operation.path.includes('{region}') && !regionPattern.test(region)) throw new Problem(operation.missing)
  const uuid = event.pathParameters?.uuid?.toLowerCase() ?? ''
  if (operation.path.includes('{uuid}') && !isUuid(uuid)) throw new Problem(operation.missing)
  const body: unknown = event.body
  const query = readQuery(event.rawQueryString)
  return {
    user_id,
    token_id,
    id: pathId,
    innerId,
    region,
    uuid,
    file: event.file,
    query: (check) =>
      checked(operation, operation.query, query, check as FormCheck<Form>) as Promise<FormValues<O['query']>>,
    demand: async (wanted) => {
      if (!mayDo((await scope.identity).scope, wanted)) throw new Problem('not_permitted')
    },
    body: (check) =>
      checked(operation, operation.body, body, check as FormCheck<Form>) as Promise<FormValues<O['body']>>,
    bodyValues: () => (operation.body ? read(operation.body as Form, body).values : {}) as ValuesOf<O['body']>,
    bodyNames: () => (isObject(body) ? Object.keys(body) : []),
    location: locationOf(event, query),
    newId: scope.id,
    create: async (create) => {
      if (await create(scope.id)) return scope.id
      if (scope.resumed) return scope.id
      for (let attempt = 1; attempt < createAttemptsMax; attempt++) {
        const id = idAt(parts.clock.now(), parts.random.number())
        if (await create(id)) return id
      }
      throw new Error('No id was free')
    },
    log: scope.log,
  }
}

const checked = async (operation: HttpOperation, form: Form | undefined, input: unknown, check?: FormCheck<Form>) => {
  if (!form) throw new Error(`${operation.id} declares no such form`)
  const reading: Reading<Shape> = read(form, input)
  const errors = check ? merge(reading.errors, await check(reading.values)) : reading.errors
  if (Object.keys(errors).length) throw new Problem(operation.invalid, { errors })
  return reading.values
}

/** The last of a repeated parameter counts; an empty parameter counts as absent. */
const readQuery = (raw: string): Record<string, string> =>
  Object.fromEntries([...new Map(new URLSearchParams(raw))].filter(([, value]) => value !== ''))

const locationOf = (event: Event, query: Record<string, string>): PageLocation => {
  const { page: _page, ...filters } = query
  const protocol = event.headers['x-forwarded-proto'] ?? 'https'
  return { path: `${protocol}://${event.headers.host ?? event.requestContext.domainName}${event.rawPath}`, filters }
}

export type { Context }

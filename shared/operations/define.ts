import type * as z from 'zod'
import type { UserLimit } from '../domain/account/job-limits.ts'
import { type Scope, scopeOf } from '../domain/account/scope.ts'
import type { ReportKind } from '../domain/calls/carrier-report.ts'
import type { Use } from '../services.ts'
import type { Form, FormValues, Shape } from '../words/form.ts'
import type { ProblemCode } from '../words/problem.ts'

/**
 * Declaration of an operation, from which Lambda, route, role, alarm, API document and tests are
 * derived.
 */
export type Operation =
  | HttpOperation
  | AssetOperation
  | PublicationOperation
  | VisitOperation
  | CallbackOperation
  | NoticeOperation
  | McpOperation
  | SocketOperation
  | WorkerOperation
  | ScheduleOperation

interface Basics<K extends string, U extends readonly Use[]> {
  readonly kind: K
  /** Name of the file, test, Lambda, operationId, log field and alarm. */
  readonly id: string
  readonly area: string
  readonly uses: U
  readonly timeoutSeconds: number
  readonly memoryMegabytes: number
  /** Relative share of the Lambda concurrency that the stage reserves. */
  readonly reservedShare: number
}

interface Routed<K extends string, M extends Method, U extends readonly Use[]> extends Basics<K, U> {
  readonly method: M
  readonly path: `/${string}`
  readonly summary: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Operation that needs a user's token. */
export interface HttpOperation<
  Q extends Form | undefined = Form | undefined,
  B extends Form | undefined = Form | undefined,
  R extends z.ZodType = z.ZodType,
  U extends readonly Use[] = readonly Use[],
> extends Routed<'http', Method, U> {
  /**
   * Path below `/api`. `{id}` identifies an object; other parameters identify a part of this
   * object. Unknown values get the problem `missing`.
   */
  readonly path: `/${string}`
  readonly alsoAt: readonly `/${string}`[]
  readonly description: string
  readonly query: Q
  readonly body: B
  readonly status: 200 | 201 | 202
  /** Members of the answer. Members that this schema lacks are not sent. */
  readonly returns: R
  readonly missing: ProblemCode
  readonly invalid: ProblemCode
  readonly accident: ProblemCode
  readonly problems: readonly ProblemCode[]
  /** True when a multipart form with `file` may replace the JSON body. */
  readonly takesFile: boolean
  readonly saysError: boolean
  /** True when the answer has a secret that is not stored in clear. */
  readonly showsSecret: boolean
  /**
   * Derived from the method, except for operations that show secrets or decide where data is sent.
   */
  readonly scope: Scope
  /**
   * True when agents get the operation as a tool. Secrets must not be shown to a model, because the
   * model may repeat them.
   */
  readonly agents: boolean
  /**
   * True when the operation makes phones ring or sends SMS. An agent must then ask its user
   * first, as for a DELETE.
   */
  readonly reachesPeople: boolean
}

/** Public file that is bundled with the function. */
export interface AssetOperation extends Routed<'asset', 'GET', readonly []> {
  readonly playsRecordings: boolean
  readonly redirectedFrom: readonly `/${string}`[]
}

/** Operation that needs no token. */
export interface PublicationOperation<R extends z.ZodType = z.ZodType, U extends readonly Use[] = readonly Use[]>
  extends Routed<'publication', 'GET', U> {
  readonly description: string
  readonly returns: R
  /** Seconds for which clients and caches are allowed to keep the answer. */
  readonly cachedSeconds: number
}

/**
 * Operation for web pages, without a token. The assistant's widget must allow the page's origin.
 */
export interface VisitOperation<
  B extends Form | undefined = Form | undefined,
  R extends z.ZodType = z.ZodType,
  U extends readonly Use[] = readonly Use[],
> extends Routed<'visit', 'GET' | 'POST', U> {
  readonly description: string
  readonly body: B
  readonly status: 200 | 201
  readonly returns: R
  readonly problems: readonly ProblemCode[]
}

export interface CallbackOperation<K extends ReportKind = ReportKind, U extends readonly Use[] = readonly Use[]>
  extends Routed<'callback', 'POST', U> {
  readonly report: K
}

/** Operation that receives a signed event from a model's vendor. */
export type NoticeOperation<U extends readonly Use[] = readonly Use[]> = Routed<'notice', 'POST', U>

/** Operation that receives a message from an agent. */
export type McpOperation<U extends readonly Use[] = readonly Use[]> = Routed<'mcp', 'POST', U>

export interface SocketOperation<U extends readonly Use[] = readonly Use[]> extends Basics<'socket', U> {
  readonly route: '$connect' | '$disconnect' | '$default'
}

export interface WorkerOperation<M extends z.ZodType = z.ZodType, U extends readonly Use[] = readonly Use[]>
  extends Basics<'worker', U> {
  readonly queue: `${string}Queue`
  readonly message: M
  /** Cause of the messages, shown in docs/cost.md. */
  readonly broughtBy: string
  /**
   * True when the queue rarely holds many messages. A dev stage then sets no concurrency limit,
   * because Lambda polls a queue with a limit over more connections.
   */
  readonly isRare: boolean
  readonly batchMax: number
  readonly concurrencyMax: number
  readonly userLimit: UserLimit
  readonly attemptsMax: number
  /**
   * `Allow` when this worker's messages may lead to further messages to itself. Otherwise Lambda
   * stops such a chain after about 16.
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
   */
  readonly recursiveLoop: 'Allow' | 'Terminate'
  /** Text of the alarm when the worker fails. */
  readonly failureHurts: string
}

export interface ScheduleOperation<U extends readonly Use[] = readonly Use[]> extends Basics<'schedule', U> {
  readonly everyMinutes: number
  readonly failureHurts: string
}

export type OfKind<K extends Operation['kind']> = Extract<Operation, { kind: K }>

const kinds = {
  http: {
    timeoutSeconds: 20,
    memoryMegabytes: 512,
    reservedShare: 0,
    query: undefined,
    body: undefined,
    status: 200,
    alsoAt: [],
    missing: 'not_found',
    invalid: 'validation_failed',
    accident: 'server_error',
    problems: [],
    takesFile: false,
    saysError: false,
    agents: true,
    showsSecret: false,
    reachesPeople: false,
  },
  asset: {
    method: 'GET',
    uses: [],
    playsRecordings: false,
    redirectedFrom: [],
    timeoutSeconds: 10,
    memoryMegabytes: 512,
    reservedShare: 0,
  },
  publication: { method: 'GET', timeoutSeconds: 10, memoryMegabytes: 512, reservedShare: 0 },
  visit: {
    timeoutSeconds: 20,
    memoryMegabytes: 512,
    reservedShare: 0,
    body: undefined,
    status: 200,
    problems: [],
  },
  callback: { method: 'POST', timeoutSeconds: 10, memoryMegabytes: 512, reservedShare: 2 },
  notice: { method: 'POST', timeoutSeconds: 15, memoryMegabytes: 512, reservedShare: 2 },
  // API Gateway waits 29 s for an answer.
  mcp: { method: 'POST', timeoutSeconds: 29, memoryMegabytes: 512, reservedShare: 0 },
  socket: { timeoutSeconds: 29, memoryMegabytes: 1024, reservedShare: 2 },
  worker: {
    timeoutSeconds: 30,
    memoryMegabytes: 512,
    reservedShare: 0,
    isRare: false,
    batchMax: 10,
    concurrencyMax: 20,
    attemptsMax: 3,
    // Allowed, because a chain of messages ends when the table has no more work.
    recursiveLoop: 'Allow',
  },
  schedule: { timeoutSeconds: 60, memoryMegabytes: 512, reservedShare: 0 },
} as const satisfies { [K in Operation['kind']]: Partial<OfKind<K>> }

type Uses = readonly Use[]
type Optional<T, K> = Omit<T, K & keyof T> & Partial<Pick<T, K & keyof T>>
type Declared<O extends Operation> = Optional<Omit<O, 'kind'>, keyof (typeof kinds)[O['kind']]>

const operation = <O extends Operation>(kind: O['kind'], declared: Declared<O>) =>
  ({ kind, ...kinds[kind], ...declared }) as unknown as O

export const http = <
  const U extends Uses,
  R extends z.ZodType,
  Q extends Form | undefined = undefined,
  B extends Form | undefined = undefined,
>(
  declared: Optional<Declared<HttpOperation<Q, B, R, U>>, 'scope'>,
) => operation<HttpOperation<Q, B, R, U>>('http', { scope: scopeOf(declared.method), ...declared })

export const asset = (declared: Declared<AssetOperation>) => operation<AssetOperation>('asset', declared)

export const publication = <const U extends Uses, R extends z.ZodType>(
  declared: Declared<PublicationOperation<R, U>>,
) => operation<PublicationOperation<R, U>>('publication', declared)

export const visit = <const U extends Uses, R extends z.ZodType, B extends Form | undefined = undefined>(
  declared: Declared<VisitOperation<B, R, U>>,
) => operation<VisitOperation<B, R, U>>('visit', declared)

export const callback = <K extends ReportKind, const U extends Uses>(declared: Declared<CallbackOperation<K, U>>) =>
  operation<CallbackOperation<K, U>>('callback', declared)

export const notice = <const U extends Uses>(declared: Declared<NoticeOperation<U>>) =>
  operation<NoticeOperation<U>>('notice', declared)

export const mcp = <const U extends Uses>(declared: Declared<McpOperation<U>>) =>
  operation<McpOperation<U>>('mcp', declared)

export const socket = <const U extends Uses>(declared: Declared<SocketOperation<U>>) =>
  operation<SocketOperation<U>>('socket', declared)

export const worker = <M extends z.ZodType, const U extends Uses>(declared: Declared<WorkerOperation<M, U>>) =>
  operation<WorkerOperation<M, U>>('worker', declared)

export const schedule = <const U extends Uses>(declared: Declared<ScheduleOperation<U>>) =>
  operation<ScheduleOperation<U>>('schedule', declared)

/** Seconds: six times the timeout, as AWS recommends. */
export const visibilitySecondsOf = ({ timeoutSeconds }: WorkerOperation): number => timeoutSeconds * 6

export interface OperationRoute {
  name: string
  method: Method | 'OPTIONS'
  path: `/${string}`
}

export type RoutedOperation =
  | HttpOperation
  | AssetOperation
  | PublicationOperation
  | VisitOperation
  | CallbackOperation
  | NoticeOperation
  | McpOperation

/** Returns the routes; the first has the operation's own path. */
export const routesOf = (operation: RoutedOperation): [OperationRoute, ...OperationRoute[]] => {
  const { id, method, path } = operation
  if (operation.kind === 'mcp')
    return [
      { name: id, method, path },
      { name: `${id}-stream`, method: 'GET', path },
      { name: `${id}-session`, method: 'DELETE', path },
    ]
  // Preflight request: browsers ask whether a page of another origin is allowed to send JSON.
  if (operation.kind === 'visit')
    return [
      { name: id, method, path },
      { name: `${id}-preflight`, method: 'OPTIONS', path },
    ]
  const others = operation.kind === 'http' ? operation.alsoAt : []
  return [
    { name: id, method, path },
    ...others.map((other) => ({ name: `${id}-at-${other.match(/\w+/g)?.join('-')}`, method, path: other })),
  ]
}

const waitedFor: readonly Use[] = ['talkModel.talk', 'toolClient.send', 'webhookClient.ask']

/**
 * True for requests that can wait for seconds. A token may have only a few such requests open at a
 * time.
 */
export const waitsForOthers = ({ uses }: HttpOperation): boolean => uses.some((use) => waitedFor.includes(use))

export const apiBase = '/api'

export const publicRoutesOf = (operation: RoutedOperation): OperationRoute[] => [
  ...routesOf(operation).map((route): OperationRoute => ({ ...route, path: `${apiBase}${route.path}` })),
  ...(operation.kind === 'asset' ? operation.redirectedFrom : []).map(
    (path): OperationRoute => ({
      name: [operation.id, 'from', ...(path.match(/\w+/g) ?? ['root'])].join('-'),
      method: operation.method,
      path,
    }),
  ),
]

export const fileOf = (operation: Operation): string => `functions/${operation.area}/${operation.id}.ts`

export type { Form, FormValues, Shape }

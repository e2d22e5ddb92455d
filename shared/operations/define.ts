import type * as z from 'zod'
import type { UserLimit } from '../domain/account/job-limits.ts'
import { type Scope, scopeOf } from '../domain/account/scope.ts'
import type { ReportKind } from '../domain/calls/carrier-report.ts'
import type { Use } from '../services.ts'
import type { Form, FormValues, Shape } from '../words/form.ts'
import type { ProblemCode } from '../words/problem.ts'

/**
 * One value per operation; Lambda, route, role, alarm, API document and test matrix are derived
 * from it. Declarations import no SDK.
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
  /** One name everywhere: file, test, Lambda, operationId, log field, alarm. */
  readonly id: string
  /** The folder under functions/. */
  readonly area: string
  readonly uses: U
  readonly timeoutSeconds: number
  readonly memoryMegabytes: number
  /** Share of the stage's reserved functions, relative to all shares. */
  readonly reservedShare: number
}

interface Routed<K extends string, M extends Method, U extends readonly Use[]> extends Basics<K, U> {
  readonly method: M
  readonly path: `/${string}`
  readonly summary: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A request of an authenticated user. */
export interface HttpOperation<
  Q extends Form | undefined = Form | undefined,
  B extends Form | undefined = Form | undefined,
  R extends z.ZodType = z.ZodType,
  U extends readonly Use[] = readonly Use[],
> extends Routed<'http', Method, U> {
  /**
   * Below `/api`. `{document_id}`, `{version}` and `{call_id}` are within `{id}`; `{region}` is a
   * country or state. Unknown values are answered as `missing`.
   */
  readonly path: `/${string}`
  /** Old clients use these paths. */
  readonly alsoAt: readonly `/${string}`[]
  /** Facts for clients in addition to the summary. */
  readonly description: string
  readonly query: Q
  readonly body: B
  readonly status: 200 | 201 | 202
  /** Other members never leave the product. */
  readonly returns: R
  readonly missing: ProblemCode
  /** For an invalid form, and for an unexpected error. */
  readonly invalid: ProblemCode
  readonly accident: ProblemCode
  readonly problems: readonly ProblemCode[]
  /** True when a form with a `file` may replace the JSON body. */
  readonly takesFile: boolean
  readonly saysError: boolean
  /** True when the answer has a secret that is stored nowhere in clear. */
  readonly showsSecret: boolean
  /** The method decides, except for secrets and destinations of data. */
  readonly scope: Scope
  /** True for a tool of agents. Never show a model a secret: it may repeat it. */
  readonly agents: boolean
  /** True when phones ring or get texts: an agent must ask first, as for a DELETE. */
  readonly reachesPeople: boolean
}

/** Public bytes, built with the function. */
export interface AssetOperation extends Routed<'asset', 'GET', readonly []> {
  /** True when its page plays recordings. */
  readonly playsRecordings: boolean
  readonly redirectedFrom: readonly `/${string}`[]
}

/** Everyone may read it without a token. */
export interface PublicationOperation<R extends z.ZodType = z.ZodType, U extends readonly Use[] = readonly Use[]>
  extends Routed<'publication', 'GET', U> {
  readonly description: string
  /** Other members never leave the product. */
  readonly returns: R
  /** Seconds for which a reader or cache may keep the answer. */
  readonly cachedSeconds: number
}

/** Visitors have no token; the assistant's widget must allow the page's origin. */
export interface VisitOperation<
  B extends Form | undefined = Form | undefined,
  R extends z.ZodType = z.ZodType,
  U extends readonly Use[] = readonly Use[],
> extends Routed<'visit', 'GET' | 'POST', U> {
  readonly description: string
  readonly body: B
  readonly status: 200 | 201
  /** Other members never leave the product. */
  readonly returns: R
  readonly problems: readonly ProblemCode[]
}

export interface CallbackOperation<K extends ReportKind = ReportKind, U extends readonly Use[] = readonly Use[]>
  extends Routed<'callback', 'POST', U> {
  readonly report: K
}

/** A signed event of a model's vendor. */
export type NoticeOperation<U extends readonly Use[] = readonly Use[]> = Routed<'notice', 'POST', U>

/** A message of an agent. */
export type McpOperation<U extends readonly Use[] = readonly Use[]> = Routed<'mcp', 'POST', U>

export interface SocketOperation<U extends readonly Use[] = readonly Use[]> extends Basics<'socket', U> {
  readonly route: '$connect' | '$disconnect' | '$default'
}

export interface WorkerOperation<M extends z.ZodType = z.ZodType, U extends readonly Use[] = readonly Use[]>
  extends Basics<'worker', U> {
  readonly queue: `${string}Queue`
  readonly message: M
  /** Decides how many messages may wait. */
  readonly broughtBy: string
  /**
   * True when no backlog of hundreds can form. A dev stage sets no limit on such workers: Lambda
   * polls a limited queue by five connections, others by two.
   */
  readonly isRare: boolean
  readonly batchMax: number
  /** Functions at a time. */
  readonly concurrencyMax: number
  readonly userLimit: UserLimit
  readonly attemptsMax: number
  /**
   * `Allow` when its messages may lead to messages for itself. Otherwise Lambda drops a chain after
   * about 16. https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
   */
  readonly recursiveLoop: 'Allow' | 'Terminate'
  /** The alarm's text. */
  readonly failureHurts: string
}

export interface ScheduleOperation<U extends readonly Use[] = readonly Use[]> extends Basics<'schedule', U> {
  readonly everyMinutes: number
  readonly failureHurts: string
}

export type OfKind<K extends Operation['kind']> = Extract<Operation, { kind: K }>

/** Defaults by kind. */
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
  // API Gateway waits 29 s.
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
    // The table ends a chain of messages.
    recursiveLoop: 'Allow',
  },
  schedule: { timeoutSeconds: 60, memoryMegabytes: 512, reservedShare: 0 },
} as const satisfies { [K in Operation['kind']]: Partial<OfKind<K>> }

type Uses = readonly Use[]
type Optional<T, K> = Omit<T, K & keyof T> & Partial<Pick<T, K & keyof T>>
type Declared<O extends Operation> = Optional<Omit<O, 'kind'>, keyof (typeof kinds)[O['kind']]>

const operation = <O extends Operation>(kind: O['kind'], declared: Declared<O>) =>
  ({ kind, ...kinds[kind], ...declared }) as unknown as O

/** The method decides the scope by default. */
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

/** Six times the timeout, as AWS advises. */
export const visibilitySecondsOf = ({ timeoutSeconds }: WorkerOperation): number => timeoutSeconds * 6

/** A path to an operation, or another spelling of it. */
export interface Door {
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

/** The operation's own path first. */
export const routesOf = (operation: RoutedOperation): [Door, ...Door[]] => {
  const { id, method, path } = operation
  if (operation.kind === 'mcp')
    return [
      { name: id, method, path },
      { name: `${id}-stream`, method: 'GET', path },
      { name: `${id}-session`, method: 'DELETE', path },
    ]
  // Browsers first ask whether a page of another origin may send JSON.
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

/** A request may wait seconds for these services. */
const waitedFor: readonly Use[] = ['talkModel.talk', 'toolClient.send', 'webhookClient.ask']

/** A token may have few of these requests open at a time. */
export const waitsForOthers = ({ uses }: HttpOperation): boolean => uses.some((use) => waitedFor.includes(use))

export const apiBase = '/api'

/** With whole paths. */
export const publicRoutesOf = (operation: RoutedOperation): Door[] => [
  ...routesOf(operation).map((door): Door => ({ ...door, path: `${apiBase}${door.path}` })),
  ...(operation.kind === 'asset' ? operation.redirectedFrom : []).map(
    (path): Door => ({
      name: [operation.id, 'from', ...(path.match(/\w+/g) ?? ['root'])].join('-'),
      method: operation.method,
      path,
    }),
  ),
]

/** From the repository's root. */
export const fileOf = (operation: Operation): string => `functions/${operation.area}/${operation.id}.ts`

export type { Form, FormValues, Shape }

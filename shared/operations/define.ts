import type * as z from 'zod'
import type { UserLimit } from '../domain/account/job-limits.ts'
import { type Scope, scopeOf } from '../domain/account/scope.ts'
import type { ReportKind } from '../domain/calls/carrier-report.ts'
import type { Use } from '../services.ts'
import type { Form, FormValues, Shape } from '../words/form.ts'
import type { ProblemCode } from '../words/problem.ts'

/**
 * An operation is a value, written once. The Lambda, its route, its role, its alarm, the API
 * document, the local server and the test matrix are derived from it. Declarations import no SDK
 * and read no environment.
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
  /**
   * One name everywhere: the file, the test, the Lambda, the operationId, the log field, the alarm.
   */
  readonly id: string
  /** The folder under functions/ that holds it. */
  readonly area: string
  /**
   * Exactly the services it may touch; grants, environment and the handler's argument follow from
   * it.
   */
  readonly uses: U
  readonly timeoutSeconds: number
  readonly memoryMegabytes: number
  /**
   * Its share of the functions that a stage reserves for carrier callbacks and running calls,
   * relative to all shares. 0: it uses the functions that are not reserved.
   */
  readonly reservedShare: number
}

/** An operation that a path of the API leads to. */
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
   * Below `/api`. `{id}` is a path id, `{document_id}`, `{version}` and `{call_id}` are within it,
   * `{region}` names a country or state; what is unknown of them is answered as `missing`.
   */
  readonly path: `/${string}`
  /** Other spellings of the path, which old clients use. */
  readonly alsoAt: readonly `/${string}`[]
  /** Facts for clients in addition to the summary: the promise or the trap. */
  readonly description: string
  readonly query: Q
  readonly body: B
  readonly status: 200 | 201 | 202
  /** The answer; members that it does not name never leave the product. */
  readonly returns: R
  readonly missing: ProblemCode
  /** Problems for an invalid form and for an accident. */
  readonly invalid: ProblemCode
  readonly accident: ProblemCode
  /** Its other problems. */
  readonly problems: readonly ProblemCode[]
  /** True when a form with a `file` may replace the JSON body. */
  readonly takesFile: boolean
  /**
   * True when its problems carry their message under `error`, too, where the clients of this
   * operation read it.
   */
  readonly saysError: boolean
  /**
   * True when the answer holds a secret that is stored nowhere in clear. The copy that is kept for
   * an Idempotency-Key is then encrypted.
   */
  readonly showsSecret: boolean
  /**
   * Scope that a token needs. The method decides, except for secrets and for destinations of data.
   */
  readonly scope: Scope
  /**
   * True for a tool of agents: never an operation that shows a secret, because a model may pass on
   * what it reads.
   */
  readonly agents: boolean
  /**
   * True when people notice it on their phones: an agent must ask before it does so, or a DELETE.
   */
  readonly reachesPeople: boolean
}

/**
 * Public bytes, the same for every reader: they are made together with the function, and need
 * nothing else.
 */
export interface AssetOperation extends Routed<'asset', 'GET', readonly []> {
  /** Its page plays recordings: what it may load names where they lie. */
  readonly playsRecordings: boolean
  /** Whole paths that redirect to it. */
  readonly redirectedFrom: readonly `/${string}`[]
}

/**
 * An answer that everyone may read, without a token: it is made for the request, and caches may
 * keep it for a while.
 */
export interface PublicationOperation<R extends z.ZodType = z.ZodType, U extends readonly Use[] = readonly Use[]>
  extends Routed<'publication', 'GET', U> {
  readonly description: string
  /** The answer; members that it does not name never leave the product. */
  readonly returns: R
  /** Seconds for which a reader, or a cache on the way, may use a stored answer. */
  readonly cachedSeconds: number
}

/**
 * A request of a visitor of a web page, who has no token. The origin of the page must be one that
 * the widget of the assistant allows. The user's own server may send a token in its place.
 */
export interface VisitOperation<
  B extends Form | undefined = Form | undefined,
  R extends z.ZodType = z.ZodType,
  U extends readonly Use[] = readonly Use[],
> extends Routed<'visit', 'GET' | 'POST', U> {
  readonly description: string
  readonly body: B
  readonly status: 200 | 201
  /** The answer; members that it does not name never leave the product. */
  readonly returns: R
  readonly problems: readonly ProblemCode[]
}

/** A signed report that the carrier posts. */
export interface CallbackOperation<K extends ReportKind = ReportKind, U extends readonly Use[] = readonly Use[]>
  extends Routed<'callback', 'POST', U> {
  /** Kind of the carrier's report. */
  readonly report: K
}

/** A signed event that the vendor of a model posts. */
export type NoticeOperation<U extends readonly Use[] = readonly Use[]> = Routed<'notice', 'POST', U>

/** A message of an agent, which is offered tools. */
export type McpOperation<U extends readonly Use[] = readonly Use[]> = Routed<'mcp', 'POST', U>

/** A frame on a conversation's socket. */
export interface SocketOperation<U extends readonly Use[] = readonly Use[]> extends Basics<'socket', U> {
  readonly route: '$connect' | '$disconnect' | '$default'
}

/** Messages of one queue. */
export interface WorkerOperation<M extends z.ZodType = z.ZodType, U extends readonly Use[] = readonly Use[]>
  extends Basics<'worker', U> {
  /** The service name of its queue. */
  readonly queue: `${string}Queue`
  readonly message: M
  /** Cause of its messages: it decides how many may wait. */
  readonly broughtBy: string
  /**
   * True when no backlog of hundreds grows by itself. Where idle costs more than a rush, such a
   * worker has no limit of its own: Lambda polls a queue with a limit by five connections, and one
   * without by as few as two.
   */
  readonly isRare: boolean
  readonly batchMax: number
  /** Functions of it that run at once. */
  readonly concurrencyMax: number
  readonly userLimit: UserLimit
  readonly attemptsMax: number
  /**
   * `Allow` when its messages may lead to messages for itself without end. Otherwise Lambda drops
   * an invocation after about 16 of one function in a chain of messages, delays notwithstanding.
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
   */
  readonly recursiveLoop: 'Allow' | 'Terminate'
  /** The harm to users when messages land in the dead-letter queue: the alarm says it. */
  readonly failureHurts: string
}

/** Something that happens every so often. */
export interface ScheduleOperation<U extends readonly Use[] = readonly Use[]> extends Basics<'schedule', U> {
  readonly everyMinutes: number
  readonly failureHurts: string
}

export type OfKind<K extends Operation['kind']> = Extract<Operation, { kind: K }>

/** Every kind of operation, with the members that a declaration can leave out. */
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
  // API Gateway waits 29 s. A tool may take most of them.
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
    // The table bounds the work: a chain of messages ends when its subject is done.
    recursiveLoop: 'Allow',
  },
  schedule: { timeoutSeconds: 60, memoryMegabytes: 512, reservedShare: 0 },
} as const satisfies { [K in Operation['kind']]: Partial<OfKind<K>> }

type Uses = readonly Use[]
type Optional<T, K> = Omit<T, K & keyof T> & Partial<Pick<T, K & keyof T>>
/** A declaration: an operation without its kind, and with its kind's defaults optional. */
type Declared<O extends Operation> = Optional<Omit<O, 'kind'>, keyof (typeof kinds)[O['kind']]>

/** The cast is here because no type follows the defaults of a kind into an operation of it. */
const operation = <O extends Operation>(kind: O['kind'], declared: Declared<O>) =>
  ({ kind, ...kinds[kind], ...declared }) as unknown as O

/** The method decides the scope, unless the declaration names one. */
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

/**
 * Seconds that a received message stays hidden. Six times the worker's own limit, as AWS advises:
 * room to try a throttled invocation again before another function gets the message.
 */
export const visibilitySecondsOf = ({ timeoutSeconds }: WorkerOperation): number => timeoutSeconds * 6

/**
 * A path that leads to an operation, and what is named after it: the operation itself, or another
 * spelling of its path.
 */
export interface Door {
  name: string
  method: Method | 'OPTIONS'
  path: `/${string}`
}

/** Operations with a path. */
export type RoutedOperation =
  | HttpOperation
  | AssetOperation
  | PublicationOperation
  | VisitOperation
  | CallbackOperation
  | NoticeOperation
  | McpOperation

/**
 * Every path that leads to an operation, its own first: `delete-campaign`, then
 * `delete-campaign-at-user-campaign-id`. Where tools are served, clients of former days also ask
 * whether there is a stream or a session, and go on once they are told that there is none.
 */
export const routesOf = (operation: RoutedOperation): [Door, ...Door[]] => {
  const { id, method, path } = operation
  if (operation.kind === 'mcp')
    return [
      { name: id, method, path },
      { name: `${id}-stream`, method: 'GET', path },
      { name: `${id}-session`, method: 'DELETE', path },
    ]
  // Browsers ask first whether a page of another origin may send a request with JSON.
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

/** Services that a request may wait seconds for, at an address or a model that its user chose. */
const waitedFor: readonly Use[] = ['talkModel.talk', 'toolClient.send', 'webhookClient.ask']

/**
 * True when requests to it may wait for such a service. A token may have few of them open at a
 * time.
 */
export const waitsForOthers = ({ uses }: HttpOperation): boolean => uses.some((use) => waitedFor.includes(use))

/** The start of every path of the API. */
export const apiBase = '/api'

/** Every route of the HTTP API that leads to an operation, with its whole path. */
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

/** The file that holds an operation's handler, from the repository's root. */
export const fileOf = (operation: Operation): string => `functions/${operation.area}/${operation.id}.ts`

export type { Form, FormValues, Shape }

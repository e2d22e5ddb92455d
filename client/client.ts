import { newKey } from './key.ts'
import { type Operations, routes } from './operations.ts'
import { type How, type Sending, send, sleepFor } from './send.ts'

export * from './operations.ts'
export { ApiError as Problem } from './problem.ts'
export type { How } from './send.ts'

export interface ClientOptions {
  /** Address of the API, such as `https://….execute-api.….amazonaws.com/api`. */
  baseUrl: string
  token: string
  fetch?: typeof fetch
  /** Number of repetitions when a request failed in transit; 3 by default. */
  retries?: number
  /** Time limit of one attempt in milliseconds; 30,000 by default. */
  timeoutMs?: number
}

interface Page<Row> {
  current_page: number
  last_page: number
  data: Row[]
}

/** The operation's function. It throws a `Problem` for any answer that is not a success. */
type Ask<Input, Answer> =
  Record<never, never> extends Input
    ? (input?: Input, how?: How) => Promise<Answer>
    : (input: Input, how?: How) => Promise<Answer>

interface Each<Input, Row> {
  /** Yields every row of every page, and requests a page when the loop needs it. */
  each(input?: Omit<Input, 'page'>, how?: How): AsyncGenerator<Row, void, undefined>
}

type Method<Operation> = Operation extends { input: infer Input; answer: infer Answer }
  ? Answer extends Page<infer Row>
    ? Ask<Input, Answer> & Each<Input, Row>
    : Ask<Input, Answer>
  : never

/** One method per operation. Its argument has the path's ids and the fields of query or body. */
export type Client = { readonly [Name in keyof Operations]: Method<Operations[Name]> }

type Values = Readonly<Record<string, unknown>>

export const createClient = (options: ClientOptions): Client => {
  const base = options.baseUrl.replace(/\/+$/, '')
  const methods = Object.entries(routes).map(([name, [method, path]]) => {
    const ask = async (input: Values = {}, how: How = {}): Promise<unknown> => {
      const sending: Sending = { fetch: options.fetch ?? fetch, sleep: sleepFor, ...given(options), ...given(how) }
      const { url, init } = requestOf({ method, path }, input, how.idempotencyKey ?? newKey())
      const headers = { ...init.headers, authorization: `Bearer ${options.token}` }
      return send(base + url, { ...init, headers }, sending)
    }
    return [name, Object.assign(ask, { each: eachOf(ask as Asking) })]
  })
  return Object.fromEntries(methods)
}

const given = ({ retries, timeoutMs, retryAfterSecondsMax, signal }: How): How => ({
  ...(retries !== undefined && { retries }),
  ...(retryAfterSecondsMax !== undefined && { retryAfterSecondsMax }),
  ...(timeoutMs !== undefined && { timeoutMs }),
  ...(signal && { signal }),
})

interface Made {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
}

/**
 * Makes a request. Input that is not in the path becomes the query of GET and DELETE, or else the
 * body.
 */
const requestOf = (route: { method: string; path: string }, input: Values, idempotencyKey: string): Made => {
  const { method } = route
  const rest = { ...input }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(String(input[name]))
  })
  if (method === 'GET' || method === 'DELETE') {
    const query = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
    const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))
    return { url: query.length > 0 ? `${path}?${search}` : path, init: { method, headers: {} } }
  }
  const headers = {
    'content-type': 'application/json',
    ...(method === 'POST' && { 'idempotency-key': idempotencyKey }),
  }
  return { url: path, init: { method, headers, body: JSON.stringify(rest) } }
}

type Asking = (input: Values, how?: How) => Promise<Page<{ id?: unknown }>>

const perPageMax = 100

/**
 * Yields the rows of all pages. If a new row moves an old row to the next page, the old row is not
 * repeated.
 */
const eachOf = (ask: Asking) =>
  async function* (input: Values = {}, how?: How) {
    let told = new Set<unknown>()
    for (let page = 1, last = 1; page <= last; page++) {
      const { data, last_page } = await ask({ per_page: perPageMax, ...input, page }, how)
      last = last_page
      for (const row of data) if (row.id === undefined || !told.has(row.id)) yield row
      told = new Set(data.map(({ id }) => id))
    }
  }

/** Body of an answer that is no success. */
export interface ProblemBody {
  /** One of the sentences of the API's problems. */
  message: string
  /** For an invalid request: sentences for people, by the path of the field (`a_list.0.name`). */
  errors?: Record<string, string[]>
  /** The provider's words, where they are passed on. */
  error?: string
}

/** An answer that is no success. */
export class Problem extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  /** The provider's words, where they are passed on. */
  readonly detail: string | undefined
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** Names the request in the logs of who runs the API. */
  readonly requestId: string | undefined

  constructor(status: number, body: ProblemBody, headers: Headers) {
    super(body.message)
    this.name = 'Problem'
    this.status = status
    this.errors = body.errors ?? {}
    this.detail = body.error
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'))
    this.requestId = headers.get('x-request-id') ?? undefined
  }
}

const secondsOf = (retryAfter: string | null): number | undefined =>
  retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined

/** The problem that an answer is; what a proxy on the way said is one, too. */
export const problemOf = async (answer: Response): Promise<Problem> => {
  const body: unknown = await answer.json().catch(() => undefined)
  return new Problem(
    answer.status,
    isProblemBody(body) ? body : { message: answer.statusText || `HTTP ${answer.status}` },
    answer.headers,
  )
}

const isProblemBody = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

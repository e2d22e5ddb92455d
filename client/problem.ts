export interface ProblemBody {
  message: string
  /** Error messages by field path (`a_list.0.name`), for an invalid request. */
  errors?: Record<string, string[]>
  error?: string
}

export class ApiError extends Error {
  readonly status: number
  readonly errors: Record<string, string[]>
  /** Message of a provider, such as the carrier. */
  readonly detail: string | undefined
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | undefined
  /** Id of the request in the API's logs. */
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

/** Makes an error from an HTTP response, which may come from a proxy. */
export const problemOf = async (answer: Response): Promise<ApiError> => {
  const body: unknown = await answer.json().catch(() => undefined)
  return new ApiError(
    answer.status,
    isProblemBody(body) ? body : { message: answer.statusText || `HTTP ${answer.status}` },
    answer.headers,
  )
}

const isProblemBody = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

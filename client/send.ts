import { ApiError, problemOf } from './problem.ts'

export interface How {
  /** Number of repetitions when a request failed in transit; 3 by default. */
  retries?: number
  /** Time limit of one attempt in milliseconds; 30,000 by default. */
  timeoutMs?: number
  /** Longest `Retry-After`, in seconds, after which a request is repeated; 60 by default. */
  retryAfterSecondsMax?: number
  signal?: AbortSignal
  /**
   * Makes a POST safe to repeat. The client makes a key for every request; give your own to repeat
   * the request in another process.
   */
  idempotencyKey?: string
}

export interface Sending extends How {
  fetch: typeof fetch
  sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>
}

const retriesDefault = 3
const timeoutMsDefault = 30_000
const pauseMsFirst = 250
const pauseMsMax = 8_000
/** Seconds. A request with a longer `Retry-After` fails; the error has `retryAfterSeconds`. */
const retryAfterSecondsDefault = 60

/**
 * Repeats a request if the answer is missing or cut off, or has status 429, 502, 503 or 504. Also
 * repeats a POST with status 409 while an earlier attempt runs.
 */
export const send = async (url: string, init: RequestInit, sending: Sending): Promise<unknown> => {
  const { retries = retriesDefault, retryAfterSecondsMax: patienceSeconds = retryAfterSecondsDefault } = sending
  const { signal, sleep } = sending
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOf(url, init, sending)
    if ('answer' in outcome) return outcome.answer
    const { cause } = outcome
    const isOver =
      signal?.aborted || attempt >= retries || !mayPass(cause, { attempt, method: init.method, patienceSeconds })
    if (isOver) throw cause
    const seconds = cause instanceof ApiError ? cause.retryAfterSeconds : undefined
    await sleep(seconds ? seconds * 1000 : pauseMs(attempt), signal)
  }
}

const attemptOf = async (
  url: string,
  init: RequestInit,
  { fetch: ask, timeoutMs = timeoutMsDefault, signal }: Sending,
): Promise<{ answer: unknown } | { cause: unknown }> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await ask(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    return answer.ok ? { answer: await answer.json() } : { cause: await problemOf(answer) }
  } catch (cause) {
    return { cause }
  }
}

interface Tried {
  attempt: number
  method: string | undefined
  patienceSeconds: number
}

const mayPass = (cause: unknown, { attempt, method, patienceSeconds }: Tried): boolean => {
  if (!(cause instanceof ApiError)) return true
  const { status, retryAfterSeconds = 0 } = cause
  const isUnderWay = status === 409 && method === 'POST' && attempt > 0
  return retryAfterSeconds <= patienceSeconds && (isUnderWay || [429, 502, 503, 504].includes(status))
}

/** Returns a pause that doubles with each attempt, with a random part so that clients spread. */
const pauseMs = (attempt: number): number => Math.min(pauseMsMax, pauseMsFirst * 2 ** attempt) * (0.5 + Math.random())

export const sleepFor = (delayMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

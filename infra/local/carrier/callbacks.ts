import type { LocalClock } from '../clock.ts'
import type { FactLog, Sids } from './dialect.ts'
import { sign } from './signature.ts'

export interface CallbackTarget {
  url: string
  method: 'GET' | 'POST'
}

export interface Callback {
  target: CallbackTarget
  form: Record<string, string>
}

export interface CallbackReply {
  body: string
  contentType: string
}

const attemptsMax = 2
const retryDelayMs = 1000

/**
 * Sends signed callbacks. After a 5xx or a broken connection it retries once with the same
 * idempotency token. No time-out is set: on a fast simulated clock, normal responses would exceed
 * it.
 */
export const createCallbacks = (options: {
  clock: LocalClock
  fetch: typeof fetch
  authToken: () => string
  sids: Sids
  log: FactLog
}) => {
  const { clock, authToken, sids, log } = options

  const send = async (
    callback: Callback,
    token: string,
  ): Promise<{ status: number; reply: CallbackReply } | undefined> => {
    const { url, ...init } = signedRequest(authToken(), callback, token)
    try {
      const response = await options.fetch(url, init)
      const reply = { body: await response.text(), contentType: response.headers.get('content-type') ?? '' }
      return { status: response.status, reply }
    } catch {
      return undefined
    }
  }

  /**
   * Resolves after the first attempt. Calls `then` once; its reply is undefined if all attempts
   * failed.
   */
  const post = async (
    callback: Callback,
    then: (reply: CallbackReply | undefined) => void | Promise<void> = () => {},
  ) => {
    const token = sids('')
    const attempt = async (attemptsLeft: number): Promise<void> => {
      const answer = await send(callback, token)
      if (answer && answer.status < 300) return then(answer.reply)
      if ((!answer || answer.status >= 500) && attemptsLeft > 1) {
        clock.after(retryDelayMs, () => attempt(attemptsLeft - 1))
        return
      }
      log({ event: 'callback_dropped', sid: subjectOf(callback), status: answer?.status ?? 'no answer' })
      return then(undefined)
    }
    return attempt(attemptsMax)
  }

  return { post }
}
export type CallbackSender = ReturnType<typeof createCallbacks>

export const createReports = (callbacks: CallbackSender, backwards: boolean) => {
  const held: Callback[] = []

  const tell = async (callback: Callback) => {
    if (!backwards) return callbacks.post(callback)
    held.push(callback)
  }

  const finish = async (last?: Callback) => {
    if (last) await tell(last)
    for (const callback of held.toReversed()) {
      await callbacks.post(callback)
      await callbacks.post(callback)
    }
  }

  return { tell, finish }
}
export type Reports = ReturnType<typeof createReports>

const signedRequest = (authToken: string, { target, form }: Callback, token: string) => {
  const [address = ''] = target.url.split('#')
  const query = new URLSearchParams(form).toString()
  const isGet = target.method === 'GET'
  const url = isGet ? `${address}${address.includes('?') ? '&' : '?'}${query}` : address
  const headers = {
    'x-twilio-signature': sign(authToken, url, isGet ? {} : form),
    'i-twilio-idempotency-token': token,
    'user-agent': 'TwilioProxy/1.1',
  }
  if (isGet) return { url, method: 'GET', headers }
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: query,
  }
}

const subjectOf = ({ form }: Callback) => form.CallSid ?? form.MessageSid ?? ''

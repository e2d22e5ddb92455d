import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Stage } from '../domain/stage.ts'
import { hostOf, isCallable, isLocalName, isReachable } from '../domain/webhook-url.ts'
import { retryAfterMs, type WebhookAnswer } from '../domain/webhooks/webhook-answer.ts'
import { signatureHeaders } from '../domain/webhooks/webhook-signature.ts'

export interface WebhookEvent {
  /** The same whenever the same event is sent again: receivers know a repetition by it. */
  webhook_id: string
  /** What signs it, newest first. */
  secrets: string[]
  payload: object
}

export interface WebhookClient {
  /**
   * Posts an event to a URL that a user gave us, which may be anything, and waits at most `limitMs` for all of the answer.
   * Never throws for what goes wrong there: that is an answer without a status.
   */
  ask(url: string, event: WebhookEvent, limitMs: number): Promise<WebhookAnswer>
}

interface WebhookClientParts {
  stage: Stage
  /** The time that receivers hold our signatures against, even where our own clock runs faster. */
  worldTime: () => number
  /** Nothing is looked up or sent before this; when it rejects, `ask` does. */
  gate?: Promise<unknown>
  /** Every address of a name. */
  resolve?: (host: string) => Promise<string[]>
  /** Certificates to trust instead of those that everybody trusts. */
  ca?: string
}

const bodyBytesMax = 64 * 1024
const headerBytesMax = 16 * 1024

/**
 * Nothing goes where it must not: every address that a name resolves to must be public, and the socket goes to one of the
 * addresses that were judged, without a second look-up. No redirect is followed, no connection is used twice, nothing is
 * decompressed, and no more of a body is read than is kept.
 */
export const webhookClient = ({
  stage,
  worldTime,
  gate,
  resolve = resolveName,
  ca,
}: WebhookClientParts): WebhookClient => ({
  ask: async (url, { webhook_id, secrets, payload }, limitMs) => {
    await gate
    const started = worldTime()
    const signal = AbortSignal.timeout(limitMs)
    const body = JSON.stringify(payload)
    try {
      const addresses = await unlessAborted(signal, judgedAddresses(url, stage, resolve))
      const headers = {
        ...signatureHeaders(secrets, webhook_id, Math.floor(started / 1000), body),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'accept-encoding': 'identity',
        'user-agent': 'Parlance-Webhooks/1',
      }
      const { bytes, retry_after, ...answer } = await post(
        url,
        { headers, lookup: telling(addresses), ca, signal },
        body,
      )
      const retry_after_ms = retryAfterMs(retry_after, worldTime())
      return { ...answer, ...readText(bytes, answer.is_cut), retry_after_ms, duration_ms: worldTime() - started }
    } catch (cause) {
      const error = signal.aborted ? `No answer within ${limitMs / 1000} s` : reasonOf(cause)
      return { http_status: null, text: '', is_cut: false, is_binary: false, error, duration_ms: worldTime() - started }
    }
  },
})

/** The addresses that a socket may go to; throws the reason why there are none. */
const judgedAddresses = async (
  url: string,
  stage: Stage,
  resolve: (host: string) => Promise<string[]>,
): Promise<string[]> => {
  if (!URL.canParse(url) || !isCallable(url, stage)) throw new Error('The URL may not be called')
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : isLocalName(host) ? ['127.0.0.1', '::1'] : await resolve(host)
  if (addresses.length === 0) throw new Error('The name does not resolve')
  if (!addresses.every((address) => isReachable(address, host, stage)))
    throw new Error('The name resolves to an address that is not public')
  return addresses
}

/** Past the machine's own hosts file and search domains, and without the few threads that getaddrinfo would block. */
const resolveName = async (host: string): Promise<string[]> => {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

/** In the place of a look-up: the addresses that were judged. */
const telling =
  (addresses: string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first = { address: '', family: 0 }] = known
    return all ? callback(null, known) : callback(null, first.address, first.family)
  }

interface RawAnswer {
  http_status: number
  retry_after: string | undefined
  bytes: Buffer
  is_cut: boolean
}

type Sending = Pick<RequestOptions, 'headers' | 'lookup'> & { ca: string | undefined; signal: AbortSignal }

/** Settles at the latest when the signal is aborted, whatever becomes of the socket. */
const post = (url: string, options: Sending, body: string): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
    const own = { method: 'POST', agent: false, maxHeaderSize: headerBytesMax, rejectUnauthorized: true }
    const sent = request(url, { ...own, ...options }, (response) => resolve(readAnswer(response, options.signal)))
    // A switch of protocols that was not asked for is an answer without a body; without a listener Node never tells of it.
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(rawAnswer(response, [], false))
    })
    sent.on('error', reject)
    sent.on('close', () => reject(new Error(closedEarly)))
    options.signal.addEventListener('abort', () => reject(options.signal.reason))
    sent.end(body)
  })

/** The status is there; the body is read until it ends, breaks off, takes too long, or there is enough of it. */
const readAnswer = (response: IncomingMessage, signal: AbortSignal): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let room = bodyBytesMax
    const finish = (is_cut: boolean) => {
      resolve(rawAnswer(response, chunks, is_cut))
      response.destroy()
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, room))
      if (chunk.length > room) finish(true)
      room = Math.max(0, room - chunk.length)
    })
    response.on('end', () => finish(signal.aborted))
    response.on('error', () => finish(true))
    response.on('close', () => finish(true))
    signal.addEventListener('abort', () => finish(true))
  })

const rawAnswer = ({ statusCode = 0, headers }: IncomingMessage, chunks: Buffer[], is_cut: boolean): RawAnswer => ({
  http_status: statusCode,
  retry_after: headers['retry-after'],
  bytes: Buffer.concat(chunks),
  is_cut,
})

/** Half a character at the end of what was cut is no fault of the sender's. */
const readText = (bytes: Buffer, is_cut: boolean): { text: string; is_binary: boolean } => {
  const read = (fatal: boolean) => new TextDecoder('utf-8', { fatal }).decode(bytes, { stream: is_cut })
  try {
    return { text: read(true), is_binary: false }
  } catch {
    return { text: read(false), is_binary: true }
  }
}

const unlessAborted = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ])

/** What a user can do something about, in words; anything else by its code. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return 'The request failed'
  const code = 'code' in cause ? String(cause.code) : undefined
  if (!code) return cause.message
  if (code === 'HPE_HEADER_OVERFLOW') return 'The headers of the answer are too large'
  if (code.startsWith('HPE_')) return 'The answer is not HTTP'
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return `The certificate was not accepted: ${code}`
  return reasons[code] ?? `The connection failed: ${code}`
}

const closedEarly = 'The connection was closed before an answer came'

const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  EPROTO: 'The receiver does not speak TLS',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
}

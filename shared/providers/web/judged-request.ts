import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Stage } from '../../words/stage.ts'
import { hostOf, isCallable, isLocalName, isReachable } from '../../words/webhook-url.ts'

export interface JudgedRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  bodyBytesMax: number
}

export interface JudgedParts {
  stage: Stage
  resolve: (host: string) => Promise<string[]>
  ca: string | undefined
  signal: AbortSignal
}

const headerBytesMax = 16 * 1024

const neverLeft = Symbol('never left')
export const hasLeft = (cause: unknown): boolean => !(cause instanceof Error && neverLeft in cause)

/**
 * Sends a request only if every resolved address is public, and connects to one of these addresses.
 * Follows no redirect and reuses no connection.
 */
export const judgedRequest = async (asked: JudgedRequest, parts: JudgedParts): Promise<RawAnswer> => {
  const { stage, resolve, ca, signal } = parts
  const addresses = await unlessAborted(signal, judgedAddresses(asked.url, stage, resolve)).catch((cause: unknown) => {
    throw cause instanceof Error ? Object.assign(cause, { [neverLeft]: true }) : cause
  })
  const length = asked.body === undefined ? {} : { 'content-length': Buffer.byteLength(asked.body) }
  const headers = { ...asked.headers, ...length, 'accept-encoding': 'identity' }
  return send(asked, { headers, lookup: telling(addresses), ca, signal })
}

/** Throws the reason if any address of the URL is forbidden. */
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

/**
 * Resolves a name without the hosts file and search domains. `getaddrinfo` would block Node's few
 * threads.
 */
export const resolveName = async (host: string): Promise<string[]> => {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

const telling =
  (addresses: string[]): LookupFunction =>
  (_host, { all }, callback) => {
    const known = addresses.map((address) => ({ address, family: isIP(address) }))
    const [first = { address: '', family: 0 }] = known
    return all ? callback(null, known) : callback(null, first.address, first.family)
  }

export interface RawAnswer {
  http_status: number
  retry_after: string | undefined
  location: string | undefined
  content_type: string | undefined
  /** One entry per `X-Robots-Tag` header. */
  robots_tags: string[]
  bytes: Buffer
  is_cut: boolean
}

type Sending = Pick<RequestOptions, 'headers' | 'lookup'> & { ca: string | undefined; signal: AbortSignal }

const send = ({ method, url, body, bodyBytesMax }: JudgedRequest, options: Sending): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const isSecure = new URL(url).protocol === 'https:'
    const request = isSecure ? requestHttps : requestHttp
    const own = { method, agent: false, maxHeaderSize: headerBytesMax, rejectUnauthorized: true }
    const read = (response: IncomingMessage) => resolve(readAnswer(response, bodyBytesMax, options.signal))
    const sent = request(url, { ...own, ...options }, read)
    let isConnected = false
    sent.on('socket', (socket) => {
      socket.on(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    const fail = (cause: unknown) =>
      reject(isConnected || !(cause instanceof Error) ? cause : Object.assign(cause, { [neverLeft]: true }))
    // A protocol switch (101) that we did not request arrives only as this event.
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve(rawAnswer(response, [], false))
    })
    sent.on('error', fail)
    sent.on('close', () => fail(new Error(closedEarly)))
    options.signal.addEventListener('abort', () => fail(options.signal.reason))
    sent.end(body)
  })

const readAnswer = (response: IncomingMessage, bodyBytesMax: number, signal: AbortSignal): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const body = unpacked(response)
    let room = bodyBytesMax
    const finish = (is_cut: boolean) => {
      resolve(rawAnswer(response, chunks, is_cut))
      body.destroy()
      response.destroy()
    }
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk.subarray(0, room))
      if (chunk.length > room) finish(true)
      room = Math.max(0, room - chunk.length)
    })
    body.on('end', () => finish(signal.aborted))
    body.on('error', () => finish(true))
    body.on('close', () => finish(true))
    signal.addEventListener('abort', () => finish(true))
  })

/** Decompresses the answer, because some receivers compress although the request forbids it. */
const unpacked = (response: IncomingMessage): Readable => {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
  const hasBody = response.statusCode !== 204 && response.headers['content-length'] !== '0'
  const unpack = hasBody && unpackers[encoding.replace(/^x-/, '')]
  return unpack ? pipeline(response, unpack(), () => undefined) : response
}

const unpackers: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: () => createInflate(),
}

const rawAnswer = (
  { statusCode = 0, headers, headersDistinct }: IncomingMessage,
  chunks: Buffer[],
  is_cut: boolean,
): RawAnswer => ({
  http_status: statusCode,
  retry_after: headers['retry-after'],
  location: headers.location,
  content_type: headers['content-type'],
  robots_tags: headersDistinct['x-robots-tag'] ?? [],
  bytes: Buffer.concat(chunks),
  is_cut,
})

export const readText = (bytes: Buffer, is_cut: boolean): { text: string; is_binary: boolean } => {
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

/** Returns a sentence if the user can solve the problem, or else a code. */
export const reasonOf = (cause: unknown): string => {
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

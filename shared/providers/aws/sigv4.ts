import { createHash, createHmac } from 'node:crypto'

/*
 * Replaces the SDK's signer, which would enlarge functions and slow their cold start.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */

export interface Credentials {
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
  now: number
}

interface CanonicalRequest {
  method: string
  /** Escaped once for S3, twice for other services. */
  path: string
  /** Sorted by name and escaped. */
  query?: string
  /** Names are in lower case. */
  headers: Record<string, string>
  /** SHA-256 of the body, or `UNSIGNED-PAYLOAD`. */
  payload: string
}

export const algorithm = 'AWS4-HMAC-SHA256'

export const signerFor = ({ region, accessKeyId, secretAccessKey, now }: Credentials, service: string) => {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const sign = (text: string): string => hmac(keyOf(scope, secretAccessKey), text).toString('hex')
  const signRequest = ({ method, path, query = '', headers, payload }: CanonicalRequest): string => {
    const names = Object.keys(headers).toSorted()
    const lines = names.map((name) => `${name}:${headers[name]}`)
    const request = [method, path, query, ...lines, '', names.join(';'), payload].join('\n')
    return sign([algorithm, time, scope, digest(request)].join('\n'))
  }
  return { time, credential: `${accessKeyId}/${scope}`, sign, signRequest }
}

export const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** Escapes text for AWS, which escapes more than `encodeURIComponent`. */
export const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Derives the signing key of a day and service. Cached, because deriving it is slow. */
const keyOf = (scope: string, secretAccessKey: string): Buffer => {
  const parts = [`AWS4${secretAccessKey}`, ...scope.split('/')]
  const name = parts.join('/')
  const [first = '', ...rest] = parts
  const key = known.get(name) ?? rest.reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(first))
  if (known.size >= knownMax) known.clear()
  known.set(name, key)
  return key
}

const known = new Map<string, Buffer>()
const knownMax = 10

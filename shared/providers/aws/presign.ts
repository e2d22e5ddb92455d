import { createHash, createHmac } from 'node:crypto'
import type { Clock } from '../../words/clock.ts'
import type { Settings } from './settings.ts'

interface Presigning {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Without a query. */
  url: string
  /** What is asked of the bucket itself; every name sorts behind those of the signature. */
  query?: Record<string, string>
  /** What it is asked for at; S3, unless told otherwise. */
  service?: 's3' | 'lambda'
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  expiresSeconds: number
  /** Epoch milliseconds. */
  now: number
}

/** What a function signs with: its own credentials, now. */
export const signerOf = ({ settings, clock }: { settings: Settings; clock: Clock }) => ({
  region: settings.required('AWS_REGION'),
  accessKeyId: settings.required('AWS_ACCESS_KEY_ID'),
  secretAccessKey: settings.required('AWS_SECRET_ACCESS_KEY'),
  sessionToken: settings.get('AWS_SESSION_TOKEN'),
  now: clock.now(),
})

/**
 * A URL of AWS that carries its own permission (AWS Signature Version 4, in the query; what is sent to S3 stays unsigned). Written out because
 * the SDK's client would triple the bundles of the functions that only hand out links.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export const presign = (presigning: Presigning): string => {
  const { method, url, region, accessKeyId, secretAccessKey, sessionToken, expiresSeconds, now } = presigning
  const { service = 's3' } = presigning
  const asked = Object.entries(presigning.query ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const { host, pathname } = new URL(url)
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const query = [
    ['X-Amz-Algorithm', algorithm],
    ['X-Amz-Credential', `${accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(expiresSeconds)],
    ...(sessionToken ? [['X-Amz-Security-Token', sessionToken]] : []),
    ['X-Amz-SignedHeaders', 'host'],
    ...asked,
  ]
    .map(([name = '', value = '']) => `${name}=${escaped(value)}`)
    .join('&')
  const payload = service === 's3' ? 'UNSIGNED-PAYLOAD' : digest('')
  const request = [method, pathname, query, `host:${host}`, '', 'host', payload].join('\n')
  const text = [algorithm, time, scope, digest(request)].join('\n')
  return `${url}?${query}&X-Amz-Signature=${signatureOf(text, scope, secretAccessKey)}`
}

interface FormSigning extends Omit<Presigning, 'method' | 'url' | 'query' | 'service'> {
  bucket: string
  key: string
  bytes: number
  contentType: string
}

/**
 * The fields of a form that may be posted to a bucket with a file: what it may be called, how large it is and what it says that it is, the
 * policy fixes. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export const presignForm = (signing: FormSigning): Record<string, string> => {
  const { bucket, key, bytes, contentType, region, accessKeyId, secretAccessKey, sessionToken, expiresSeconds, now } =
    signing
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const fields = {
    key,
    'Content-Type': contentType,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${accessKeyId}/${scope}`,
    'X-Amz-Date': time,
    ...(sessionToken && { 'X-Amz-Security-Token': sessionToken }),
  }
  const policy = {
    expiration: new Date(now + expiresSeconds * 1000).toISOString(),
    // S3 takes the bucket for a field that was sent.
    conditions: [
      { bucket },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ['content-length-range', bytes, bytes],
    ],
  }
  const text = Buffer.from(JSON.stringify(policy)).toString('base64')
  return { ...fields, Policy: text, 'X-Amz-Signature': signatureOf(text, scope, secretAccessKey) }
}

/** The bucket of an address: in front of `s3` in its host, or else first in its path. */
export const bucketOf = (url: string): string => {
  const { hostname, pathname } = new URL(url)
  return /^(.+?)\.s3[.-]/.exec(hostname)?.[1] ?? pathname.split('/')[1] ?? ''
}

export const signatureOf = (text: string, scope: string, secretAccessKey: string): string =>
  hmac(keyOf(scope, secretAccessKey), text).toString('hex')

/** A key holds for a day and a service, and its four digests take longer than all else of a signature. */
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

const algorithm = 'AWS4-HMAC-SHA256'
export const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
export const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

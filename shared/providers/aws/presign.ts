import { algorithm, type Credentials, digest, escaped, signerFor } from './sigv4.ts'

interface Presigning extends Credentials {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** Names must sort after `X-Amz-…`. */
  query?: Record<string, string>
  service?: 's3' | 'lambda'
  expiresSeconds: number
}

/**
 * Signs a URL, which then grants access by itself. An S3 body is unsigned.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export const presign = (presigning: Presigning): string => {
  const { method, url, service = 's3', sessionToken, expiresSeconds } = presigning
  const { host, pathname: path } = new URL(url)
  const { time, credential, signRequest } = signerFor(presigning, service)
  const asked = Object.entries(presigning.query ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const query = [
    ['X-Amz-Algorithm', algorithm],
    ['X-Amz-Credential', credential],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(expiresSeconds)],
    ...(sessionToken ? [['X-Amz-Security-Token', sessionToken]] : []),
    ['X-Amz-SignedHeaders', 'host'],
    ...asked,
  ]
    .map(([name = '', value = '']) => `${name}=${escaped(value)}`)
    .join('&')
  const payload = service === 's3' ? 'UNSIGNED-PAYLOAD' : digest('')
  return `${url}?${query}&X-Amz-Signature=${signRequest({ method, path, query, headers: { host }, payload })}`
}

interface FormSigning extends Credentials {
  bucket: string
  key: string
  bytes: number
  contentType: string
  expiresSeconds: number
}

/**
 * Signs an upload form. Its policy fixes name, size and content type.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export const presignForm = (signing: FormSigning): Record<string, string> => {
  const { bucket, key, bytes, contentType, sessionToken, expiresSeconds, now } = signing
  const { time, credential, sign } = signerFor(signing, 's3')
  const fields = {
    key,
    'Content-Type': contentType,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': credential,
    'X-Amz-Date': time,
    ...(sessionToken && { 'X-Amz-Security-Token': sessionToken }),
  }
  const policy = {
    expiration: new Date(now + expiresSeconds * 1000).toISOString(),
    conditions: [
      { bucket },
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
      ['content-length-range', bytes, bytes],
    ],
  }
  const text = Buffer.from(JSON.stringify(policy)).toString('base64')
  return { ...fields, Policy: text, 'X-Amz-Signature': sign(text) }
}

/** Reads the bucket from the host, or else from the path. */
export const bucketOf = (url: string): string => {
  const { hostname, pathname } = new URL(url)
  return /^(.+?)\.s3[.-]/.exec(hostname)?.[1] ?? pathname.split('/')[1] ?? ''
}

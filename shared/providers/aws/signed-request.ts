import { digest, escaped, signatureOf } from './presign.ts'

export interface Signing {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  service: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
  /** Epoch milliseconds. */
  now: number
  /** What is asked for, of a service that takes JSON: `TrentService.Sign`; without it, the body is taken as it is. */
  target?: string | undefined
  body: string
}

const algorithm = 'AWS4-HMAC-SHA256'

/**
 * A request to a service of AWS, signed in its headers (AWS Signature Version 4); for a service that is asked for one thing or two, a client of the SDK
 * is read and made at each start of a function. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const signedRequest = (
  signing: Signing,
): { url: string; init: { method: string; headers: Record<string, string>; body?: string } } => {
  const { method, url, service, region, accessKeyId, secretAccessKey, sessionToken, now, target, body } = signing
  const { host, pathname } = new URL(url)
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const headers: Record<string, string> = {
    ...(body && { 'content-type': target ? 'application/x-amz-json-1.1' : 'application/octet-stream' }),
    host,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    ...(target && { 'x-amz-target': target }),
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
  // What a path escapes is escaped once more, by all services but S3.
  const path = pathname.split('/').map(escaped).join('/')
  const request = [method, path, '', ...lines, '', names, digest(body)].join('\n')
  const signature = signatureOf([algorithm, time, scope, digest(request)].join('\n'), scope, secretAccessKey)
  const authorization = `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  const { host: _host, ...sent } = headers
  return { url, init: { method, headers: { ...sent, authorization }, ...(body && { body }) } }
}

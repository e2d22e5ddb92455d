import type { Settings } from './settings.ts'
import { algorithm, type Credentials, digest, escaped, signerFor } from './sigv4.ts'

export interface AwsRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  service: string
  /** Operation of a JSON service, such as `TrentService.Sign`. */
  target?: string | undefined
  headers?: Record<string, string>
  body: string
}

export const credentialsOf = (settings: Settings, now: number): Credentials => ({
  region: settings.required('AWS_REGION'),
  accessKeyId: settings.required('AWS_ACCESS_KEY_ID'),
  secretAccessKey: settings.required('AWS_SECRET_ACCESS_KEY'),
  sessionToken: settings.get('AWS_SESSION_TOKEN'),
  now,
})

export const signedRequest = (
  { method, url, service, target, headers: more, body }: AwsRequest,
  credentials: Credentials,
): { url: string; init: { method: string; headers: Record<string, string>; body?: string } } => {
  const { sessionToken } = credentials
  const { host, pathname, searchParams } = new URL(url)
  const { time, credential, signRequest } = signerFor(credentials, service)
  const sent = {
    ...(body && { 'content-type': target ? 'application/x-amz-json-1.1' : 'application/octet-stream' }),
    'x-amz-date': time,
    ...(service === 's3' && { 'x-amz-content-sha256': digest(body) }),
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    ...(target && { 'x-amz-target': target }),
    ...more,
  }
  const headers: Record<string, string> = { host, ...sent }
  // All services but S3 escape the path twice.
  const path = service === 's3' ? pathname : pathname.split('/').map(escaped).join('/')
  const query = queryOf([...searchParams])
  const signature = signRequest({ method, path, query, headers, payload: digest(body) })
  const names = Object.keys(headers).toSorted().join(';')
  const authorization = `${algorithm} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`
  return { url, init: { method, headers: { ...sent, authorization }, ...(body && { body }) } }
}

const queryOf = (pairs: [name: string, value: string][]): string =>
  pairs
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&')

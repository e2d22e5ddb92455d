import { digest, signatureOf } from './presign.ts'

interface Asking {
  url: string
  service: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  /** Epoch milliseconds. */
  now: number
  /** What is asked for: `TrentService.Sign`. */
  target: string
  /** JSON. */
  body: string
}

const algorithm = 'AWS4-HMAC-SHA256'

/**
 * A request to a service of AWS that takes JSON, signed in its headers (AWS Signature Version 4); for the one service that is asked for two things,
 * a client of the SDK would be most of a bundle. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const signedRequest = (
  asking: Asking,
): { url: string; init: { method: 'POST'; headers: Record<string, string>; body: string } } => {
  const { url, service, region, accessKeyId, secretAccessKey, sessionToken, now, target, body } = asking
  const { host, pathname } = new URL(url)
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const headers: Record<string, string> = {
    'content-type': 'application/x-amz-json-1.1',
    host,
    'x-amz-date': time,
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
    'x-amz-target': target,
  }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
  const request = ['POST', pathname, '', ...lines, '', names, digest(body)].join('\n')
  const signature = signatureOf([algorithm, time, scope, digest(request)].join('\n'), scope, secretAccessKey)
  const authorization = `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  const { host: _host, ...sent } = headers
  return { url, init: { method: 'POST', headers: { ...sent, authorization }, body } }
}

import { createHash, createHmac } from 'node:crypto'
import { access, region } from './emulator-differences.ts'

interface AwsRequest {
  service: 'events' | 'lambda' | 'logs' | 's3'
  method?: string
  /** With its query; of S3, the bucket is the first part of it. */
  path?: string
  /** Of an API that names what is asked in a header. */
  target?: string
  body?: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * A request to a service of AWS that the product has no client for, signed in its headers; its answer as text.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export const askAws = async (asked: AwsRequest): Promise<string> => {
  const { service, method = 'POST', path = '/', target, body = '' } = asked
  const url = new URL(path, `https://${service}.${region}.amazonaws.com`)
  const time = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '')
  const headers: Record<string, string> = {
    'content-type': target ? 'application/x-amz-json-1.1' : 'application/json',
    host: url.host,
    'x-amz-content-sha256': digest(body),
    'x-amz-date': time,
    ...(target && { 'x-amz-target': target }),
  }
  const names = Object.keys(headers).toSorted()
  const query = url.search.slice(1).split('&').filter(Boolean)
  const canonicalQuery = query.map((pair) => (pair.includes('=') ? pair : `${pair}=`)).toSorted()
  const request = [
    method,
    url.pathname,
    canonicalQuery.join('&'),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    digest(body),
  ].join('\n')
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`
  const text = [algorithm, time, scope, digest(request)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${access.AWS_SECRET_ACCESS_KEY}`)
  const credential = `Credential=${access.AWS_ACCESS_KEY_ID}/${scope}`
  const authorization = `${algorithm} ${credential}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, text).toString('hex')}`
  const answer = await fetch(url, { method, headers: { ...headers, authorization }, body: body || undefined })
  const told = await answer.text()
  if (!answer.ok) throw new Error(`${service} answered ${answer.status} to ${target ?? `${method} ${path}`}: ${told}`)
  return told
}

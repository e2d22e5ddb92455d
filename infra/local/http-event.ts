import type { APIGatewayProxyEventV2 } from 'aws-lambda'

export interface Arrival {
  method: string
  /** Path and query, as in the request line: `/api/user/leads?page=2`. */
  target: string
  headers: Record<string, string | string[] | undefined>
  body?: Uint8Array | string
  sourceIp?: string | undefined
}

export type WholeArrival = Arrival & { body: Buffer }

export interface HttpAnswer {
  status: number
  headers?: Record<string, string>
  cookies?: string[]
  body?: string | Buffer
}

interface Reception {
  /** The matched route; `path` has its parameters in braces. */
  route: { method: string; path: string }
  requestId: string
  now: number
}

/**
 * Makes the event of an API Gateway HTTP API, payload 2.0.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const toEvent = (arrival: Arrival, { route, requestId, now }: Reception): APIGatewayProxyEventV2 => {
  const { path, query } = splitTarget(arrival.target)
  const { cookie, ...headers } = joinValues(arrival.headers)
  const { host = 'localhost', 'user-agent': userAgent = '' } = headers
  const { sourceIp = '127.0.0.1', method } = arrival
  const rawPath = segmentsOf(path)?.join('/') ?? path
  const routeKey = `${route.method} ${route.path}`
  const pathParameters = matchPath(route.path, path)
  const body = Buffer.from(arrival.body ?? '')
  const isBase64Encoded = body.length > 0 && !isText(headers['content-type'])

  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: query,
    ...(cookie !== undefined && { cookies: cookie.split(/; */) }),
    headers: {
      ...headers,
      'x-amzn-trace-id': traceId(requestId, now),
      'x-forwarded-for': headers['x-forwarded-for'] ? `${headers['x-forwarded-for']}, ${sourceIp}` : sourceIp,
      'x-forwarded-port': /:(\d+)$/.exec(host)?.[1] ?? '80',
      'x-forwarded-proto': 'http',
    },
    ...(query && { queryStringParameters: readQuery(query) }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host,
      domainPrefix: 'local',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp, userAgent },
      requestId,
      routeKey,
      stage: '$default',
      time: logTime(now),
      timeEpoch: now,
    },
    ...(pathParameters && Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  }
}

export const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const wanted = pattern.split('/')
  const found = segmentsOf(path)
  if (wanted.length !== found?.length) return undefined

  const parameters: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = found[index] ?? ''
    const name = /^\{(.+)\}$/.exec(segment)?.[1]
    if (name === undefined ? segment !== value : value === '') return undefined
    if (name !== undefined) parameters[name] = value
  }
  return parameters
}

const segmentsOf = (path: string): string[] | undefined => {
  try {
    return path.split('/').map((segment) => decodeURIComponent(segment))
  } catch {
    return undefined
  }
}

export const splitTarget = (target: string): { path: string; query: string } => {
  const mark = target.indexOf('?')
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** Content types that API Gateway was seen to pass as text; AWS documents no list. */
const textTypes = /^(text\/.*|application\/(json|javascript|xml))$/i

const isText = (contentType = '') => textTypes.test(contentType.replace(/;.*$/s, '').trim())

export const joinValues = (headers: Arrival['headers']) => {
  const joined: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const separator = name.toLowerCase() === 'cookie' ? '; ' : ','
    joined[name.toLowerCase()] = Array.isArray(value) ? value.join(separator) : value
  }
  return joined
}

const readQuery = (query: string) => {
  const parameters: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    parameters[name] = name in parameters ? `${parameters[name]},${value}` : value
  }
  return parameters
}

const logTime = (now: number) => {
  const [, weekdayless = ''] = new Date(now).toUTCString().split(', ')
  const [day, month, year, time] = weekdayless.split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}

const traceId = (requestId: string, now: number) => {
  const second = Math.floor(now / 1000).toString(16)
  return `Root=1-${second}-${Buffer.from(requestId).toString('hex').padStart(24, '0').slice(-24)}`
}

import { describe, expect, test } from 'vitest'
import { matchPath, toEvent } from '../../../infra/local/http-event.ts'

const reception = {
  route: { method: 'GET', path: '/api/user/leads' },
  requestId: 'JKJaXmPLvHcESHA=',
  now: Date.UTC(2026, 0, 5, 9, 3, 8, 250),
}
const withRoute = (method: string, path: string) => ({ ...reception, route: { method, path } })

const bodyOf = (contentType: string | undefined, body: string | Uint8Array) => {
  const arrival = { method: 'POST', target: '/api/x', headers: { 'content-type': contentType }, body }
  const event = toEvent(arrival, withRoute('POST', '/api/x'))
  return [event.body, event.isBase64Encoded]
}

test('a bare request becomes the event that an HTTP API sends', () => {
  const arrival = {
    method: 'GET',
    target: '/api/user/leads',
    headers: { host: '127.0.0.1:3000', 'user-agent': 'curl/8' },
  }
  expect(JSON.parse(JSON.stringify(toEvent(arrival, reception)))).toEqual({
    version: '2.0',
    routeKey: 'GET /api/user/leads',
    rawPath: '/api/user/leads',
    rawQueryString: '',
    headers: {
      host: '127.0.0.1:3000',
      'user-agent': 'curl/8',
      'x-amzn-trace-id': 'Root=1-695b7e4c-586d504c764863455348413d',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-port': '3000',
      'x-forwarded-proto': 'http',
    },
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: '127.0.0.1:3000',
      domainPrefix: 'local',
      http: {
        method: 'GET',
        path: '/api/user/leads',
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: 'curl/8',
      },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey: 'GET /api/user/leads',
      stage: '$default',
      time: '05/Jan/2026:09:03:08 +0000',
      timeEpoch: 1767603788250,
    },
    isBase64Encoded: false,
  })
})

test('a full request becomes the event that an HTTP API sends', () => {
  const arrival = {
    method: 'PUT',
    target: '/api/user/leads/a%20b%2Bc?status=new&status=called&q=%2B49+30&empty=',
    headers: {
      Host: ['example.org'],
      Accept: ['text/html', 'application/json'],
      cookie: ['one=1; two=2,2', 'three=3'],
      'content-type': ['application/json; charset=utf-8'],
      'x-forwarded-for': ['203.0.113.9'],
    },
    body: Buffer.from('{"name":"Zoë"}'),
    sourceIp: '198.51.100.7',
  }
  const event = toEvent(arrival, withRoute('PUT', '/api/user/leads/{id}'))
  expect(event).toMatchObject({
    routeKey: 'PUT /api/user/leads/{id}',
    rawPath: '/api/user/leads/a b+c',
    rawQueryString: 'status=new&status=called&q=%2B49+30&empty=',
    cookies: ['one=1', 'two=2,2', 'three=3'],
    queryStringParameters: { status: 'new,called', q: '+49 30', empty: '' },
    pathParameters: { id: 'a b+c' },
    requestContext: {
      domainName: 'example.org',
      http: { method: 'PUT', path: '/api/user/leads/a b+c', sourceIp: '198.51.100.7', userAgent: '' },
    },
    body: '{"name":"Zoë"}',
    isBase64Encoded: false,
  })
  expect(event.headers).toEqual({
    host: 'example.org',
    accept: 'text/html,application/json',
    'content-type': 'application/json; charset=utf-8',
    'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
    'x-forwarded-for': '203.0.113.9, 198.51.100.7',
    'x-forwarded-port': '80',
    'x-forwarded-proto': 'http',
  })
})

describe('a body', () => {
  test.each([
    'text/plain',
    'text/html; charset=utf-8',
    'application/json',
    'Application/XML',
    'application/javascript',
  ])('of type %s is text', (contentType) => expect(bodyOf(contentType, 'Grüße')).toEqual(['Grüße', false]))

  test.each([
    undefined,
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/problem+json',
  ])('of type %s is base64', (contentType) => expect(bodyOf(contentType, 'a=1')).toEqual(['YT0x', true]))

  test('survives every byte', () => {
    const [body] = bodyOf('image/png', Uint8Array.of(0, 255, 128))
    expect(Buffer.from(String(body), 'base64')).toEqual(Buffer.from([0, 255, 128]))
  })

  test('that is empty is left out', () => expect(bodyOf('image/png', '')).toEqual([undefined, false]))
})

describe('a path', () => {
  test.each([
    ['/user/leads', '/user/leads', {}],
    ['/user/leads/{id}', '/user/leads/7', { id: '7' }],
    ['/user/leads/{id}', '/user/leads/%C3%A9', { id: 'é' }],
    ['/{area}/x/{id}', '/a/x/b', { area: 'a', id: 'b' }],
    ['/user/leads/{id}', '/user/leads/', undefined],
    ['/user/leads/{id}', '/user/leads', undefined],
    ['/user/leads', '/user/leads/', undefined],
    ['/user/leads', '/user/lead', undefined],
    ['/user/leads/{id}', '/user/leads/%E0%A4%A', undefined],
  ])('%s against %s gives %o', (pattern, path, parameters) => {
    expect(matchPath(pattern, path)).toEqual(parameters)
  })
})

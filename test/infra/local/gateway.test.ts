import { once } from 'node:events'
import { connect } from 'node:net'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, onTestFinished, test } from 'vitest'
import { virtualClock } from '../../../infra/local/clock.ts'
import { type RequestLine, type Route, serveGateway } from '../../../infra/local/gateway.ts'

const clock = virtualClock(Date.UTC(2026, 0, 5))

const route = (method: string, path: string, handler: Route['handler']): Route => ({
  id: `${method.toLowerCase()}${path.replaceAll('/', '-')}`,
  method,
  path: `/api${path}`,
  handler,
})

const serve = async (routes: Route[], more: { timeoutMs?: number; port?: number; host?: string } = {}) => {
  const lines: RequestLine[] = []
  const errors: unknown[] = []
  const gateway = await serveGateway({
    routes,
    clock,
    onRequest: (line) => lines.push(line),
    onError: (cause) => errors.push(cause),
    ...more,
  })
  onTestFinished(() => gateway.close())
  return { ...gateway, lines, errors }
}

const answering = async (result: unknown) => {
  const { url, errors } = await serve([route('GET', '/x', async () => result)])
  const response = await fetch(`${url}/x`)
  return { response, text: await response.text(), errors }
}

const notFound = { status: 404, body: { message: 'Not Found' } }
const readJson = async (response: Response) => ({ status: response.status, body: await response.json() })

test('names an address of this machine when it listens on every address', async () => {
  const { url } = await serve([route('GET', '/x', async () => ({ statusCode: 200 }))], { host: '0.0.0.0' })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  expect((await fetch(`${url}/x`)).status).toBe(200)
})

describe('a request', () => {
  test('reaches its handler as the event of an HTTP API, with a context', async () => {
    const seen: unknown[] = []
    const { url } = await serve([
      route('POST', '/user/leads/{id}', async (event, { functionName, getRemainingTimeInMillis }) => {
        seen.push(event, functionName, getRemainingTimeInMillis() > 0)
        return { statusCode: 204 }
      }),
    ])
    await fetch(`${url}/user/leads/a%20b?page=2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-colour': 'red' },
      body: '{"a":1}',
    })
    expect(seen).toEqual([
      {
        version: '2.0',
        routeKey: 'POST /api/user/leads/{id}',
        rawPath: '/api/user/leads/a b',
        rawQueryString: 'page=2',
        headers: expect.objectContaining({ 'x-colour': 'red', 'content-length': '7', host: new URL(url).host }),
        queryStringParameters: { page: '2' },
        pathParameters: { id: 'a b' },
        requestContext: {
          accountId: '000000000000',
          apiId: 'local',
          domainName: new URL(url).host,
          domainPrefix: 'local',
          http: {
            method: 'POST',
            path: '/api/user/leads/a b',
            protocol: 'HTTP/1.1',
            sourceIp: '127.0.0.1',
            userAgent: 'node',
          },
          requestId: expect.stringMatching(/^[\w-]{15}=$/),
          routeKey: 'POST /api/user/leads/{id}',
          stage: '$default',
          time: '05/Jan/2026:00:00:00 +0000',
          timeEpoch: clock.now(),
        },
        body: '{"a":1}',
        isBase64Encoded: false,
      },
      'post-user-leads-{id}',
      true,
    ])
  })

  test('goes to a literal path rather than to a parameter', async () => {
    const { url } = await serve([
      route('GET', '/user/leads/{id}', async () => 'parameter'),
      route('GET', '/user/leads/export', async () => 'literal'),
    ])
    expect(await (await fetch(`${url}/user/leads/export`)).text()).toBe('literal')
    expect(await (await fetch(`${url}/user/leads/7`)).text()).toBe('parameter')
  })

  test('is told to onRequest without its query', async () => {
    const { url, lines } = await serve([route('GET', '/x/{id}', async () => ({ statusCode: 202 }))])
    await fetch(`${url}/x/7?phone=%2B4930123456`)
    await fetch(`${url}/y`)
    await expect
      .poll(() => lines)
      .toEqual([
        { method: 'GET', path: '/api/x/7', status: 202, ms: expect.any(Number), operation: 'get-x-{id}' },
        { method: 'GET', path: '/api/y', status: 404, ms: expect.any(Number), operation: undefined },
      ])
  })
})

describe('404 when', () => {
  test.each([
    ['the path is unknown', 'GET', '/api/y'],
    ['the method is unknown', 'DELETE', '/api/x'],
    ['the stage is missing', 'GET', '/x'],
    ['there is a trailing slash', 'GET', '/api/x/'],
    ['the path is malformed', 'GET', '/api/%E0%A4%A'],
  ])('%s', async (_, method, path) => {
    const { url } = await serve([route('GET', '/x', async () => 'here'), route('GET', '/{id}', async () => 'here')])
    const response = await fetch(new URL(path === '/api/y' ? '/api/y/z' : path, url), { method })
    expect(await readJson(response)).toEqual(notFound)
    expect(response.headers.get('content-type')).toBe('application/json')
  })
})

describe('a body', () => {
  const lengthOf = async (event: APIGatewayProxyEventV2) => ({ length: event.body?.length })
  const mebibyte = 1024 * 1024

  test('of 10 MiB reaches the handler, one byte more is answered with 413', async () => {
    const { url } = await serve([route('POST', '/x', lengthOf)])
    const post = async (length: number) =>
      readJson(
        await fetch(`${url}/x`, {
          method: 'POST',
          body: 'x'.repeat(length),
          headers: { 'content-type': 'text/plain' },
        }),
      )
    expect(await post(10 * mebibyte)).toEqual({ status: 200, body: { length: 10 * mebibyte } })
    expect(await post(10 * mebibyte + 1)).toEqual({ status: 413, body: { message: 'Request Entity Too Large' } })
  })

  test('of a client that goes away ends nothing else', async () => {
    const { url, errors } = await serve([route('POST', '/x', lengthOf)])
    const socket = connect(Number(new URL(url).port), '127.0.0.1').resume()
    socket.end('POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
    await once(socket, 'close')
    expect((await fetch(`${url}/x`, { method: 'POST' })).status).toBe(200)
    expect(errors).toEqual([])
  })
})

describe('an answer', () => {
  test('has the status, headers, cookies and body of the structured result', async () => {
    const { response, text } = await answering({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'X-Count': 3, 'Content-Length': '999' },
      cookies: ['a=1; HttpOnly', 'b=2'],
      body: '{"ä":1}',
    })
    expect([response.status, text]).toEqual([201, '{"ä":1}'])
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-count')).toBe('3')
    expect(response.headers.getSetCookie()).toEqual(['a=1; HttpOnly', 'b=2'])
    expect(response.headers.get('apigw-requestid')).toMatch(/^[\w-]{15}=$/)
  })

  test('is text when the structured result names no type', async () => {
    const { response } = await answering({ statusCode: 200, body: 'hello' })
    expect(response.headers.get('content-type')).toBe('text/plain;charset=UTF-8')
  })

  test('is decoded when it is base64', async () => {
    expect((await answering({ statusCode: 200, body: 'aGVsbG8=', isBase64Encoded: true })).text).toBe('hello')
  })

  test.each([
    [{ message: 'hello' }, '{"message":"hello"}'],
    ['hello', 'hello'],
    [[1, 2], '[1,2]'],
    [undefined, 'null'],
  ])('is 200 and JSON when the handler returns plainly %o', async (result, expected) => {
    const { response, text } = await answering(result)
    expect([response.status, response.headers.get('content-type'), text]).toEqual([200, 'application/json', expected])
  })

  test.each([
    ['a status that is none', { statusCode: 'fine', body: '' }],
    ['a body that is not text', { statusCode: 200, body: { a: 1 } }],
    ['a header with a line break', { statusCode: 200, headers: { 'x-a': 'b\r\nc: d' } }],
  ])('is 500 when the result has %s', async (_, result) => {
    const { response, text, errors } = await answering(result)
    expect([response.status, text]).toEqual([500, '{"message":"Internal Server Error"}'])
    expect(errors).toHaveLength(1)
  })

  test('is 500 when the handler throws', async () => {
    const { url, errors } = await serve([route('GET', '/x', () => Promise.reject(new Error('accident')))])
    expect(await readJson(await fetch(`${url}/x`))).toEqual({ status: 500, body: { message: 'Internal Server Error' } })
    expect(errors).toEqual([new Error('accident')])
  })

  test('is 503 when the handler takes too long', async () => {
    const { url } = await serve([route('GET', '/x', () => new Promise(() => {}))], { timeoutMs: 1 })
    expect(await readJson(await fetch(`${url}/x`))).toEqual({ status: 503, body: { message: 'Service Unavailable' } })
  })
})

test('a taken port rejects with EADDRINUSE and one sentence', async () => {
  const { url } = await serve([])
  const port = Number(new URL(url).port)
  await expect(serveGateway({ routes: [], clock, port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: `Port ${port} of 127.0.0.1 is taken by another program`,
  })
})

test('close waits for the request under way and ends kept-alive connections', async () => {
  let finish = () => {}
  const gateway = await serveGateway({
    routes: [
      route('GET', '/slow', async () => {
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return 'done'
      }),
      route('GET', '/quick', async () => 'done'),
    ],
    clock,
  })
  await (await fetch(`${gateway.url}/quick`)).text()
  const slow = fetch(`${gateway.url}/slow`)
  await expect.poll(() => finish.length === 1, { timeout: 20_000 }).toBe(true)
  const closed = gateway.close()
  finish()
  expect(await (await slow).text()).toBe('done')
  await closed
  await expect(fetch(`${gateway.url}/quick`)).rejects.toThrow()
})

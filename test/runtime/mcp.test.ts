import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { writeToken } from '../../shared/domain/account/token.ts'
import { bodyBytesMax } from '../../shared/runtime/body.ts'
import { useUser, useWorld } from '../use-world.ts'

const world = useWorld()
const user = useUser(world)

const version = '2026-07-28'
const meta = (name: string) => `io.modelcontextprotocol/${name}`
const modernMeta = { [meta('protocolVersion')]: version, [meta('clientCapabilities')]: {} }

interface Sent {
  headers?: Record<string, string | undefined>
  token?: string | null
  method?: string
}

const post = async (body: unknown, { headers = {}, token = user.token, method = 'POST' }: Sent = {}) => {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  const all = { 'content-type': 'application/json', ...authorization, ...headers }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return world.request(method, '/mcp', {
    headers: given,
    body: method === 'GET' ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const request = (method: string, params: object = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

const modern = (method: string, params: Record<string, unknown> = {}, sent: Sent = {}) =>
  post(request(method, { _meta: modernMeta, ...params }), {
    ...sent,
    headers: {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
      ...sent.headers,
    },
  })

describe('what is refused before it is read', () => {
  test('405 for a stream or the end of a session: there is neither', async () => {
    for (const method of ['GET', 'DELETE']) {
      const reply = await post('', { method })
      expect({ status: reply.status, allow: reply.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
    }
  })

  test('returns 403 for foreign pages, and accepts our own and programs', async () => {
    const origins = [
      'https://evil.example',
      'null',
      'http://localhost:1',
      world.url,
      `${new URL(world.url).origin}.evil.example`,
    ]
    for (const origin of origins) {
      const reply = await post(request('tools/list'), { headers: { origin } })
      const { status, body } = reply
      expect({ origin, status, body }).toEqual({
        origin,
        status: 403,
        body: { message: 'Requests from this origin are not taken.' },
      })
    }
    const own = await post(request('tools/list'), { headers: { origin: new URL(world.url).origin } })
    expect(own.status).toBe(200)
  })

  test('returns 401 without a good token, like every request', async () => {
    const before = world.consumed.length
    for (const token of [null, 'nonsense', writeToken(user.id, randomBytes(32))]) {
      const reply = await post(request('tools/call', { name: 'get-me' }), { token })
      expect({ status: reply.status, body: reply.body }).toEqual({ status: 401, body: { message: 'Unauthenticated.' } })
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      expect(reply.headers.get('x-request-id')).toMatch(/\S/)
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
    const commands = world.consumed.slice(before).map(({ command }) => command)
    expect(commands).toEqual(['GetItem'])
  })

  test('413 for more than any request may send', async () => {
    const text = JSON.stringify(request('tools/list'))
    expect((await post(text.padEnd(bodyBytesMax + 1))).status).toBe(413)
    expect((await post(text.padEnd(bodyBytesMax))).status).toBe(200)
  })

  test('400 with an error of JSON-RPC for an unknown area', async () => {
    const reply = await world.request('POST', '/mcp?areas=calls,secrets', {
      headers: { authorization: `Bearer ${user.token}` },
      body: JSON.stringify(request('tools/list')),
    })
    const { status, body } = reply
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32602,
          message: 'Invalid params: The selected areas is invalid.',
          data: { errors: { areas: ['The selected areas is invalid.'] } },
        },
      },
    })
  })
})

describe('messages', () => {
  test.each([
    ['no JSON', '{', -32700],
    ['a list', [request('ping')], -32600],
    ['nothing', 'null', -32600],
    ['another protocol', { id: 1, method: 'ping' }, -32600],
    ['no method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['an id that is none', request('ping', {}, null), -32600],
    ['an id that is an object', request('ping', {}, {}), -32600],
    ['parameters in a list', request('ping', []), -32602],
  ])('400 for %s', async (_what, body, code) => {
    const reply = await post(body)
    expect({ status: reply.status, body: reply.body }).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', error: { code } },
    })
  })

  test('nothing that can be sent breaks it', async () => {
    const deep = (pair: string) => (pair[0] ?? '').repeat(20_000) + (pair[1] ?? '').repeat(20_000)
    const values = [deep('[]'), `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, '{"toString":1,"valueOf":1}']
    values.push(
      '"\\ud800"',
      '"\\u0000"',
      '{"__proto__":{"name":"get-me"}}',
      'null',
      '1e400',
      '-0',
      '""',
      `"${'x'.repeat(70_000)}"`,
    )
    const call = (name: string, given: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`
    const messages = values.flatMap((value) => [
      value,
      `{"jsonrpc":"2.0","id":1,"method":${value}}`,
      `{"jsonrpc":"2.0","id":${value},"method":"ping"}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${value}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${value}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${value}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"${meta('protocolVersion')}":${value}}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":${value}}}`,
      ...['get-call', 'list-calls', 'create-lead', 'update-lead', 'make-call'].flatMap((name) => [
        call(name, value),
        ...['id', 'status', 'phone_number', 'idempotency_key'].map((of) => call(name, `{"${of}":${value}}`)),
      ]),
    ])
    const modernHeaders = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'get-call' }
    for (const message of messages)
      for (const headers of [{}, modernHeaders]) {
        const { status, body } = await post(message, { headers })
        const said = body?.result?._meta?.status
        const start = message.slice(0, 120)
        expect({ start, status, said, isBroken: status >= 500 || said >= 500 }).toMatchObject({
          start,
          isBroken: false,
        })
        expect(body?.result?.content?.[0]?.text ?? '').not.toContain('No answer came in time')
      }
  })

  test('202 and nothing for a notification, in either generation', async () => {
    for (const headers of [{}, { 'mcp-protocol-version': version }]) {
      const reply = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, { headers })
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 202, text: '' })
    }
  })

  test('the id comes back as it was sent', async () => {
    for (const id of [0, 1, -1, 'one', '1'])
      expect((await post(request('ping', {}, id))).body).toEqual({ jsonrpc: '2.0', id, result: {} })
  })

  test('runs two messages with the same id as two requests', async () => {
    const call = request('tools/call', { name: 'blacklist-number', arguments: { phone_number: '+12025550123' } }, 1)
    const [first, second] = [await post(call), await post(call)]
    expect(first.body.result).toMatchObject({ isError: false })
    expect(second.body.result._meta.request_id).not.toBe(first.body.result._meta.request_id)
  })

  test('streams one event to clients of streams, else JSON', async () => {
    const accept = 'application/json, text/event-stream'
    const streamed = await post(request('ping'), { headers: { accept } })
    expect(streamed.headers.get('content-type')).toBe('text/event-stream')
    expect(streamed.text).toBe('event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')
    const plain = await post(request('ping'))
    expect(plain.headers.get('content-type')).toBe('application/json')
    const failed = await post('{', { headers: { accept } })
    expect(failed.headers.get('content-type')).toBe('application/json')
  })
})

describe('before 2026-07-28', () => {
  test.each([
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('a handshake for %s agrees on %s, and makes no session', async (protocolVersion, agreed) => {
    const reply = await post(request('initialize', { protocolVersion, capabilities: {} }))
    expect(reply.body.result).toMatchObject({ protocolVersion: agreed, capabilities: { tools: {} } })
    expect(reply.headers.get('mcp-session-id')).toBeNull()
  })

  test('an unknown method or tool is an error of JSON-RPC alone', async () => {
    const method = await post(request('resources/list'), { headers: { 'mcp-protocol-version': '2025-06-18' } })
    expect({ status: method.status, code: method.body.error.code }).toEqual({ status: 200, code: -32601 })
    const tool = await post(request('tools/call', { name: 'get-webhook-secret' }))
    expect(tool.body.error).toEqual({ code: -32602, message: 'Unknown tool: get-webhook-secret' })
  })
})

describe('since 2026-07-28', () => {
  const failure = async (reply: ReturnType<typeof modern>) => {
    const { status, body } = await reply
    return { status, code: body.error?.code, data: body.error?.data }
  }

  test('server/discover tells what there is, and a list how long it lasts', async () => {
    const { body } = await modern('server/discover')
    expect(body.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: expect.arrayContaining([version, '2025-11-25']),
      capabilities: { tools: {} },
      cacheScope: 'private',
      _meta: { [meta('serverInfo')]: { name: 'parlance' } },
    })
    const list = (await modern('tools/list')).body.result
    expect(list).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' })
    expect((await modern('tools/list')).body.result).toEqual(list)
  })

  test('400 when headers and body contradict each other, or a header is missing', async () => {
    const mismatch = { status: 400, code: -32020 }
    const me = { name: 'get-me', arguments: {} }
    for (const headers of [
      { 'mcp-protocol-version': '2025-11-25' },
      { 'mcp-protocol-version': undefined },
      { 'mcp-method': 'tools/list' },
      { 'mcp-method': undefined },
      { 'mcp-name': 'get-call' },
      { 'mcp-name': undefined },
    ])
      expect({ headers, ...(await failure(modern('tools/call', me, { headers }))) }).toMatchObject({
        headers,
        ...mismatch,
      })
    const encoded = `=?base64?${Buffer.from('get-me').toString('base64')}?=`
    expect((await modern('tools/call', me, { headers: { 'mcp-name': encoded } })).body.result.isError).toBe(false)
  })

  test('400 with the revisions that are known for one that is not', async () => {
    const unknown = '1900-01-01'
    const _meta = { ...modernMeta, [meta('protocolVersion')]: unknown }
    const headers = { 'mcp-protocol-version': unknown }
    const wanted = {
      status: 400,
      code: -32022,
      data: { supported: expect.arrayContaining([version]), requested: unknown },
    }
    expect(await failure(modern('tools/list', { _meta }, { headers }))).toEqual(wanted)
    expect(await failure(modern('tools/list', { _meta: {} }, { headers }))).toEqual(wanted)
  })

  test('returns 400 without capabilities or revision', async () => {
    const lacking = { status: 400, code: -32602, data: undefined }
    expect(await failure(modern('tools/list', { _meta: { [meta('protocolVersion')]: version } }))).toEqual(lacking)
    expect(await failure(modern('tools/list', { _meta: {} }))).toEqual(lacking)
  })

  test('404 for a method that is not served, those of former days included', async () => {
    for (const method of ['resources/list', 'ping', 'subscriptions/listen', 'nonsense'])
      expect(await failure(modern(method))).toMatchObject({ status: 404, code: -32601 })
    expect(await failure(modern('tools/call', { name: 'nonsense' }))).toMatchObject({ status: 400, code: -32602 })
  })
})

import { describe, expect, test, vi } from 'vitest'
import { createClient, Problem } from '../../client/client.ts'

interface Asked {
  url: string
  method: string | undefined
  headers: Headers
  body: unknown
}

/**
 * Opens a client that receives `answers` in order, then the last answer again and again. Also
 * returns the requests.
 */
const clientOf = (answers: (() => Response | Promise<Response>)[], retries?: number) => {
  const asked: Asked[] = []
  const answering: typeof fetch = async (url, init) => {
    const body = init?.body === undefined ? undefined : JSON.parse(String(init.body))
    asked.push({ url: String(url), method: init?.method, headers: new Headers(init?.headers), body })
    return (answers[asked.length - 1] ?? answers.at(-1) ?? ok({}))()
  }
  return { asked, client: createClient({ baseUrl: 'https://api.test/api/', token: 'pk_1', fetch: answering, retries }) }
}

const ok = (body: unknown) => () => Response.json(body)
const refused =
  (status: number, message: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ message }, { status, headers })
const lost = () => Promise.reject(new TypeError('fetch failed'))

const hurried = async <T>(run: () => Promise<T>): Promise<{ outcome: T; pauses: number[] }> => {
  const pauses: number[] = []
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((done: () => void, delayMs: number) => {
    pauses.push(delayMs)
    queueMicrotask(done)
  }) as unknown as typeof setTimeout)
  try {
    return { outcome: await run(), pauses }
  } finally {
    spy.mockRestore()
  }
}

describe('a request', () => {
  test('puts ids into the path and other input of a GET into the query', async () => {
    const { client, asked } = clientOf([ok({})])
    await client.getCall({ id: 7 })
    await client.listCalls({ status: 'busy', phone_number: '+1 & more', page: null })
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://api.test/api/user/calls/7',
      'GET https://api.test/api/user/calls?status=busy&phone_number=%2B1+%26+more',
    ])
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer pk_1')
    expect(asked[0]?.body).toBeUndefined()
  })

  test('puts other input of a POST into the body, with an Idempotency-Key', async () => {
    const { client, asked } = clientOf([ok({})])
    await client.updateLead({ id: 3, variables: { name: 'Ada' } })
    await client.makeCall({ phone_number: '+1', assistant_id: 2 })
    await client.makeCall({ phone_number: '+1', assistant_id: 2 }, { idempotencyKey: 'mine' })
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PUT', 'https://api.test/api/user/leads/3', { variables: { name: 'Ada' } }],
      ['POST', 'https://api.test/api/user/make_call', { phone_number: '+1', assistant_id: 2 }],
      ['POST', 'https://api.test/api/user/make_call', { phone_number: '+1', assistant_id: 2 }],
    ])
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual([null, expect.stringMatching(/^[0-9a-f]{32}$/), 'mine'])
  })
})

describe('an answer that is no success', () => {
  test('is thrown as a problem with all that it says', async () => {
    const body = { message: 'Validation failed', errors: { phone_number: ['The phone number field is required.'] } }
    const { client } = clientOf([() => Response.json(body, { status: 422, headers: { 'x-request-id': 'r1' } })])
    const problem = await client.makeCall({ phone_number: '', assistant_id: 1 }).catch((cause) => cause)
    expect(problem).toBeInstanceOf(Problem)
    expect(problem).toMatchObject({ status: 422, message: 'Validation failed', errors: body.errors, requestId: 'r1' })
  })

  test('is a problem, too, if it is no JSON', async () => {
    const { client } = clientOf([() => new Response('<html>', { status: 403, statusText: 'Forbidden' })])
    await expect(client.getMe()).rejects.toMatchObject({ status: 403, message: 'Forbidden', errors: {} })
  })
})

describe('a request that came to nothing', () => {
  test.each([
    ['is lost', lost],
    ['is answered 503', refused(503, 'Sending is paused')],
    ['is answered 504', refused(504, 'Timeout')],
    ['is answered in part', () => new Response('{"message":')],
  ])('that %s is made again, a POST under the same key', async (_, nothing) => {
    const { client, asked } = clientOf([nothing, nothing, ok({ message: 'well' })])
    const { outcome } = await hurried(() => client.sendSms({ from: 1, to: '+1', body: 'Hello' }))
    expect(outcome).toEqual({ message: 'well' })
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  })

  test('waits as long as 429 and 503 say', async () => {
    const { client } = clientOf([
      refused(429, 'Slow', { 'retry-after': '7' }),
      refused(503, 'No', { 'retry-after': '2' }),
      ok({}),
    ])
    expect((await hurried(() => client.getMe())).pauses).toEqual([7000, 2000])
  })

  test('is not made again where that would take more than a minute', async () => {
    const { client, asked } = clientOf([refused(429, 'Slow', { 'retry-after': '61' })])
    await expect(client.getMe()).rejects.toMatchObject({ status: 429, retryAfterSeconds: 61 })
    expect(asked).toHaveLength(1)
  })

  test('is made again so often, and then its failure is told', async () => {
    const { client, asked } = clientOf([lost], 2)
    const { outcome } = await hurried(() => client.deleteLead({ id: 1 }).catch((cause) => cause))
    expect(outcome).toEqual(new TypeError('fetch failed'))
    expect(asked).toHaveLength(3)
  })

  test('waits for its own first attempt, which is under way', async () => {
    const underWay = refused(409, 'A request with this idempotency key is in progress')
    const { client, asked } = clientOf([lost, underWay, ok({ message: 'well' })])
    expect((await hurried(() => client.makeCall({ phone_number: '+1', assistant_id: 1 }))).outcome).toEqual({
      message: 'well',
    })
    expect(asked).toHaveLength(3)
  })

  test.each([400, 401, 403, 404, 409, 422, 500])(
    'is not what was answered %i: that is told at once',
    async (status) => {
      const { client, asked } = clientOf([refused(status, 'No')])
      await expect(client.makeCall({ phone_number: '+1', assistant_id: 1 })).rejects.toMatchObject({ status })
      expect(asked).toHaveLength(1)
    },
  )

  test('is given up with the signal of who asked', async () => {
    const { client, asked } = clientOf([lost])
    const stop = new AbortController()
    const asking = client.getMe({}, { signal: stop.signal })
    stop.abort(new Error('Enough'))
    await expect(asking).rejects.toThrow()
    expect(asked).toHaveLength(1)
  })
})

describe('a list', () => {
  const page = (current_page: number, last_page: number, ids: number[]) =>
    ok({ current_page, last_page, data: ids.map((id) => ({ id })) })

  test('yields row by row, and requests pages only as the loop needs them', async () => {
    const { client, asked } = clientOf([page(1, 3, [6, 5]), page(2, 3, [4, 3]), page(3, 3, [2, 1])])
    const ids: number[] = []
    for await (const { id } of client.listLeads.each({ campaign_id: 1 })) {
      ids.push(id)
      if (id === 3) break
    }
    expect(ids).toEqual([6, 5, 4, 3])
    expect(asked.map(({ url }) => url.split('?')[1])).toEqual([
      'per_page=100&campaign_id=1&page=1',
      'per_page=100&campaign_id=1&page=2',
    ])
  })

  test('tells no row twice that moved to the next page meanwhile', async () => {
    const { client } = clientOf([page(1, 2, [3, 2]), page(2, 2, [2, 1])])
    const ids: number[] = []
    for await (const { id } of client.listCalls.each()) ids.push(id)
    expect(ids).toEqual([3, 2, 1])
  })
})

import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { waitingMax } from '../../shared/data/account/rate-limit.ts'
import * as declare from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { http } from '../../shared/runtime/http.ts'
import { integer, optional, text } from '../../shared/words/fields.ts'
import { finding, form } from '../../shared/words/form.ts'
import { Problem } from '../../shared/words/problem.ts'
import { openReceiver } from '../receiver.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

let world: SmallWorld
beforeAll(async () => {
  world = await openSmallWorld()
})
beforeEach(() => {
  world.interfere((_command, go) => go())
  world.logged.length = 0
})

const area = 'tests'
const told = { summary: 'A test', description: 'Nothing but a test' }
const Anything = z.record(z.string(), z.unknown())
const uses = ['users.find', 'users.create', 'ledger.move', 'ledger.balance', 'clock'] as const

const reading = declare.http({ id: 'read', area, method: 'GET', path: '/read', ...told, returns: Anything, uses })
const changing = declare.http({
  id: 'change',
  area,
  method: 'PUT',
  path: '/change/{id}',
  ...told,
  query: form({ page: optional(integer({ min: 1 })) }),
  body: form({ name: text({ max: 5 }), age: optional(integer()) }),
  missing: 'call_not_found',
  returns: Anything,
  uses,
})
const making = declare.http({
  id: 'make',
  area,
  method: 'POST',
  path: '/make',
  ...told,
  body: form({ name: text({ max: 5 }) }),
  status: 201,
  returns: z.object({ id: z.int() }),
  accident: 'assistant_creation_failed',
  uses,
})

const accidents = () => world.logged.filter(({ level }) => level === 'error')

describe('what a handler gets', () => {
  test('user, path id and the client’s request', async () => {
    const entry = http(changing, async ({ user_id, id, location, bodyNames }) => ({
      user_id,
      id,
      location,
      names: bodyNames(),
    }))
    const { body } = await world.ask(entry, {
      path: '/change/42?page=3&status=a%20b&status=c',
      body: { name: 'x', more: 1 },
      headers: { host: 'example.com' },
    })
    expect(body).toEqual({
      user_id: world.user_id,
      id: 42,
      location: { path: 'http://example.com/api/change/42', filters: { status: 'c' } },
      names: ['name', 'more'],
    })
  })

  test('exactly the methods that its declaration names', async () => {
    const entry = http(reading, async (_request, services) =>
      Object.fromEntries(Object.entries(services).map(([name, service]) => [name, Object.keys(service)])),
    )
    const { body } = await world.ask(entry)
    expect(body).toEqual({
      users: ['find', 'create'],
      ledger: ['move', 'balance'],
      clock: Object.keys(world.parts.clock),
    })
  })
})

describe('the order of the checks is the order of the handler’s lines', () => {
  const order = (lines: ('body' | 'query' | 'problem')[]) =>
    http(changing, async (request) => {
      for (const line of lines) {
        if (line === 'problem') throw new Problem('no_phone_number')
        await request[line]()
      }
      return {}
    })
  const wrong = { path: '/change/1?page=0', body: { name: '' } }

  test.each<[('body' | 'query' | 'problem')[], object]>([
    [['body', 'query'], { message: 'Validation failed', errors: { name: ['The name field is required.'] } }],
    [['query', 'body'], { message: 'Validation failed', errors: { page: ['The page field must be at least 1.'] } }],
    [['problem', 'body'], { message: 'No phone number available' }],
  ])('%j', async (lines, expected) => {
    const { status, body } = await world.ask(order(lines), wrong)
    expect({ status, body }).toEqual({ status: 422, body: expected })
  })

  test('the path comes before them all', async () => {
    const reply = await world.ask(order(['body']), { path: '/change/zero', body: { name: '' } })
    expect(reply.body).toEqual({ message: 'Call not found' })
  })
})

test('what only the store can find is reported together with the form’s own findings', async () => {
  const asked: unknown[] = []
  const entry = http(changing, async ({ body }) => {
    await body(async (values) => {
      asked.push(values)
      return { ...finding('name', 'Too late.'), ...finding('age', 'The selected :attribute is invalid.') }
    })
    return {}
  })
  const { body } = await world.ask(entry, { path: '/change/1', body: { name: '', age: '7' } })
  expect(asked).toEqual([{ age: 7 }])
  expect(body.errors).toEqual({ name: ['The name field is required.'], age: ['The selected age is invalid.'] })
})

describe('a body', () => {
  const echo = http(making, async ({ body }) => ({ id: (await body()).name.length }))

  test.each([
    ['with a byte order mark', '\ufeff{"name":"abc"}'],
    ['with a __proto__ member', '{"name":"abc","__proto__":{"name":"abcde"}}'],
    ['with an escaped __proto__ member', '{"name":"abc","\\u005f_proto__":{"age":1}}'],
    ['with a constructor.prototype member', '{"name":"abc","constructor":{"prototype":{"age":1}}}'],
  ])('is read %s', async (_what, text) => {
    const { status, body } = await world.ask(echo, { text })
    expect({ status, body }).toEqual({ status: 201, body: { id: 3 } })
  })

  test.each(['null', '\ufeffnull', '[]', '"x"', '1', 'false'])(
    'that is %j answers 422 with errors.body',
    async (text) => {
      for (const headers of [{}, { 'idempotency-key': `body ${text.length}` }] as Record<string, string>[]) {
        const { status, body } = await world.ask(echo, { text, headers })
        const errors = { body: ['The body field must be an object.'] }
        expect({ status, body }).toEqual({ status: 422, body: { message: 'Validation failed', errors } })
      }
    },
  )

  test.each(['{', '\ufeff', '\ufeff\ufeff{}', '[NaN]', '['.repeat(100_000)])(
    'that is %.9j answers 400',
    async (text) => {
      const { status, body } = await world.ask(echo, { text })
      expect({ status, body }).toEqual({ status: 400, body: { message: 'Malformed JSON body' } })
    },
  )
})

describe('what leaves', () => {
  test('only what the declaration names', async () => {
    const answer = { id: 1, secret: 'x' }
    const { status, text } = await world.ask(http(making, async () => answer))
    expect({ status, text }).toEqual({ status: 201, text: '{"id":1}' })
  })

  test('an answer of another shape is an accident', async () => {
    const entry = http(making, async () => ({ id: 1.5 }))
    const { status, body } = await world.ask(entry)
    expect({ status, body }).toEqual({ status: 500, body: { message: 'Assistant creation failed' } })
  })

  test('a problem is its status, message and details, and no error in the log', async () => {
    const entry = http(making, async () => {
      throw new Problem('given_data_invalid', { errors: { a: ['b'] }, detail: 'the provider said so' })
    })
    const { status, body } = await world.ask(entry)
    expect({ status, body }).toEqual({
      status: 422,
      body: { message: 'The given data was invalid.', errors: { a: ['b'] }, error: 'the provider said so' },
    })
    expect(accidents()).toEqual([])
  })

  test.each([
    ['an error', new Error('secret cause')],
    ['a text', 'secret cause'],
    ['nothing', undefined],
  ])('%s that was thrown is a 500 whose cause stands only in the log', async (_what, cause) => {
    const entry = http(making, async () => {
      throw cause
    })
    const { status, text, headers } = await world.ask(entry)
    expect({ status, text }).toEqual({ status: 500, text: '{"message":"Assistant creation failed"}' })
    expect(accidents().map(({ message, fields }) => ({ message, ...fields }))).toMatchObject([
      { message: 'accident', operation: 'make', request_id: headers['x-request-id'], cause },
    ])
    expect(JSON.stringify(world.logged)).not.toContain(world.token)
  })
})

describe('before the token is known to be good', () => {
  test('single items may be read, and nothing else', async () => {
    const started: string[] = []
    const { promise: tokenKnown, resolve: knowToken } = Promise.withResolvers<void>()
    let requests = 0
    world.interfere(async (command, go) => {
      started.push(command)
      requests += 1
      if (requests === 1) await tokenKnown
      return go()
    })
    const entry = http(making, async ({ user_id }, { users, ledger }) => {
      const both = Promise.all([users.find(user_id), ledger.balance(user_id)])
      const { moved } = await ledger.move({ user_id, type: 'top_up', amount: 1, description: 'x' })
      await both
      return { id: moved ? 1 : 0 }
    })
    const answering = world.ask(entry)
    while (requests < 3) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    expect(new Set(started)).toEqual(new Set([started[0]]))
    knowToken()
    expect((await answering).body).toEqual({ id: 1 })
    expect(started.length).toBe(5)
  })

  const answers: [string, Parameters<typeof http<typeof making>>[1]][] = [
    ['an answer', async () => ({ id: 1 })],
    ['a problem', () => Promise.reject(new Problem('no_phone_number'))],
    ['an accident', () => Promise.reject(new Error('secret'))],
    ['a validation', async ({ body }) => ({ id: (await body()).name.length })],
    ['an answer after a read', async ({ user_id }, { users }) => ({ id: (await users.find(user_id))?.id ?? 0 })],
    [
      'an answer after a write',
      async ({ user_id }, { ledger }) => {
        await ledger.move({ user_id, type: 'top_up', amount: 1_000, description: 'x' })
        return { id: 1 }
      },
    ],
  ]
  test.each(answers)('%s is not given for a bad one', async (_what, handle) => {
    const { ledger } = await import('../../shared/runtime/registry.ts')
    const before = await ledger(world.parts).balance(world.user_id)
    const reply = await world.ask(http(making, handle), { token: world.unknownToken, body: {} })
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 401, text: '{"message":"Unauthenticated."}' })
    expect(await ledger(world.parts).balance(world.user_id)).toBe(before)
    expect(accidents()).toEqual([])
  })

  test.each(['', 'Bearer', 'Bearer parlance_nonsense'])('no handler runs for "%s"', async (authorization) => {
    let runs = 0
    const entry = http(making, async () => ({ id: ++runs }))
    const before = world.commands.length
    expect((await world.ask(entry, { body: {}, headers: { authorization } })).status).toBe(401)
    expect(runs).toBe(0)
    expect(world.commands.slice(before)).toEqual([])
  })

  test('a read that nobody waits for any more does no harm', async () => {
    const entry = http(making, async ({ user_id, body }, { users }) => {
      const reading = users.find(user_id)
      await body()
      return { id: (await reading)?.id ?? 0 }
    })
    expect((await world.ask(entry, { token: world.unknownToken, body: {} })).status).toBe(401)
    expect((await world.ask(entry, { body: {} })).status).toBe(422)
  })
})

describe('create', () => {
  const entry = (isFree: (id: number, attempt: number) => boolean, tried: number[] = []) =>
    http(making, async ({ create }) => ({
      id: await create(async (id) => {
        tried.push(id)
        return isFree(id, tried.length)
      }),
    }))

  test('takes another id when one is taken', async () => {
    const tried: number[] = []
    const { body } = await world.ask(entry((_id, attempt) => attempt === 3, tried))
    expect(new Set(tried).size).toBe(3)
    expect(body.id).toBe(tried[2])
  })

  test('is an accident when none is free', async () => {
    const tried: number[] = []
    expect((await world.ask(entry(() => false, tried))).status).toBe(500)
    expect(tried.length).toBe(5)
  })
})

describe('an Idempotency-Key', () => {
  let runs = 0
  const failing = (cause: unknown) =>
    http(making, async ({ body }) => {
      runs += 1
      await body()
      throw cause
    })
  const keyed = (key: string) => ({ body: { name: 'x' }, headers: { 'idempotency-key': key } })

  test.each([
    ['problem', new Problem('no_phone_number'), 422],
    ['problem with what the provider said', new Problem('server_error', { detail: 'gateway 17' }), 500],
    ['accident', new Error('secret'), 500],
  ])('keeps a %s, whatever its status', async (name, cause, status) => {
    runs = 0
    const first = await world.ask(failing(cause), keyed(name))
    const again = await world.ask(failing(cause), keyed(name))
    expect(first.status).toBe(status)
    expect({ ...again, headers: 0 }).toEqual({ ...first, headers: 0 })
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', 'content-type': 'application/json' })
    expect(runs).toBe(1)
  })

  test('keeps no answer to a request that was not valid', async () => {
    runs = 0
    const invalid = { ...keyed('invalid'), body: {} }
    expect((await world.ask(failing(new Error()), invalid)).body.errors).toBeDefined()
    expect((await world.ask(failing(new Error()), keyed('invalid'))).status).toBe(500)
    expect(runs).toBe(2)
  })

  test('of a bad token claims nothing', async () => {
    runs = 0
    const reply = await world.ask(failing(new Error()), { ...keyed('bad token'), token: world.unknownToken })
    expect(reply.status).toBe(401)
    const before = world.commands.length
    await world.ask(failing(new Error()), keyed('bad token'))
    expect(world.commands.slice(before)).toContain('PutItem')
    expect(runs).toBe(1)
  })

  test.each([reading, changing])('is nothing to a $method', async (operation) => {
    runs = 0
    const entry = http(operation, async () => ({ run: ++runs }))
    const path = operation.path.replace('{id}', '1')
    for (const run of [1, 2]) {
      const { body, headers } = await world.ask(entry, { path, headers: { 'idempotency-key': 'schlüssel'.repeat(90) } })
      expect(body).toEqual({ run })
      expect(headers).not.toHaveProperty('idempotency-replayed')
    }
  })

  test('gives a second run the id of the first', async () => {
    const ids: number[] = []
    const dying = http(making, async ({ create }) => {
      const id = await create(async (id) => ids.push(id) > 0)
      if (ids.length === 1) await new Promise(() => {})
      return { id }
    })
    void world.ask(dying, keyed('resumed'))
    while (ids.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const { clock } = world
    const late = { ...clock, now: () => clock.now() + 60_000 }
    const entry = {
      ...dying,
      open: (parts: typeof world.parts, registry: object) => dying.open({ ...parts, clock: late }, registry),
    }
    const { body } = await world.ask(entry, keyed('resumed'))
    expect(ids[1]).toBe(ids[0])
    expect(body).toEqual({ id: ids[0] })
  })
})

test.each([
  [201, async () => ({ id: 1 })],
  [422, () => Promise.reject(new Problem('no_phone_number'))],
  [500, () => Promise.reject(new Error('secret'))],
] as const)('a %s is not cached, has its type, and demands TLS', async (status, handle) => {
  const reply = await world.ask(http({ ...making, accident: 'server_error' }, handle), { body: {} })
  expect(reply.status).toBe(status)
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
  })
})

describe('how often a token may ask', () => {
  const entry = http(making, async () => ({ id: 1 }))
  const ratesOf = ({ headers }: { headers: Record<string, unknown> }) =>
    ['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'].map((name) => headers[name])

  test('returns 429 past the limit; answers show what is left', async () => {
    const busy = await openSmallWorld({ RATE_LIMIT_PER_MINUTE: '3' })
    expect(ratesOf(await busy.ask(entry, { body: {} }))).toEqual(['3', '2', undefined])
    expect(ratesOf(await busy.ask(entry, { body: {} }))).toEqual(['3', '1', undefined])
    expect(ratesOf(await busy.ask(entry, { path: '/nothing' }))).toEqual(['3', '0', undefined])
    const refused = await busy.ask(entry, { headers: { 'idempotency-key': '' } })
    expect(refused).toMatchObject({ status: 429, body: { message: 'Too Many Attempts.' } })
    expect(ratesOf(refused)).toEqual(['3', '0', '60'])
    expect(busy.logged).toMatchObject([{ message: 'too many requests', fields: { user_id: busy.user_id } }])
    const unknown = await busy.ask(entry, { token: busy.unknownToken })
    expect(unknown.status).toBe(401)
    expect(ratesOf(unknown)).toEqual([undefined, undefined, undefined])
  })

  test('a count that cannot be read or written turns nobody away', async () => {
    const broken = await openSmallWorld({ RATE_LIMIT_PER_MINUTE: '3' })
    let reads = 0
    broken.interfere((command, go) => {
      if (command === 'UpdateItem' || (command === 'GetItem' && ++reads === 2)) throw new Error('Out of order')
      return go()
    })
    expect((await broken.ask(entry, { body: {} })).status).toBe(201)
  })
})

describe('how many requests of a token may wait for others', () => {
  const asking = declare.http({
    id: 'ask-receiver',
    area,
    method: 'POST',
    path: '/ask',
    ...told,
    returns: Anything,
    uses: ['webhookClient.ask'],
  })
  const waitingWorld = async () => {
    const busy = await openSmallWorld()
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    let begun = 0
    const receiver = await openReceiver(async () => {
      begun += 1
      await finished
      return {}
    })
    onTestFinished(receiver.close)
    const entry = http(asking, async (_request, { webhookClient }) => {
      await webhookClient.ask(receiver.url, { webhook_id: 'msg_1', secrets: [], payload: {} }, 5_000)
      throw new Error('Lost')
    })
    return { ...busy, entry, finish, begun: () => begun }
  }

  test('returns 429 beyond the waiting limit, and recovers from errors', async () => {
    const { ask, entry, finish, begun, logged } = await waitingWorld()
    const surplus = 3
    let refused = 0
    const asked = Array.from({ length: waitingMax + surplus }, async () => {
      const answer = await ask(entry)
      if (answer.status === 429 && ++refused === surplus) finish()
      return answer
    })
    const answers = await Promise.all(asked)
    expect(begun()).toBe(waitingMax)
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(waitingMax)
    const [first] = answers.filter(({ status }) => status === 429)
    expect(first).toMatchObject({ body: { message: 'Too Many Attempts.' }, headers: { 'retry-after': '1' } })
    expect(logged.filter(({ message }) => message === 'too many requests')).toHaveLength(surplus)
    expect((await ask(entry)).status).toBe(500)
  })

  test('writes nothing for a request that fails before it reaches the network', async () => {
    const { ask, commands, unknownToken, entry, finish, begun } = await waitingWorld()
    finish()
    const refusing = http(asking, async () => {
      throw new Problem('call_not_found')
    })
    const before = commands.length
    expect((await ask(refusing)).status).toBe(404)
    expect((await ask(entry, { token: unknownToken })).status).toBe(401)
    expect(commands.slice(before).filter((command) => command === 'UpdateItem')).toEqual([])
    expect(begun()).toBe(0)
  })

  test('returns 429 also when the handler catches the refusal', async () => {
    const { ask, entry, finish, begun } = await waitingWorld()
    const forgiving = http(asking, async (_request, { webhookClient }) => {
      const event = { webhook_id: 'msg_1', secrets: [], payload: {} }
      await webhookClient.ask('http://127.0.0.1:1/', event, 5_000).catch(() => undefined)
      return {}
    })
    const asked = Array.from({ length: waitingMax }, () => ask(entry))
    await expect.poll(begun).toBe(waitingMax)
    expect((await ask(forgiving)).status).toBe(429)
    finish()
    await Promise.all(asked)
    expect((await ask(forgiving)).status).toBe(200)
  })

  test('a count that cannot be written refuses no request', async () => {
    const { ask, entry, finish, interfere } = await waitingWorld()
    interfere((command, go) => {
      if (command === 'UpdateItem') throw new Error('Out of order')
      return go()
    })
    finish()
    expect((await ask(entry)).status).toBe(500)
  })

  test('every request that waits for a receiver, a tool or a model is counted', () => {
    expect(httpOperations.filter(declare.waitsForOthers).map(({ id }) => id)).toEqual([
      'generate-reply',
      'talk-to-assistant',
      'test-tool',
      'test-webhook',
    ])
  })
})

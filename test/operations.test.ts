import { randomBytes } from 'node:crypto'
import { setTimeout as realTime } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { sign } from '../infra/local/carrier/signature.ts'
import { loadEntries } from '../infra/local/entries.ts'
import { lambdaContext } from '../infra/local/lambda-context.ts'
import type { Opener } from '../infra/local/stack.ts'
import { read } from '../shared/domain/form.ts'
import { idAt } from '../shared/domain/id.ts'
import { problems } from '../shared/domain/problem.ts'
import { hashToken, writeToken } from '../shared/domain/token.ts'
import type { CallbackOperation, HttpOperation } from '../shared/operations/define.ts'
import { callbackOperations, httpOperations, operations, workerOperations } from '../shared/operations/index.ts'
import { bodyBytesMax } from '../shared/runtime/http.ts'
import * as registry from '../shared/runtime/registry.ts'
import type { Parts } from '../shared/runtime/wiring.ts'
import { pathWith, type Scene, typicalPath, typicalRequest } from './requests.ts'
import { openWorld, type Reply, type TestUser, type World } from './world.ts'

/** What is true of every operation, generated from the catalogue: an operation that joins it is proved by being there. */

let world: World
let user: TestUser
let stranger: TestUser

/** A request that carries this header meets with the accident that it names. */
const faultHeader = 'x-test-fault'
const Faulty = z.object({ headers: z.object({ [faultHeader]: z.string() }) })

const openWithFaults: Opener = (entry, parts) => {
  const alive = entry.open(parts, registry)
  return (event, context) => {
    const asked = Faulty.safeParse(event)
    if (!asked.success) return alive(event, context)
    const [fault, write] = asked.data.headers[faultHeader].split(' ')
    if (fault === 'burning-table')
      return entry.open({ ...parts, table: burning(parts.table) }, registry)(event, context)
    const { table, death } = mortal(parts.table, Number(write), fault === 'dies-after')
    return Promise.race([death, entry.open({ ...parts, table }, registry)(event, context)])
  }
}

/** A table on which nothing works but the look-up of tokens. */
const burning = (table: Parts['table']): Parts['table'] => {
  const burn = () => Promise.reject(new Error('the table burns'))
  return {
    ...table,
    get: (key, how) => (key.pk.endsWith('#token') ? table.get(key, how) : burn()),
    getMany: burn,
    query: burn,
    write: burn,
  }
}

/** A table at whose n-th write the process dies: before it has an effect, or after. */
const mortal = (table: Parts['table'], fatal: number, hasEffect: boolean) => {
  const { promise: death, reject } = Promise.withResolvers<never>()
  const never = new Promise<never>(() => {})
  let writes = 0
  const write: Parts['table']['write'] = async (wanted) => {
    writes += 1
    if (writes < fatal) return table.write(wanted)
    if (writes === fatal) {
      if (hasEffect) await table.write(wanted)
      reject(new Error('the process died'))
    }
    return never
  }
  death.catch(() => {})
  return { table: { ...table, write }, death }
}

beforeAll(async () => {
  world = await openWorld({ open: openWithFaults })
  user = await world.user()
  stranger = await world.user()
})
afterAll(() => world.close())

const scene = (who = user): Scene => ({ world, user: who })

interface Asked {
  path?: string
  token?: string | null
  /** Sent as it is. */
  text?: string | undefined
  body?: object | undefined
  headers?: Record<string, string>
}

/** Asks as `user`, unless another token or none (null) is given. Every answer names its request. */
const ask = async (
  operation: HttpOperation,
  { token = user.token, body, headers, ...asked }: Asked,
): Promise<Reply> => {
  const text = asked.text ?? (body === undefined ? undefined : JSON.stringify(body))
  const reply = await world.request(operation.method, asked.path ?? pathWith(operation, 1), {
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      ...headers,
    },
    ...(operation.method !== 'GET' && { body: text }),
  })
  expect(reply.headers.get('x-request-id'), 'X-Request-Id').toMatch(/^\S{8,}$/)
  expect(reply.headers.get('content-type')).toBe('application/json')
  return reply
}

/** What a client sees of an answer, apart from what names this very request. */
const seen = ({ status, text, headers }: Reply) => {
  const { date: _date, 'x-request-id': _id, 'apigw-requestid': _gateway, ...rest } = Object.fromEntries(headers)
  return { status, text, headers: rest }
}
const answer = ({ status, text }: Reply) => ({ status, text })
const problem = (code: keyof typeof problems) => {
  const [status, message] = problems[code]
  return { status, text: JSON.stringify({ message }) }
}

const writeCommands = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'])
/** Runs `act` and tells how often something was stored meanwhile. */
const writesDuring = async (act: () => Promise<unknown>): Promise<number> => {
  await world.settled()
  const before = world.consumed.length
  await act()
  await world.settled()
  return world.consumed.slice(before).filter(({ command }) => writeCommands.has(command)).length
}

/** So many at a time: enough to be quick, few enough for the sockets of a small machine. */
const inChunks = async <T>(things: T[], act: (thing: T) => Promise<unknown>, atOnce = 16): Promise<void> => {
  for (let start = 0; start < things.length; start += atOnce)
    await Promise.all(things.slice(start, start + atOnce).map(act))
}

const named = <O extends { id: string }>(list: readonly O[]) =>
  list.map((operation) => [operation.id, operation] as const)

describe.each(named(httpOperations))('%s', (_id, operation) => {
  test(`${operation.status} to an ordinary request`, async () => {
    const reply = await ask(operation, await typicalRequest(operation, scene()))
    expect(reply.status, reply.text).toBe(operation.status)
    expect(operation.returns.parse(reply.body)).toEqual(reply.body)
  })

  test('401 for every token that is not good, and nothing is done', async () => {
    const typical = await typicalRequest(operation, scene())
    const unknown = writeToken(user.id, randomBytes(32))
    const revoked = await tokenOf(user, { revoked_at: world.clock.now() })
    const expired = await tokenOf(user, { expires_at: world.clock.now() })
    const headers: Record<string, string | undefined> = {
      none: undefined,
      empty: '',
      'no token': 'Bearer',
      'another scheme': `Basic ${user.token}`,
      'no scheme': user.token,
      malformed: 'Bearer pk_live_nonsense',
      'two tokens': `Bearer ${user.token} ${user.token}`,
      mistyped: `Bearer ${mistype(user.token)}`,
      unknown: `Bearer ${unknown}`,
      'a user that does not exist': `Bearer ${writeToken(9, randomBytes(32))}`,
      revoked: `Bearer ${revoked}`,
      expired: `Bearer ${expired}`,
      'eight thousand characters': `Bearer pk_live_${'A'.repeat(8000)}`,
    }
    const writes = await writesDuring(async () => {
      for (const [kind, authorization] of Object.entries(headers)) {
        const more = authorization === undefined ? {} : { authorization }
        const reply = await ask(operation, { ...typical, token: null, headers: more })
        expect({ kind, ...answer(reply) }).toEqual({ kind, ...problem('unauthenticated') })
        expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      }
    })
    expect(writes).toBe(0)
  })

  test('the name of the scheme may be written in any case', async () => {
    const typical = await typicalRequest(operation, scene())
    const reply = await ask(operation, { ...typical, token: null, headers: { authorization: `bEARER ${user.token}` } })
    expect(reply.status).toBe(operation.status)
  })

  test(`${problems[operation.accident][0]} and no more than that after an accident`, async () => {
    const typical = await typicalRequest(operation, scene())
    const before = world.logged.length
    const reply = await ask(operation, { ...typical, headers: { [faultHeader]: 'burning-table' } })
    const touchesTable = operation.uses.some((use) => !['clock', 'random', 'stage'].includes(use))
    if (!touchesTable) return expect(reply.status).toBe(operation.status)
    expect(answer(reply)).toEqual(problem(operation.accident))
    const request_id = reply.headers.get('x-request-id')
    const accidents = world.logged.slice(before).filter(({ message }) => message === 'accident')
    expect(accidents.map(({ fields }) => fields.request_id)).toEqual([request_id])
  })

  test('an accident is nobody’s business without a good token', async () => {
    const typical = await typicalRequest(operation, scene())
    const headers = { [faultHeader]: 'burning-table' }
    const reply = await ask(operation, { ...typical, token: writeToken(user.id, randomBytes(32)), headers })
    expect(answer(reply)).toEqual(problem('unauthenticated'))
  })
})

const tokenOf = async ({ id }: TestUser, more: { revoked_at?: number; expires_at?: number }): Promise<string> => {
  const token = writeToken(id, randomBytes(32))
  const ending = token.slice(-6)
  await world.services.tokens.create({
    hash: hashToken(token),
    user_id: id,
    ending,
    created_at: world.clock.now(),
    ...more,
  })
  return token
}

const mistype = (token: string) => token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21)

describe.each(named(httpOperations.filter(({ method }) => method !== 'GET')))('%s', (_id, operation) => {
  test('400 for a body that is no JSON, once the token is known to be good', async () => {
    const { path } = await typicalRequest(operation, scene())
    const texts = [
      '{',
      'nonsense',
      "{'a':1}",
      '{"a":}',
      '{"a":1}}',
      '{"a":1,}',
      'NaN',
      '\0',
      '"\u0001"',
      '['.repeat(50_000),
    ]
    const writes = await writesDuring(async () => {
      for (const text of texts) {
        expect({ text, ...answer(await ask(operation, { path, text })) }).toEqual({
          text,
          ...problem('malformed_json'),
        })
        const bad = await ask(operation, { path, text, token: writeToken(user.id, randomBytes(32)) })
        expect({ text, ...answer(bad) }).toEqual({ text, ...problem('unauthenticated') })
      }
    })
    expect(writes).toBe(0)
  })

  test('the content type is forgiven', async () => {
    for (const type of [
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'nonsense',
    ]) {
      const reply = await ask(operation, {
        ...(await typicalRequest(operation, scene())),
        headers: { 'content-type': type },
      })
      expect({ type, status: reply.status }).toEqual({ type, status: operation.status })
    }
  })

  test('413 for more than 256 KB, whoever asks; 256 KB are read', async () => {
    const { path, body } = await typicalRequest(operation, scene())
    const sized = (bytes: number) => {
      const text = JSON.stringify(body ?? {})
      return text + ' '.repeat(bytes - Buffer.byteLength(text))
    }
    for (const type of ['application/json', 'application/octet-stream']) {
      const headers = { 'content-type': type }
      const fits = await ask(operation, { path, text: sized(bodyBytesMax), headers })
      expect({ type, status: fits.status }).toEqual({ type, status: operation.status })
      for (const token of [user.token, null, writeToken(user.id, randomBytes(32))]) {
        const reply = await ask(operation, { path, text: sized(bodyBytesMax + 1), headers, token })
        expect(answer(reply)).toEqual(problem('payload_too_large'))
      }
    }
    expect(answer(await ask(operation, { path, text: `"${'ä'.repeat(bodyBytesMax / 2)}"` }))).toEqual(
      problem('payload_too_large'),
    )
    expect(answer(await ask(operation, { path, text: 'x'.repeat(1024 * 1024) }))).toEqual(problem('payload_too_large'))
  })
})

const withBody = httpOperations.filter(({ body }) => body)

describe.each(named(withBody))('%s', (_id, operation) => {
  test('says in errors.body that a body is no object', async () => {
    const { path } = await typicalRequest(operation, scene())
    const [status, message] = problems[operation.invalid]
    const text = JSON.stringify({ message, errors: { body: ['The body field must be an object.'] } })
    for (const body of ['[]', '[{}]', '"text"', '1', 'null', 'true', '1e400']) {
      expect({ body, ...answer(await ask(operation, { path, text: body })) }).toEqual({ body, status, text })
    }
  })

  test('an empty body is read as {}', async () => {
    const [empty, braces] = await Promise.all(
      ['', '{}'].map(async (text) => ask(operation, { path: (await typicalRequest(operation, scene())).path, text })),
    )
    expect(empty && braces && seen(empty).status).toBe(braces?.status)
    if (operation.method === 'POST') expect(empty?.text).toBe(braces?.text)
  })

  test('refuses whatever a field cannot hold, without storing anything, and never breaks', async () => {
    const { path, body = {} } = await typicalRequest(operation, scene())
    const fields = operation.body?.fields ?? {}
    const attacks = Object.keys(fields).flatMap((field) =>
      Object.entries(hostileValues).map(([kind, json]) => ({ field, kind, text: withField(body, field, json), json })),
    )
    const isTaken = ({ field, json }: (typeof attacks)[number]): boolean => {
      const value = parsed(json)
      return (
        !(value instanceof Error) && !read({ fields: pick(fields, field), rules: [] }, { [field]: value }).errors[field]
      )
    }
    const takes = attacks.filter(isTaken)
    const refuses = attacks.filter((attack) => !takes.includes(attack))
    const writes = await writesDuring(() =>
      inChunks(refuses, async ({ field, kind, text }) => {
        const { status } = await ask(operation, { path, text })
        expect({ field, kind, isRefused: status >= 400 && status < 500 }).toEqual({ field, kind, isRefused: true })
      }),
    )
    expect(writes).toBe(0)
    await inChunks(takes, async ({ field, kind, text }) => {
      const { status } = await ask(operation, { path, text })
      expect({ field, kind, isBroken: status >= 500 }).toEqual({ field, kind, isBroken: false })
    })
    await world.run(1)
  })
})

/** JSON texts that break careless programs; some of them are the right thing for some field. */
const hostileValues: Record<string, string> = {
  'ten thousand lists in each other': '['.repeat(10_000) + ']'.repeat(10_000),
  'ten thousand objects in each other': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'forty objects in each other': `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  'a prototype': '{"__proto__":{"admin":true}}',
  'a constructor': '{"constructor":{"prototype":{"admin":true}}}',
  'names of methods': '{"toString":1,"valueOf":1,"hasOwnProperty":1,"toJSON":1,"then":1,"length":-1}',
  'a list of methods’ names': '["__proto__","constructor","toString"]',
  'half a character': '"a\\ud800"',
  'the other half': '"\\udc00"',
  'half a character as a name': '{"\\ud800":"a"}',
  'a NUL': '"a\\u0000b"',
  'only a NUL': '"\\u0000"',
  'a NUL in a name': '{"\\u0000":1}',
  'an empty name': '{"":""}',
  'an empty name deep inside': '{"a":{"":[{"":1}]}}',
  'a number without an end': '1e400',
  'a negative number without an end': '-1e400',
  'a number without an end inside': '{"a":[1e400]}',
  'a number that is too large for the store': '{"a":1e200}',
  'a number that is too small for the store': '{"a":1e-200}',
  'a number of too many digits': '{"a":1234567890123456789012345678901234567890.5}',
  'minus nothing': '-0',
  'an integer beyond 2^53': '9007199254740993',
  'a tiny fraction': '1e-300',
  'a number in hexadecimal': '"0x1F"',
  'a number with an exponent': '"1e3"',
  'the word Infinity': '"Infinity"',
  'a long text': `"${'x'.repeat(200_000)}"`,
  'many small things': `[${'{},'.repeat(60_000)}{}]`,
  'many names': `{${Array.from({ length: 10_000 }, (_, index) => `"n${index}":1`)}}`,
  'an empty list': '[]',
  'a list in a list': '[[]]',
  'a mixed list': '[1,"a",null,{}]',
  'an object': '{}',
  'a right-to-left mark and a bell': '"\\u202e\\u0007"',
  'a line break': '"a\\r\\nX-Injected: 1"',
  yes: 'true',
  nothing: 'null',
  'a negative number': '-1',
  zero: '0',
}

/** The body as JSON text with one field written as it is. */
const withField = (body: object, field: string, json: string): string => {
  const others = Object.entries(body).filter(([name]) => name !== field)
  const members = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${[...members, `${JSON.stringify(field)}:${json}`].join(',')}}`
}

const parsed = (json: string): unknown => {
  try {
    const depth = json.match(/^[[{]+|^(\{"a":)+/)?.[0].length ?? 0
    return depth > 5_000 || json.includes('"prototype"') || json.includes('__proto__":')
      ? new Error()
      : JSON.parse(json)
  } catch (cause) {
    return cause
  }
}

const pick = <T>(things: Record<string, T>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(things).filter(([each]) => each === name))

describe.each(named(httpOperations.filter(({ query }) => query)))('%s', (_id, operation) => {
  test('422 for a parameter that cannot be, and never breaks', async () => {
    const { path } = await typicalRequest(operation, scene())
    const fields = operation.query?.fields ?? {}
    const values = [
      'a',
      '-1',
      '0',
      '1.5',
      '1e3',
      '0x1',
      '9'.repeat(400),
      'x'.repeat(4000),
      'a\0',
      '\ud800',
      '[]',
      '{}',
      'null',
    ]
    const [invalid] = problems[operation.invalid]
    for (const field of Object.keys(fields))
      for (const value of values) {
        const { errors } = read(
          { fields: pick(fields, field), rules: [] },
          { [field]: new URLSearchParams({ value }).get('value') },
        )
        const { status, body } = await ask(operation, { path: `${path}?${new URLSearchParams({ [field]: value })}` })
        if (errors[field])
          expect({ field, value, status, errors: body.errors }).toEqual({ field, value, status: invalid, errors })
        else expect({ field, value, isBroken: status >= 500 }).toEqual({ field, value, isBroken: false })
      }
  })

  test('an empty parameter counts as absent, the last of a repeated one counts, unknown ones are ignored', async () => {
    const { path } = await typicalRequest(operation, scene())
    const plain = await ask(operation, { path })
    const fields = Object.keys(operation.query?.fields ?? {})
    const empty = fields.map((field) => `${field}=`).join('&')
    const repeated = fields.map((field) => `${field}=%00nonsense&${field}=`).join('&')
    for (const query of [empty, 'unknown=1&__proto__=2&constructor=3&=&&', '%ff=%ff&%', repeated]) {
      const reply = await ask(operation, { path: `${path}?${query}` })
      expect({ query, status: reply.status }).toEqual({ query, status: plain.status })
      expect(reply.body.data ?? reply.body).toEqual(plain.body.data ?? plain.body)
    }
  })
})

describe.each(named(httpOperations.filter(({ path }) => path.includes('{id}'))))('%s', (_id, operation) => {
  test('one and the same answer for every id that is not the user’s own', async () => {
    const { path } = await typicalRequest(operation, scene())
    const { path: foreign } = await typicalRequest(operation, scene(stranger))
    const own = path.slice(operation.path.indexOf('{id}'))
    const impossible = [
      0,
      -1,
      'abc',
      2 ** 53,
      '1e3',
      '01',
      '1.0',
      '+1',
      '%20',
      '٣',
      '%00',
      `${own}x`,
      '9'.repeat(30),
      `${own},1`,
    ]
    const unknown = [1, 2 ** 53 - 1, idAt(world.clock.now() + 86_400_000, 0)]
    const paths = [...impossible, ...unknown].map((id) => pathWith(operation, id))
    const expected = problem(operation.missing)
    const writes = await writesDuring(async () => {
      const [first, ...others] = await Promise.all(
        [foreign, ...paths].map((path) => ask(operation, { path, body: {} })),
      )
      expect(first && answer(first)).toEqual(expected)
      for (const other of others) expect(seen(other)).toEqual(first && seen(first))
    })
    expect(writes).toBe(0)
  })

  test('somebody else’s thing costs what a missing one costs', async () => {
    const { path } = await typicalRequest(operation, scene(stranger))
    const costOf = async (path: string) => {
      await world.settled()
      const before = world.consumed.length
      await ask(operation, { path, body: {} })
      return world.consumed.slice(before).map(({ command, capacity }) => `${command} ${capacity[0]?.CapacityUnits}`).toSorted()
    }
    expect(await costOf(path)).toEqual(await costOf(pathWith(operation, idAt(world.clock.now(), 0.5))))
  })

  test('looks at the id before it looks at the body', async () => {
    const text = JSON.stringify(Object.fromEntries(Object.keys(operation.body?.fields ?? {}).map((name) => [name, []])))
    expect(answer(await ask(operation, { path: pathWith(operation, 1), text }))).toEqual(problem(operation.missing))
    expect(answer(await ask(operation, { path: pathWith(operation, 'x'), text: '[]' }))).toEqual(
      problem(operation.missing),
    )
  })
})

describe.each(named(httpOperations.filter(({ method }) => method === 'DELETE')))('%s', (_id, operation) => {
  test('what is deleted is as missing as what never was', async () => {
    const { path } = await typicalRequest(operation, scene())
    expect((await ask(operation, { path })).status).toBe(operation.status)
    const [again, unknown] = await Promise.all([path, pathWith(operation, 1)].map((path) => ask(operation, { path })))
    expect(again && seen(again)).toEqual(unknown && seen(unknown))
  })
})

describe.each(named(httpOperations.filter(({ method }) => method === 'POST')))('%s', (_id, operation) => {
  const keyed = (key: string, more: Record<string, string> = {}) => ({ headers: { 'idempotency-key': key, ...more } })

  test('replays the first answer to a key byte for byte, to this user only', async () => {
    const typical = await typicalRequest(operation, scene())
    const first = await ask(operation, { ...typical, ...keyed('replayed') })
    expect(first.status, first.text).toBe(operation.status)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const writes = await writesDuring(async () => {
      const again = await ask(operation, { ...typical, ...keyed('replayed') })
      expect(seen(again)).toEqual({
        ...seen(first),
        headers: { ...seen(first).headers, 'idempotency-replayed': 'true' },
      })
    })
    expect(writes).toBe(0)
    const theirs = await typicalRequest(operation, scene(stranger))
    const other = await ask(operation, { ...theirs, ...keyed('replayed'), token: stranger.token })
    expect({ status: other.status, replayed: other.headers.get('idempotency-replayed') }).toEqual({
      status: operation.status,
      replayed: null,
    })
  })

  test('422 for a key that asked for something else', async () => {
    const typical = await typicalRequest(operation, scene())
    await ask(operation, { ...typical, ...keyed('reused') })
    const writes = await writesDuring(async () => {
      const body = { ...typical.body, something: 'else' }
      const reply = await ask(operation, { path: typical.path, body, ...keyed('reused') })
      expect(answer(reply)).toEqual(problem('idempotency_key_reused'))
    })
    expect(writes).toBe(0)
  })

  test('400 for a key that is none, after the token', async () => {
    const typical = await typicalRequest(operation, scene())
    const writes = await writesDuring(async () => {
      for (const key of ['', 'x'.repeat(256), 'schlüssel', 'a\tb']) {
        const reply = await ask(operation, { ...typical, ...keyed(key) })
        expect({ key, ...answer(reply) }).toEqual({ key, ...problem('invalid_idempotency_key') })
        expect((await ask(operation, { ...typical, ...keyed(key), token: null })).status).toBe(401)
      }
    })
    expect(writes).toBe(0)
    expect((await ask(operation, { ...typical, ...keyed('~'.repeat(255)) })).status).toBe(operation.status)
  })

  test('a request that was not valid frees its key', async () => {
    const invalid = await ask(operation, { text: '[]', ...keyed('corrected') })
    expect(invalid.status).toBe(problems[operation.invalid][0])
    const corrected = await ask(operation, { ...(await typicalRequest(operation, scene())), ...keyed('corrected') })
    expect(corrected.status).toBe(operation.status)
    expect(corrected.headers.get('idempotency-replayed')).toBeNull()
  })

  test('has one effect when it is sent twenty times at once', async () => {
    const [one, many] = [await world.user(), await world.user()]
    const single = await ask(operation, { ...(await typicalRequest(operation, scene(one))), token: one.token })
    expect(single.status).toBe(operation.status)
    const typical = await typicalRequest(operation, scene(many))
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => ask(operation, { ...typical, ...keyed('twenty'), token: many.token })),
    )
    const running = replies.filter(({ status }) => status === 409)
    for (const reply of running) expect(answer(reply)).toEqual(problem('idempotency_in_progress'))
    const done = replies.filter(({ status }) => status !== 409)
    expect(done.filter(({ headers }) => !headers.has('idempotency-replayed')).length).toBe(1)
    expect(new Set(done.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(done[0]?.status).toBe(operation.status)
    await world.run(120)
    expect(await footprint(many)).toEqual(await footprint(one))
  })

  test('has one effect when the process dies at any of its writes and the client asks again', async () => {
    const one = await world.user()
    const single = await ask(operation, { ...(await typicalRequest(operation, scene(one))), token: one.token })
    expect(single.status).toBe(operation.status)
    const deaths: { when: string; who: TestUser; typical: Awaited<ReturnType<typeof typicalRequest>> }[] = []
    for (const kind of ['dies-before', 'dies-after'])
      for (let write = 1; ; write++) {
        const who = await world.user()
        const typical = await typicalRequest(operation, scene(who))
        const when = `${kind} ${write}`
        const headers = { ...keyed('dying').headers, [faultHeader]: when, authorization: `Bearer ${who.token}` }
        const died = await world.request(operation.method, typical.path, {
          headers,
          body: JSON.stringify(typical.body),
        })
        if (died.status !== 500) break
        deaths.push({ when, who, typical })
      }
    expect(deaths.length).toBeGreaterThanOrEqual(4)
    for (const { when, who, typical } of deaths.filter(({ when }) => when === 'dies-after 1')) {
      const early = await ask(operation, { ...typical, ...keyed('dying'), token: who.token })
      expect({ when, ...answer(early) }).toEqual({ when, ...problem('idempotency_in_progress') })
    }
    await world.run(61)
    for (const { when, who, typical } of deaths) {
      const late = await ask(operation, { ...typical, ...keyed('dying'), token: who.token })
      expect({ when, status: late.status }).toEqual({ when, status: operation.status })
      const again = await ask(operation, { ...typical, ...keyed('dying'), token: who.token })
      expect({ when, ...answer(again) }).toEqual({ when, ...answer(late) })
    }
    await world.run(120)
    const expected = await footprint(one)
    for (const { when, who } of deaths)
      expect({ when, things: await footprint(who) }).toEqual({ when, things: expected })
  })
})

/** How many things of each kind a user has, apart from the memory of answers. */
const footprint = async ({ id }: TestUser): Promise<Record<string, number>> => {
  const things: Record<string, number> = {}
  for (const { pk, sk } of await world.items()) {
    const [owner, noun = sk] = pk.split('#')
    if (owner === String(id) && noun !== 'idempotency') things[noun] = (things[noun] ?? 0) + 1
  }
  return things
}

test('every list and every look-up still answers after all that', async () => {
  for (const operation of httpOperations.filter(({ method }) => method === 'GET')) {
    const reply = await ask(operation, await typicalRequest(operation, scene()))
    expect({ id: operation.id, status: reply.status }).toEqual({ id: operation.id, status: operation.status })
  }
})

test('404 Not Found for a route or a method that does not exist', async () => {
  const notFound = { status: 404, text: '{"message":"Not Found"}' }
  const known = new Set(httpOperations.map(({ method, path }) => `${method} ${path}`))
  const other = httpOperations.flatMap(({ path }) =>
    ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
      .filter((method) => !known.has(`${method} ${path}`))
      .map((method) => [method, pathWith({ path }, 1)] as const),
  )
  const nowhere = [
    '',
    '/',
    '/user',
    '/user/nothing',
    '/user/calls/1/2',
    '/user/calls/',
    '//user/calls',
    '/User/calls',
    '/user/%ff',
  ]
  const requests = [...other, ...nowhere.map((path) => ['GET', path] as const)]
  const answers = await Promise.all(
    requests.map(async ([method, path]) => ({ method, path, ...answer(await world.api(user.token, method, path)) })),
  )
  const elsewhere = answers.filter(({ status, text }) => status !== 404 || text !== notFound.text)
  // A literal path may also be the id of a neighbour: there the method exists, and the id does not.
  expect(elsewhere.filter(({ method, path }) => !isNeighbour(method, path))).toEqual([])
})

const isNeighbour = (method: string, path: string): boolean =>
  httpOperations.some(
    (each) => each.method === method && new RegExp(`^${each.path.replace(/\{id\}/, '[^/]+')}$`).test(path),
  )

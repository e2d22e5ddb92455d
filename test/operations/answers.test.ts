import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, writeToken } from '../../shared/domain/account/token.ts'
import { routesOf } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { bodyBytesMax } from '../../shared/runtime/body.ts'
import { idAt } from '../../shared/words/id.ts'
import { problems } from '../../shared/words/problem.ts'
import { pathWith } from '../requests.ts'
import type { TestUser } from '../world.ts'
import { answer, type Matrix, named, openMatrix, problem, seen } from './matrix.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await openMatrix()
})
afterAll(() => matrix.world.close())

const readsFew = ['GetItem', 'BatchGetItem', 'Query']
const fewUnits = 10

describe.each(named(httpOperations))('%s', (_id, operation) => {
  test(`${operation.status} to an ordinary request`, async () => {
    const reply = await matrix.ask(operation, await matrix.typical(operation))
    expect(reply.status, reply.text).toBe(operation.status)
    expect(operation.returns.parse(reply.body)).toEqual(reply.body)
  })

  test.each(operation.alsoAt)('the same at %s', async (path) => {
    const { id, ...typical } = await matrix.typical(operation)
    const reply = await matrix.ask(operation, { ...typical, path: pathWith({ path }, id) })
    expect(reply.status, reply.text).toBe(operation.status)
    expect(operation.returns.parse(reply.body)).toEqual(reply.body)
    const [unknown, usual] = [path, operation.path].map((path) => pathWith({ path }, 1))
    const asked = [unknown, usual].map((path) => matrix.ask(operation, { path, body: {} }))
    const [here, there] = await Promise.all(asked)
    expect(here && seen(here)).toEqual(there && seen(there))
  })

  test('401 for every token that is not good, and nothing is done', async () => {
    const typical = await matrix.typical(operation)
    const unknown = writeToken(matrix.user.id, randomBytes(32))
    const revoked = await tokenOf(matrix.user, { revoked_at: matrix.world.clock.now() })
    const expired = await tokenOf(matrix.user, { expires_at: matrix.world.clock.now() })
    const headers: Record<string, string | undefined> = {
      none: undefined,
      empty: '',
      'no token': 'Bearer',
      'another scheme': `Basic ${matrix.user.token}`,
      'no scheme': matrix.user.token,
      malformed: 'Bearer parlance_nonsense',
      'two tokens': `Bearer ${matrix.user.token} ${matrix.user.token}`,
      mistyped: `Bearer ${mistype(matrix.user.token)}`,
      unknown: `Bearer ${unknown}`,
      'a user that does not exist': `Bearer ${writeToken(9, randomBytes(32))}`,
      revoked: `Bearer ${revoked}`,
      expired: `Bearer ${expired}`,
      'eight thousand characters': `Bearer parlance_${'A'.repeat(8000)}`,
    }
    const writes = await matrix.writesDuring(async () => {
      for (const [kind, authorization] of Object.entries(headers)) {
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
        const reply = await matrix.ask(operation, { ...typical, token: null, headers })
        expect({ kind, ...answer(reply) }).toEqual({ kind, ...problem('unauthenticated', operation) })
        expect(reply.headers.get('www-authenticate')).toBe('Bearer')
      }
    })
    expect(writes).toBe(0)
  })

  test('a forged secret reads only single items and short ranges', async () => {
    const { path, body } = await matrix.typical(operation)
    await matrix.world.settled()
    const before = matrix.world.consumed.length
    const reply = await matrix.ask(operation, { path, body, token: writeToken(matrix.user.id, randomBytes(32)) })
    expect(reply.status).toBe(401)
    const consumed = matrix.world.consumed.slice(before)
    expect(consumed.filter(({ command }) => !readsFew.includes(command))).toEqual([])
    const ranges = consumed.filter(({ command }) => command === 'Query').flatMap(({ capacity }) => capacity)
    expect(ranges.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)).toBeLessThanOrEqual(fewUnits)
  })

  test('the name of the scheme may be written in any case', async () => {
    const typical = await matrix.typical(operation)
    const reply = await matrix.ask(operation, {
      ...typical,
      token: null,
      headers: { authorization: `bEARER ${matrix.user.token}` },
    })
    expect(reply.status).toBe(operation.status)
  })

  test(`${problems[operation.accident][0]} and no more than that after an accident`, async () => {
    for (const call of [0, 1]) {
      const typical = await matrix.typical(operation)
      const before = matrix.world.logged.length
      matrix.faults.arm({ operation: operation.id, call, kind: 'fails without effect' })
      const reply = await matrix.ask(operation, typical)
      if (!matrix.faults.struck()) continue
      expect(answer(reply)).toEqual(problem(operation.accident, operation))
      const accidents = matrix.world.logged.slice(before).filter(({ message }) => message === 'accident')
      expect(accidents.map(({ fields }) => fields.request_id)).toEqual([reply.headers.get('x-request-id')])
    }
    matrix.faults.disarm()
  })

  test('an accident is nobody’s business without a good token', async () => {
    const typical = await matrix.typical(operation)
    matrix.faults.arm({ operation: operation.id, call: 1, kind: 'fails without effect' })
    const reply = await matrix.ask(operation, { ...typical, token: writeToken(matrix.user.id, randomBytes(32)) })
    matrix.faults.disarm()
    expect(answer(reply)).toEqual(problem('unauthenticated', operation))
  })
})

const tokenOf = async ({ id }: TestUser, more: { revoked_at?: number; expires_at?: number }): Promise<string> => {
  const token = writeToken(id, randomBytes(32))
  const ending = token.slice(-6)
  await matrix.world.services.tokens.create({
    hash: hashToken(token),
    user_id: id,
    ending,
    created_at: matrix.world.clock.now(),
    ...more,
  })
  return token
}

const mistype = (token: string) => token.slice(0, 20) + (token[20] === 'A' ? 'B' : 'A') + token.slice(21)

describe.each(named(httpOperations.filter(({ method }) => method !== 'GET')))('%s', (_id, operation) => {
  test('returns 400 for invalid JSON, once the token is good', async () => {
    const { path } = await matrix.typical(operation)
    const unknown = writeToken(matrix.user.id, randomBytes(32))
    const writes = await matrix.writesDuring(async () => {
      for (const sent of malformed) {
        const good = await matrix.ask(operation, { path, text: sent })
        expect({ sent, ...answer(good) }).toEqual({ sent, ...problem('malformed_json', operation) })
        const bad = await matrix.ask(operation, { path, text: sent, token: unknown })
        expect({ sent, ...answer(bad) }).toEqual({ sent, ...problem('unauthenticated', operation) })
      }
    })
    expect(writes).toBe(0)
  })

  test('the content type is forgiven', async () => {
    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', '?']) {
      const reply = await matrix.ask(operation, {
        ...(await matrix.typical(operation)),
        headers: { 'content-type': type },
      })
      expect({ type, status: reply.status }).toEqual({ type, status: operation.status })
    }
  })

  test('413 for more than 256 KB, whoever asks; 256 KB are read', async () => {
    const sized = (body: object | undefined, bytes: number) => {
      const text = JSON.stringify(body ?? {})
      return text + ' '.repeat(bytes - Buffer.byteLength(text))
    }
    for (const type of ['application/json', 'application/octet-stream']) {
      const headers = { 'content-type': type }
      const { path, body } = await matrix.typical(operation)
      for (const token of [matrix.user.token, null, writeToken(matrix.user.id, randomBytes(32))]) {
        const reply = await matrix.ask(operation, { path, text: sized(body, bodyBytesMax + 1), headers, token })
        expect({ type, ...answer(reply) }).toEqual({ type, ...problem('payload_too_large', operation) })
      }
      const fits = await matrix.ask(operation, { path, text: sized(body, bodyBytesMax), headers })
      expect({ type, status: fits.status }).toEqual({ type, status: operation.status })
    }
    const { path } = await matrix.typical(operation)
    for (const text of [`"${'ä'.repeat(bodyBytesMax / 2)}"`, 'x'.repeat(1024 * 1024)])
      expect(answer(await matrix.ask(operation, { path, text }))).toEqual(problem('payload_too_large', operation))
  })
})

const malformed = [
  ...['{', 'nonsense', "{'a':1}", '{"a":}', '{"a":1}}', '{"a":1,}', 'NaN', '\0', '"\u0001"'],
  '['.repeat(50_000),
]

describe.each(named(httpOperations.filter(({ body }) => body)))('%s', (_id, operation) => {
  test('says in errors.body that a body is no object', async () => {
    const { path } = await matrix.typical(operation)
    const [status, message] = problems[operation.invalid]
    const errors = { body: ['The body field must be an object.'] }
    const text = JSON.stringify({ message, errors, ...(operation.saysError && { error: message }) })
    for (const sent of ['[]', '[{}]', '"text"', '1', 'null', 'true', '1e400'])
      expect({ sent, ...answer(await matrix.ask(operation, { path, text: sent })) }).toEqual({ sent, status, text })
  })

  test('an empty body is read as {}', async () => {
    const replies = ['', '{}'].map(async (text) =>
      matrix.ask(operation, { path: (await matrix.typical(operation)).path, text }),
    )
    const [empty, braces] = await Promise.all(replies)
    expect(empty?.status).toBe(braces?.status)
    const timeless = (text: string | undefined) =>
      text?.replace(/"(duration_ms|id|revokes)":\d+|"(follow_)?token":"[^"]+"/g, '')
    if (operation.method === 'POST' && operation.body) expect(timeless(empty?.text)).toBe(timeless(braces?.text))
  })
})

describe.each(named(httpOperations.filter(({ path }) => path.includes('{id}'))))('%s', (_id, operation) => {
  test('one and the same answer for every id that is not the user’s own', async () => {
    const { id } = await matrix.typical(operation)
    await matrix.world.run(0.01)
    const { path: foreign } = await matrix.typical(operation, matrix.stranger)
    const impossible = ['0', '-1', 'abc', 2 ** 53, '1e3', '01', '1.0', '+1', '%20', '٣', '%00', '9'.repeat(30)]
    const nearly = [`${id}x`, `x${id}`, `${id},1`, `${id}%20`, `0${id}`]
    const unknown = [1, 2 ** 53 - 1, idAt(matrix.world.clock.now() + 86_400_000, 0)]
    const paths = [...impossible, ...nearly, ...unknown].map((id) => pathWith(operation, id))
    const expected = problem(operation.missing, operation)
    const writes = await matrix.writesDuring(async () => {
      const [first, ...others] = await Promise.all(
        [foreign, ...paths].map((path) => matrix.ask(operation, { path, body: {} })),
      )
      expect(first && answer(first)).toEqual(expected)
      for (const other of others) expect(seen(other)).toEqual(first && seen(first))
    })
    expect(writes).toBe(0)
  })

  test('somebody else’s thing costs what a missing one costs', async () => {
    await matrix.world.run(0.01)
    const { path } = await matrix.typical(operation, matrix.stranger)
    const costOf = async (path: string) => {
      await matrix.world.settled()
      const before = matrix.world.consumed.length
      await matrix.ask(operation, { path, body: {} })
      return matrix.world.consumed
        .slice(before)
        .map(({ command, capacity }) => `${command} ${capacity[0]?.CapacityUnits}`)
        .toSorted()
    }
    expect(await costOf(path)).toEqual(
      await costOf(pathWith(operation, idAt(matrix.world.clock.now() + 86_400_000, 0.5))),
    )
  })

  test('looks at the id before it looks at the body', async () => {
    const text = JSON.stringify(Object.fromEntries(Object.keys(operation.body?.fields ?? {}).map((name) => [name, []])))
    expect(answer(await matrix.ask(operation, { path: pathWith(operation, 1), text }))).toEqual(
      problem(operation.missing, operation),
    )
    expect(answer(await matrix.ask(operation, { path: pathWith(operation, 'x'), text: '[]' }))).toEqual(
      problem(operation.missing, operation),
    )
  })
})

const removing = httpOperations.filter(({ method, id }) => method === 'DELETE' && id !== 'discard-draft')
describe.each(named(removing))('%s', (_id, operation) => {
  test('what is deleted is as missing as what never was', async () => {
    const { path } = await matrix.typical(operation)
    expect((await matrix.ask(operation, { path })).status).toBe(operation.status)
    const paths = [path, pathWith(operation, 1)]
    const [again, unknown] = await Promise.all(paths.map((path) => matrix.ask(operation, { path })))
    expect(again && seen(again)).toEqual(unknown && seen(unknown))
  })
})

test('404 Not Found for a route or a method that does not exist', async () => {
  const notFound = { status: 404, text: '{"message":"Not Found"}' }
  const routes = httpOperations.flatMap(routesOf)
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
  const other = routes.flatMap(({ path }) =>
    methods
      .filter((method) => !known.has(`${method} ${path}`))
      .map((method) => [method, pathWith({ path }, 1)] as const),
  )
  const nowhere = ['/user', '/user/nothing', '/user/calls/1/2', '/user/calls/', '//user/calls', '/User/calls']
  const requests = [...other, ...nowhere.map((path) => ['GET', path] as const)]
  const answers = await Promise.all(
    requests.map(async ([method, path]) => ({
      method,
      path,
      ...answer(await matrix.world.api(matrix.user.token, method, path)),
    })),
  )
  const elsewhere = answers.filter(({ status, text }) => status !== 404 || text !== notFound.text)
  expect(elsewhere.filter(({ method, path }) => !isNeighbour(method, path))).toEqual([])
})

const isNeighbour = (method: string, path: string): boolean =>
  httpOperations.some(
    (each) => each.method === method && new RegExp(`^${each.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )

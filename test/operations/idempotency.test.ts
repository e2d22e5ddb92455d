import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpOperation } from '../../shared/operations/define.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { historyNouns } from '../../shared/table/history-ref.ts'
import { problems } from '../../shared/words/problem.ts'
import type { TypicalRequest } from '../requests.ts'
import type { ApiReply, TestUser } from '../world.ts'
import { answer, type Matrix, named, openMatrix, problem, seen } from './matrix.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await openMatrix()
})
afterAll(() => matrix.world.close())

describe.each(named(httpOperations.filter(({ method }) => method === 'POST')))('%s', (_id, operation) => {
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

  test('replays the first answer to a key byte for byte, to this user only', async () => {
    const typical = await matrix.typical(operation)
    const first = await matrix.ask(operation, { ...typical, ...keyed('replayed') })
    expect(first.status, first.text).toBe(operation.status)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const writes = await matrix.writesDuring(async () => {
      const again = await matrix.ask(operation, { ...typical, ...keyed('replayed') })
      expect(seen(again)).toEqual({
        ...seen(first),
        headers: { ...seen(first).headers, 'idempotency-replayed': 'true' },
      })
    })
    expect(writes).toBe(0)
    const theirs = await matrix.typical(operation, matrix.stranger)
    const other = await matrix.ask(operation, { ...theirs, ...keyed('replayed'), token: matrix.stranger.token })
    expect({ status: other.status, replayed: other.headers.get('idempotency-replayed') }).toEqual({
      status: operation.status,
      replayed: null,
    })
  })

  test('422 for a key that asked for something else', async () => {
    const typical = await matrix.typical(operation)
    await matrix.ask(operation, { ...typical, ...keyed('reused') })
    const writes = await matrix.writesDuring(async () => {
      const body = { ...typical.body, something: 'else' }
      const reply = await matrix.ask(operation, { path: typical.path, body, ...keyed('reused') })
      expect(answer(reply)).toEqual(problem('idempotency_key_reused', operation))
    })
    expect(writes).toBe(0)
  })

  test('400 for a key that is none, after the token', async () => {
    const typical = await matrix.typical(operation)
    const writes = await matrix.writesDuring(async () => {
      for (const key of ['', 'x'.repeat(256), 'schlüssel', 'a\tb']) {
        const reply = await matrix.ask(operation, { ...typical, ...keyed(key) })
        expect({ key, ...answer(reply) }).toEqual({ key, ...problem('invalid_idempotency_key', operation) })
        expect((await matrix.ask(operation, { ...typical, ...keyed(key), token: null })).status).toBe(401)
      }
    })
    expect(writes).toBe(0)
    expect((await matrix.ask(operation, { ...typical, ...keyed('~'.repeat(255)) })).status).toBe(operation.status)
  })

  test.runIf(operation.body)('a request that was not valid frees its key', async () => {
    const { path } = await matrix.typical(operation)
    const invalid = await matrix.ask(operation, { path, text: '[]', ...keyed('corrected') })
    expect(invalid.status).toBe(problems[operation.invalid][0])
    const corrected = await matrix.ask(operation, { ...(await matrix.typical(operation)), ...keyed('corrected') })
    expect(corrected.status).toBe(operation.status)
    expect(corrected.headers.get('idempotency-replayed')).toBeNull()
  })
})

describe('a request with an Idempotency-Key has one effect', () => {
  interface Retried {
    when: string
    who: TestUser
    replies: ApiReply[]
  }
  const posts = httpOperations.filter(({ method }) => method === 'POST')
  const once = new Map<string, TestUser>()
  const atOnce = new Map<string, Retried>()
  const retried = new Map<string, Retried[]>()
  const things = new Map<string, Record<string, number>>()

  const heads = historyNouns.map((noun) => `${noun}-history`)
  const passing = [
    'idempotency',
    'rate',
    'call-to-dial',
    'campaign-to-dial',
    'campaigns-to-dial',
    'texted',
    'tally',
    ...heads,
  ]

  const headers = { 'idempotency-key': 'one effect' }
  const someone = async (operation: HttpOperation) => {
    const who = await matrix.world.user()
    return { who, typical: await matrix.typical(operation, who) }
  }

  /**
   * Sends the same request for several users. Each time, the operation crashes after a different
   * outgoing request.
   */
  const deathsOf = async (operation: HttpOperation) => {
    const deaths: { when: string; who: TestUser; typical: TypicalRequest }[] = []
    for (let call = 0; ; call++) {
      const { who, typical } = await someone(operation)
      matrix.faults.arm({ operation: operation.id, call, kind: 'dies after its effect' })
      await matrix.world.api(who.token, 'POST', typical.path, typical.body, headers)
      const struck = matrix.faults.struck()
      matrix.faults.disarm()
      if (struck === undefined) return deaths
      deaths.push({ when: `died after call ${call}: ${struck.replace(/\d{6,}/, '…')}`, who, typical })
    }
  }

  beforeAll(async () => {
    for (const operation of posts) {
      const { who, typical } = await someone(operation)
      await matrix.ask(operation, { ...typical, token: who.token })
      once.set(operation.id, who)
    }
    for (const operation of posts) {
      const { who, typical } = await someone(operation)
      const twenty = Array.from({ length: 20 }, () => matrix.ask(operation, { ...typical, headers, token: who.token }))
      atOnce.set(operation.id, { when: 'twenty at once', who, replies: await Promise.all(twenty) })
    }
    const dead = []
    for (const operation of posts) dead.push({ operation, deaths: await deathsOf(operation) })
    await matrix.world.run(61)
    for (const { operation, deaths } of dead) {
      const again = deaths.map(async ({ when, who, typical }) => {
        const retry = { ...typical, headers, token: who.token }
        return { when, who, replies: [await matrix.ask(operation, retry), await matrix.ask(operation, retry)] }
      })
      retried.set(operation.id, await Promise.all(again))
    }
    await matrix.world.run(120)
    for (const { pk, sk } of await matrix.world.items()) {
      const [owner = '', noun = sk] = pk.split('#')
      const theirs = things.get(owner) ?? {}
      if (!passing.includes(noun)) things.set(owner, { ...theirs, [noun]: (theirs[noun] ?? 0) + 1 })
    }
  })

  const thingsOf = (who: TestUser | undefined) => things.get(String(who?.id))

  test.each(named(posts))('%s, sent twenty times at once', (id, operation) => {
    const { who, replies = [] } = atOnce.get(id) ?? {}
    const waiting = replies.filter(({ status }) => status === 409)
    for (const reply of waiting) expect(answer(reply)).toEqual(problem('idempotency_in_progress', operation))
    const done = replies.filter(({ status }) => status !== 409)
    expect(done.filter(({ headers }) => !headers.has('idempotency-replayed')).length).toBe(1)
    expect(new Set(done.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(done[0]?.status).toBe(operation.status)
    expect(thingsOf(who)).toEqual(thingsOf(once.get(id)))
  })

  test.each(named(posts))('%s, sent again after the process died at any of its calls', (id, operation) => {
    const deaths = retried.get(id) ?? []
    expect(deaths.length).toBeGreaterThanOrEqual(4)
    for (const { when, who, replies } of deaths) {
      const [late, again] = replies
      expect(answersAfterDeath(operation), `${when}: ${late?.text}`).toContain(late?.status)
      expect({ when, text: again?.text, replayed: again?.headers.get('idempotency-replayed') }).toEqual({
        when,
        text: late?.text,
        replayed: 'true',
      })
      expect({ when, things: thingsOf(who) }).toEqual({ when, things: thingsOf(once.get(id)) })
    }
  })

  const answersAfterDeath = ({ status, problems: codes }: HttpOperation): number[] => [
    status,
    ...codes.map((code) => problems[code][0]).filter((status) => status === 500),
  ]

  test('409 while the first one may still be at work', async () => {
    for (const operation of posts) {
      const { who, typical } = await someone(operation)
      matrix.faults.arm({ operation: operation.id, call: 1, kind: 'dies after its effect' })
      await matrix.world.api(who.token, 'POST', typical.path, typical.body, headers)
      expect(matrix.faults.struck()).toMatch(/^write/)
      const early = await matrix.ask(operation, { ...typical, headers, token: who.token })
      expect({ id: operation.id, ...answer(early) }).toEqual({
        id: operation.id,
        ...problem('idempotency_in_progress', operation),
      })
    }
  })
})

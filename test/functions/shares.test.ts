import { expect, test, vi } from 'vitest'
import { restricted } from '../../infra/stack/permissions.ts'
import { type JobKind, openJobsMax } from '../../shared/domain/account/job-limits.ts'
import { operations, visitOperations, workerOperations } from '../../shared/operations/index.ts'
import { rateLimitUses } from '../../shared/runtime/rate-limit.ts'
import * as registry from '../../shared/runtime/registry.ts'
import { dependenciesOf } from '../../shared/runtime/wiring.ts'
import { shareOf } from '../../shared/runtime/worker-share.ts'
import { openJobsKey } from '../../shared/table/keys.ts'
import { assistantFor } from '../fixtures.ts'
import { keepPermission } from '../permissions-seen.ts'
import { useWorld } from '../use-world.ts'
import type { TestUser } from '../world.ts'
import { documentFor, knowledgebaseFor } from './knowledgebases/knowledgebase.ts'

const world = useWorld()

const list = { size: 1_000_000, as_of: '2026-01-05', scope: 'all', kind: 'csv' }
const ask = (user: TestUser, path: string, body: object) => world.api(user.token, 'POST', path, body)
const many = async (user: TestUser, path: string, body: (n: number) => object) => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(user, path, body(n))))
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )
}
const lines = Array.from({ length: 20 }, (_, n) => `Question ${n}?`)

test('accepts a limited number of open jobs of each kind per user', async () => {
  const user = await world.user()
  const limited = {
    people: await many(user, '/user/people/exports', () => ({ phone_number: '+12025550100' })),
    evidence: await many(user, '/user/evidence/exports', () => ({})),
    lists: await many(user, '/user/suppression-lists', (n) => ({ ...list, name: `List ${n}` })),
  }
  expect(limited).toEqual({
    people: { 202: expect.any(Number), 429: expect.any(Number) },
    evidence: { 202: expect.any(Number), 429: expect.any(Number) },
    lists: { 202: 5, 429: 15 },
  })
  const refused = await ask(user, '/user/suppression-lists', { ...list, name: 'One more' })
  expect(refused.headers.get('retry-after')).toBe('30')
  await world.run(6_000)
  expect(await many(user, '/user/evidence/exports', () => ({}))).toHaveProperty('202')
  expect(await many(user, '/user/people/exports', () => ({ phone_number: '+12025550100' }))).toHaveProperty('202')
  expect(await many(user, '/user/suppression-lists', (n) => ({ ...list, name: `New ${n}` }))).toMatchObject({ 202: 5 })
})

const leaveFree = (user: TestUser, kind: JobKind, free: number) =>
  world.parts.table.write([{ update: openJobsKey(user.id), add: { [kind]: openJobsMax[kind] - free } }])
const openOf = async (user: TestUser, kind: JobKind): Promise<number> =>
  (await world.parts.table.get<Record<string, number>>(openJobsKey(user.id)))?.[kind] ?? 0

test('returns 429 for a single call beyond the waiting limit', async () => {
  const user = await world.user()
  await world.number(user)
  const assistant_id = await assistantFor(world, user)
  await leaveFree(user, 'waiting_calls', 2)
  const call = (phone_number: string) => ask(user, '/user/make_call', { phone_number, assistant_id })
  await registry.dialling(world.parts).stop('a test', 'Ada', world.clock.now())
  const answers = await Promise.all(['0100', '0101', '0102', '0103'].map((ending) => call(`+1202555${ending}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.body.message).toMatch(/^A hundred calls are waiting/)
  expect(refused?.headers.get('retry-after')).toBe('30')
  expect(await openOf(user, 'waiting_calls')).toBe(openJobsMax.waiting_calls)

  await registry.dialling(world.parts).start('Ada', world.clock.now())
  await world.run(120)
  expect(await openOf(user, 'waiting_calls')).toBe(openJobsMax.waiting_calls - 2)
})

test('returns 429 for a document beyond the waiting limit', async () => {
  const user = await world.user()
  const [kept, deleted] = [await knowledgebaseFor(world, user), await knowledgebaseFor(world, user)]
  await leaveFree(user, 'documents', 3)
  await documentFor(world, user, kept, 'We open at nine.')
  const draft = { name: 'Late', type: 'txt', size: 5 }
  const late = await ask(user, `/user/knowledgebases/${kept}/documents`, draft)
  await ask(user, `/user/knowledgebases/${deleted}/documents`, draft)
  const left = openJobsMax.documents - (await openOf(user, 'documents'))
  for (let n = 0; n < left; n++) await ask(user, `/user/knowledgebases/${deleted}/documents`, draft)
  const refused = await ask(user, `/user/knowledgebases/${kept}/documents`, draft)
  expect([late.status, refused.status]).toEqual([201, 429])
  expect(refused.body.message).toMatch(/^Two hundred documents are waiting/)
  expect(refused.headers.get('retry-after')).toBe('30')

  await world.api(user.token, 'DELETE', `/user/knowledgebases/${deleted}`)
  await world.run(3_700)
  expect(await openOf(user, 'documents')).toBe(openJobsMax.documents - 3)
})

test('delays jobs of another user by seconds when one user fills every kind', async () => {
  const [noisy, quiet] = [await world.user(), await world.user()]
  const slow = await assistantFor(world, noisy, { system_prompt: '[double talk: slow] x' })
  const quick = await assistantFor(world, quiet)
  for (let n = 0; n < 2; n++) await ask(noisy, `/user/assistants/${slow}/simulate`, { runs: 20, lines })
  await many(noisy, '/user/people/exports', () => ({ phone_number: '+12025550100' }))
  await many(noisy, '/user/evidence/exports', () => ({}))
  await many(noisy, '/user/suppression-lists', (n) => ({ ...list, name: `List ${n}` }))

  const jobs = {
    simulation: await ask(quiet, `/user/assistants/${quick}/simulate`, { runs: 1, lines: ['Hello?'] }),
    people: await ask(quiet, '/user/people/exports', { phone_number: '+12025550100' }),
    evidence: await ask(quiet, '/user/evidence/exports', {}),
  }
  const paths = { simulation: '/user/simulations', people: '/user/people/exports', evidence: '/user/evidence/exports' }
  const seconds: Record<string, number> = {}
  for (let passed = 0; passed < 60 && Object.keys(seconds).length < 3; passed++) {
    await world.run(1)
    for (const [kind, { body }] of Object.entries(jobs) as [keyof typeof jobs, { body: { data: { id: number } } }][]) {
      const { status } = (await world.api(quiet.token, 'GET', `${paths[kind]}/${body.data.id}`)).body
      if (status === 'done') seconds[kind] ??= passed + 1
    }
  }
  expect(Object.keys(seconds).toSorted()).toEqual(['evidence', 'people', 'simulation'])
  expect(Math.max(...Object.values(seconds)), JSON.stringify(seconds)).toBeLessThanOrEqual(10)
})

const limited = workerOperations.filter(({ userLimit }) => userLimit.by === 'messages at work')

test.each(limited.map((operation) => [operation.id, operation] as const))(
  'returns a message beyond the share of its user to the queue of %s',
  async (_, operation) => {
    const user = await world.user()
    const max = operation.userLimit.by === 'messages at work' ? operation.userLimit.max : 0
    const send = vi.fn(async () => ({}))
    const parts = restricted(operation, { ...world.parts, sqs: { ...world.parts.sqs, send } as never }, keepPermission)
    const withinShare = shareOf(operation, registry, parts)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const work = vi.fn(() => held)
    const message = { user_id: user.id }
    const atWork: Promise<void>[] = []
    for (let count = 1; count <= max; count++) {
      atWork.push(withinShare(message, work))
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(count), { interval: 1 })
    }
    await withinShare(message, work)
    release()
    await Promise.all(atWork)
    expect([work.mock.calls.length, send.mock.calls.length]).toEqual([max, 1])
  },
)

const compacting = operations.filter(({ uses }) => (uses as readonly string[]).includes('compactionStarter.start'))

test.each(compacting.map((operation) => [operation.id, operation] as const))(
  'lets %s start the compactor of a list',
  async (_, operation) => {
    const user = await world.user()
    const parts = restricted(operation, world.parts, keepPermission)
    const { compactionStarter } = dependenciesOf(['compactionStarter.start'], registry, parts)
    const logged = world.logged.length
    await compactionStarter.start(user.id, ['lead'])
    expect(world.logged.slice(logged).filter(({ level }) => level === 'warn')).toEqual([])
  },
)

test.each(visitOperations.map((operation) => [operation.id, operation] as const))(
  'lets %s count the requests of a token',
  async (_, operation) => {
    const user = await world.user()
    const { settings } = world.parts
    const get = (name: string) => (name === 'RATE_LIMIT_PER_MINUTE' ? '40' : settings.get(name))
    const parts = restricted(operation, { ...world.parts, settings: { ...settings, get } }, keepPermission)
    const { rateLimit } = dependenciesOf(rateLimitUses, registry, parts)
    const token = { user_id: user.id, hash: 'a' }
    const now = world.clock.now()
    await (await rateLimit.take(token, 0, now)).settled
    expect(await rateLimit.seen(token, now)).toBe(1)
  },
)

import { expect, test } from 'vitest'
import { assistantFor } from '../fixtures.ts'
import { useWorld } from '../use-world.ts'
import type { TestUser } from '../world.ts'

const world = useWorld()

const list = { size: 1_000_000, as_of: '2026-01-05', scope: 'all', kind: 'csv' }
const ask = (user: TestUser, path: string, body: object) => world.api(user.token, 'POST', path, body)
/** Sends a request many times at once; how often each status was the answer. */
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
    // Some are over before the last request arrives.
    people: { 202: expect.any(Number), 429: expect.any(Number) },
    evidence: { 202: expect.any(Number), 429: expect.any(Number) },
    lists: { 202: 5, 429: 15 },
  })
  const refused = await ask(user, '/user/suppression-lists', { ...list, name: 'One more' })
  expect(refused.headers.get('retry-after')).toBe('30')
  // Each ends by itself: the lists when their files are missed.
  await world.run(6_000)
  expect(await many(user, '/user/evidence/exports', () => ({}))).toHaveProperty('202')
  expect(await many(user, '/user/people/exports', () => ({ phone_number: '+12025550100' }))).toHaveProperty('202')
  expect(await many(user, '/user/suppression-lists', (n) => ({ ...list, name: `New ${n}` }))).toMatchObject({ 202: 5 })
}, 60_000)

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
}, 60_000)

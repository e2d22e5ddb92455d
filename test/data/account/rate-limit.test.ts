import { beforeAll, describe, expect, test } from 'vitest'
import { rateLimit } from '../../../shared/data/account/rate-limit.ts'
import type { Table } from '../../../shared/table/table.ts'
import { memoryTable } from '../../memory-table.ts'
import { seededRandom } from '../../world.ts'
import { type FreshTable, freshTable } from '../fresh-table.ts'

let fresh: FreshTable
beforeAll(async () => {
  fresh = await freshTable()
})

const limit = 600
const minute = Date.UTC(2026, 10, 25, 10)
let users = 1

type InstanceOf = (request: number, random: () => number) => number

const simulate = async (count: number, instanceOf: InstanceOf, seed: string, store: Table = memoryTable()) => {
  const random = seededRandom(seed)
  const token = { user_id: users++, hash: seed }
  const settings = { get: () => String(limit) }
  let writes = 0
  const table: Table = {
    ...store,
    write: (all) => {
      writes += 1
      return store.write(all)
    },
  }
  const make = () => rateLimit({ table, random, settings })
  const instances = new Map<number, ReturnType<typeof make>>()
  let allowed = 0
  for (let request = 0; request < count; request++) {
    const now = minute + Math.floor((request * 59_000) / count)
    const id = instanceOf(request, random.number)
    const instance = instances.get(id) ?? make()
    instances.set(id, instance)
    const { isAllowed, settled } = await instance.take(token, await instance.seen(token, now), now)
    await settled
    if (isAllowed) allowed++
  }
  return { allowed, writes }
}

const spread = (instances: number) => (_request: number, random: () => number) => Math.floor(random() * instances)

describe.each([
  ['one instance', spread(1)],
  ['3 instances', spread(3)],
  ['12 instances', spread(12)],
  ['24 instances', spread(24)],
  ['a burst over 30 instances, then two', (request: number) => (request < 30 ? request : request % 2)],
])('%s', (name, instanceOf) => {
  test.each(['a', 'b', 'c'])('lets through at most 5 % more, for 0.1 writes a request (%s)', async (seed) => {
    const { allowed, writes } = await simulate(800, instanceOf, `${name} ${seed}`)
    expect(allowed).toBeGreaterThan(limit * 0.9)
    expect(allowed).toBeLessThanOrEqual(limit * 1.05)
    expect(writes / allowed).toBeLessThanOrEqual(0.1)
  })
})

test('the table itself counts as the one in memory does', async () => {
  const inTable = await simulate(800, spread(12), 'both', fresh.table)
  expect(inTable).toEqual(await simulate(800, spread(12), 'both'))
  expect(inTable.writes).toBe(fresh.commands.filter((command) => command === 'UpdateItem').length)
})

test('who stays far below the limit causes next to no writes', async () => {
  const seeds = Array.from({ length: 20 }, (_, index) => `quiet ${index}`)
  const all = await Promise.all(seeds.map((seed) => simulate(10, spread(2), seed)))
  expect(all.every(({ allowed }) => allowed === 10)).toBe(true)
})

test('every minute begins again, and tells when', async () => {
  const token = { user_id: users++, hash: 'anew' }
  const { seen, take } = rateLimit({ table: fresh.table, random: seededRandom('anew'), settings: { get: () => '2' } })
  const ask = async (now: number) => {
    const { settled, ...allowance } = await take(token, await seen(token, now), now)
    await settled
    return allowance
  }
  expect(await ask(minute)).toEqual({ isAllowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
  expect(await ask(minute + 1)).toEqual({ isAllowed: true, limit: 2, remaining: 0, resetSeconds: 60 })
  expect(await ask(minute + 45_000)).toEqual({ isAllowed: false, limit: 2, remaining: 0, resetSeconds: 15 })
  expect(await ask(minute + 60_000)).toEqual({ isAllowed: true, limit: 2, remaining: 1, resetSeconds: 60 })
})

test('many requests at the very end share what is left', async () => {
  const token = { user_id: users++, hash: 'end' }
  const settings = { get: () => '5' }
  const instances = Array.from({ length: 20 }, (_, index) =>
    rateLimit({ table: fresh.table, random: seededRandom(`${index}`), settings }),
  )
  const taken = await Promise.all(instances.map(({ take }) => take(token, 0, minute)))
  expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(5)
})

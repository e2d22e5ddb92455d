import { beforeEach, describe, expect, test } from 'vitest'
import { ledgerHistory } from '../../../shared/data/account/ledger-history.ts'
import { type Compactor, historyCompactor } from '../../../shared/lists/store/compactor.ts'
import { historyComparison } from '../../../shared/lists/store/comparison.ts'
import { nodeCache } from '../../../shared/lists/store/node-cache.ts'
import { historyOverrides } from '../../../shared/lists/store/overrides.ts'
import { historyPages } from '../../../shared/lists/store/pages.ts'
import { historyRenewal } from '../../../shared/lists/store/renewal.ts'
import { historyKeys, ledgerKey, type StoredKey } from '../../../shared/table/keys.ts'
import type { Item, Table } from '../../../shared/table/table.ts'
import { firstIdAt } from '../../../shared/words/id.ts'
import { must } from '../../../shared/words/must.ts'
import { openLives, user } from './lives.ts'
import { things, tinyLimits } from './model.ts'
import { dyingTable, pacedTable, untilDeath } from './processes.ts'

const rows = 30
const keys = historyKeys('call')
let now: number
let table: Table
let parts: Parameters<typeof historyCompactor>[0]
let ids: number[]

const numberOf = (row: number) => `+1202555010${row % 7}`
const run = async ({ compact }: Compactor) => {
  for (let more = true; more; ) more = (await compact(user))?.more ?? false
}
const compact = () => run(historyCompactor(parts, things))
const compare = (own = parts) => historyComparison(own, things)(user)
const rebuild = (own = parts) => historyRenewal(own, things)(user)
const pageOf = (own = parts) => historyPages(own, things).page(user, {}, { first: 0, count: 100 })
const nodes = async () =>
  (await table.query<StoredKey>({ pk: keys.head(user).pk })).map(({ sk }) => sk).filter((sk) => sk.includes('#'))
const headOf = async () => must(await table.get<Item>(keys.head(user)), 'head')
const put = (row: number, more: Partial<Item> = {}) => {
  const id = must(ids[row], 'id')
  const thing = { id, status: row % 3 ? 'ended' : 'busy', phone_number: numberOf(row), is_open: false }
  return table.write([{ put: { ...things.recordKey(user, id), ...thing, ...more } }])
}

beforeEach(async () => {
  const lives = openLives()
  await lives.begin()
  now = lives.parts.clock.now()
  table = lives.table
  parts = { ...lives.parts, clock: { now: () => now, sleep: async () => {} } }
  const first = firstIdAt(now - 3_600_000)
  ids = Array.from({ length: rows + 5 }, (_, row) => first + row)
  for (let row = 0; row < rows; row++) await put(row)
  await compact()
})

/** Kinds of damage to a list, each with the message that reports it. */
const harms: Record<string, { says: RegExp; do: () => Promise<unknown> }> = {
  'a record is lost without an override': {
    says: /^1 is listed, and not there \(\d+\)$/,
    do: () => table.write([{ delete: things.recordKey(user, must(ids[4], 'id')) }]),
  },
  'an override hides a record': {
    says: /^1 is not listed \(\d+\)$/,
    do: () => table.write([historyOverrides(parts, things).gone(user, must(ids[4], 'id'), numberOf(4))]),
  },
  'a record is stored below the compacted ones without an override': {
    says: /^1 is not listed \(\d+\)$/,
    do: async () => {
      ids.unshift(must(ids[0], 'id') - 1)
      await put(0)
    },
  },
  'a record changes without an override': {
    says: /^1 is listed as it is not \(\d+\)$/,
    do: () => put(4, { status: 'failed' }),
  },
  'a segment says that it has more rows': {
    says: /^its total is 31, not 30$/,
    do: async () => {
      const head = await headOf()
      const segments: unknown[][] = JSON.parse(String(head.volumes))
      const [first] = segments
      if (first) first[3] = Number(first[3]) + 1
      await table.write([{ put: { ...head, ...keys.head(user), volumes: JSON.stringify(segments) } }])
    },
  },
  'a number entry is lost': {
    says: /^\d+ is not found by its number$/,
    do: () => table.write([{ delete: must(things.numberKey, 'numbers')(user, numberOf(4), must(ids[4], 'id')) }]),
  },
  'a number entry has no record': {
    says: /^\d+ is found by a number that is not its own$/,
    do: () =>
      table.write([
        { put: { ...must(things.numberKey, 'numbers')(user, '+1', must(ids[0], 'id') - 5), kind: '["busy",null]' } },
      ]),
  },
  'a number entry has another number': {
    says: /^\d+ is found by a number that is not its own$/,
    do: () =>
      table.write([
        { put: { ...must(things.numberKey, 'numbers')(user, '+1', must(ids[4], 'id')), kind: '["busy",null]' } },
      ]),
  },
}

describe('the check', () => {
  test('accepts a right history, compacted or not', async () => {
    for (let row = rows; row < rows + 5; row++) await put(row)
    await historyOverrides(parts, things).register(user, ids)
    expect(await compare()).toEqual({ records: 35, differences: [] })
    await rebuild()
    expect(await compare()).toEqual({ records: 35, differences: [] })
  })

  test.each(Object.entries(harms))('sees that %s, and a rebuild mends it', async (_, { says, do: harm }) => {
    await harm()
    const { differences } = must(await compare(), 'comparison')
    expect(differences).toContainEqual(expect.stringMatching(says))
    await rebuild()
    await compact()
    expect(await compare()).toMatchObject({ differences: [] })
  })

  test('takes nothing for a difference that changes while it reads', async () => {
    let isFirst = true
    const meanwhile: Table = {
      ...table,
      get: async (...request) => {
        if (isFirst) {
          isFirst = false
          const overrides = historyOverrides(parts, things)
          const [gone, changed] = [must(ids[3], 'id'), must(ids[5], 'id')]
          await table.write([{ delete: things.recordKey(user, gone) }, overrides.gone(user, gone, numberOf(3))])
          await put(5, { status: 'failed' })
          await table.write([overrides.kind(user, changed, ['failed', undefined], numberOf(5))])
          await put(rows)
          await overrides.register(user, ids)
        }
        return table.get(...request)
      },
    }
    expect(await compare({ ...parts, table: meanwhile })).toEqual({ records: 30, differences: [] })
    expect(isFirst).toBe(false)
  })

  test('and the compactor fail for a lost node', async () => {
    const lost = (await nodes()).filter((sk) => /[lo]$/.test(sk))
    for (const sk of lost) await table.write([{ delete: keys.node(user, sk) }])
    await expect(compare()).rejects.toThrow('keeps changing')
    await table.write([
      historyOverrides(parts, things).kind(user, must(ids[0], 'id'), ['ended', undefined], numberOf(0)),
    ])
    await put(rows)
    await expect(compact()).rejects.toThrow('A node of the history of each call is lost')
    await put(0, { status: 'ended' })
    await rebuild()
    await compact()
    expect(await compare()).toEqual({ records: 31, differences: [] })
  })

  test('knows when a list is not ready', async () => {
    await rebuild()
    expect(await compare({ ...parts, historyLimits: { ...tinyLimits, tailRows: 5 } })).toBeUndefined()
  })

  test('sees that sums of amounts are wrong', async () => {
    const entry = (row: number, amount: number) => {
      const id = must(ids[row], 'id')
      return table.write([{ put: { ...ledgerKey(user, id), id, amount, type: 'top_up', description: '' } }])
    }
    for (let row = 0; row < rows; row++) await entry(row, row)
    await run(historyCompactor(parts, ledgerHistory))
    const check = historyComparison(parts, ledgerHistory)
    expect(await check(user)).toEqual({ records: 30, differences: [] })
    const key = historyKeys('ledger').head(user)
    const head = must(await table.get<Item>(key), 'head')
    const segments: unknown[][] = JSON.parse(String(head.volumes))
    for (const segment of segments.slice(0, 1)) segment[5] = 1
    await table.write([{ put: { ...head, ...key, volumes: JSON.stringify(segments) } }])
    expect((await check(user))?.differences).toContainEqual(
      expect.stringMatching(/^its sum up to \d+ is \d+, not \d+$/),
    )
    await entry(4, 5)
    expect((await check(user))?.differences).toContainEqual(expect.stringMatching(/^1 is listed as it is not/))
  })
})

describe('a rebuild', () => {
  test('may die at any request, and the list is right', async () => {
    await must(harms['a number entry has no record'], 'harm').do()
    for (let requests = 0; requests < 12; requests++) {
      await untilDeath(rebuild({ ...parts, table: dyingTable(table, requests) }))
      expect(await pageOf()).toMatchObject({ total: rows })
      await untilDeath(historyCompactor({ ...parts, table: dyingTable(table, 4 * requests) }, things).compact(user))
      expect(await pageOf()).toMatchObject({ total: rows })
    }
    await rebuild()
    await compact()
    expect(await compare()).toEqual({ records: 30, differences: [] })
  })

  test('starts the compactor, and creates no missing history', async () => {
    expect(await rebuild()).toBe(true)
    expect(await headOf()).toMatchObject({ due_at: now, sealed_until: 0, volumes: '[]' })
    await table.write([{ delete: keys.head(user) }])
    expect(await rebuild()).toBe(false)
    expect(await table.get(keys.head(user))).toBeUndefined()
  })

  test('keeps old nodes for running readers, then removes them', async () => {
    const patient = { ...parts, historyLimits: { ...tinyLimits, runMs: 60_000 } }
    const old = await nodes()
    expect(old.length).toBeGreaterThan(5)
    now += 60_000
    let isSlow = true
    const slow = pacedTable(
      table,
      async (what) => {
        if (!isSlow || !what.includes('#v')) return
        isSlow = false
        await rebuild(patient)
        now += 60_000 - 1
        await run(historyCompactor(patient, things))
      },
      () => false,
    )
    const warm = historyPages({ ...patient, table: slow, nodes: nodeCache() }, things)
    expect(await warm.page(user, { matches: ([status]) => status === 'busy' }, { first: 0, count: 5 })).toMatchObject({
      total: 10,
    })
    expect(isSlow).toBe(false)
    expect(await nodes()).toEqual(expect.arrayContaining(old))
    now += 60_000
    const { due_at } = await headOf()
    expect(due_at).toBeLessThanOrEqual(now)
    await historyCompactor(patient, things).compact(user)
    const left = await nodes()
    expect(left.filter((sk) => old.includes(sk))).toEqual([])
    expect(await compare()).toEqual({ records: 30, differences: [] })
  })

  test('waits for a run that is under way, which loses', async () => {
    const patient = { ...parts, historyLimits: { ...tinyLimits, runMs: 60_000 } }
    for (let row = rows; row < rows + 5; row++) await put(row)
    let isFirst = true
    const slow = pacedTable(
      table,
      async (what) => {
        if (!isFirst || !what.startsWith('query 7#call-mark')) return
        isFirst = false
        await rebuild(patient)
        expect(await historyCompactor(patient, things).compact(user)).toBeUndefined()
      },
      () => false,
    )
    expect(await historyCompactor({ ...patient, table: slow }, things).compact(user)).toBeUndefined()
    const { due_at } = await headOf()
    expect(due_at).toBe(now + 60_000)
    expect(await pageOf()).toMatchObject({ total: 35 })
    now += 60_000
    await run(historyCompactor(patient, things))
    expect(await compare()).toEqual({ records: 35, differences: [] })
  })
})

import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tableShape } from '../../shared/table/keys.ts'
import { exists, isNew, type Table, when } from '../../shared/table/table.ts'
import { type FreshTable, freshTable } from '../data/fresh-table.ts'

let fresh: FreshTable
let table: Table
beforeAll(async () => {
  fresh = await freshTable()
  table = fresh.table
})
afterEach(() => fresh.interfere((_command, go) => go()))

const sorted = (index: number) => String(index).padStart(6, '0')
const fill = async (pk: string, count: number, more: object = {}) => {
  for (let start = 0; start < count; start += 100) {
    const indices = Array.from({ length: Math.min(100, count - start) }, (_, index) => start + index)
    await table.write(indices.map((index) => ({ put: { pk, sk: sorted(index), index, ...more } })))
  }
}
const indices = (items: { index: number }[]) => items.map(({ index }) => index)

describe('get and getMany', () => {
  test('give what was put, without what was undefined', async () => {
    const item = { pk: 'get', sk: '1', text: '', list: [1, { a: null }], flag: false, none: undefined }
    await table.write([{ put: item }])
    expect(await table.get({ pk: 'get', sk: '1' })).toEqual({ ...item, none: undefined })
    expect(await table.get({ pk: 'get', sk: '1' })).not.toHaveProperty('none')
    expect(await table.get({ pk: 'get', sk: '2' })).toBeUndefined()
  })

  test('answer in the order of the keys, with a hole where nothing is', async () => {
    await fill('many', 5)
    const keys = [4, 9, 0, 2].map((index) => ({ pk: 'many', sk: sorted(index) }))
    const found = await table.getMany<{ index: number }>(keys)
    expect(found.map((item) => item?.index)).toEqual([4, undefined, 0, 2])
  })

  test('ask again for what the engine left undone', async () => {
    await fill('undone', 3)
    let asked = 0
    fresh.interfere(async (_command, go) => {
      const output = await go()
      asked += 1
      if (asked > 1 || !isBatch(output)) return
      for (const [name, items] of Object.entries(output.Responses)) {
        const late = items.splice(1)
        output.UnprocessedKeys = { [name]: { Keys: late.map(({ pk, sk }) => ({ pk, sk })) } }
      }
    })
    const found = await table.getMany<{ index: number }>(
      [0, 1, 2].map((index) => ({ pk: 'undone', sk: sorted(index) })),
    )
    expect(found.map((item) => item?.index)).toEqual([0, 1, 2])
    expect(asked).toBe(2)
  })

  test('take more keys than one request to the engine may name', async () => {
    const keys = Array.from({ length: 150 }, (_, index) => ({ pk: 'many', sk: String(index) }))
    expect(await table.getMany(keys)).toEqual(keys.map(() => undefined))
  })
})

const isBatch = (
  output: unknown,
): output is { Responses: Record<string, Record<string, unknown>[]>; UnprocessedKeys: object } =>
  typeof output === 'object' && output !== null && 'Responses' in output

describe('query and count', () => {
  beforeAll(() => fill('range', 20, { due_shard: 'due#3', due_at: 7, other: 'x' }))
  const range = (more: object = {}) => table.query<{ index: number }>({ pk: 'range', ...more })

  test('have inclusive bounds', async () => {
    const [from, to] = [sorted(3), sorted(5)]
    expect(indices(await range({ from, to }))).toEqual([3, 4, 5])
    expect(indices(await range({ from: sorted(18) }))).toEqual([18, 19])
    expect(indices(await range({ to: sorted(1) }))).toEqual([0, 1])
    expect(await table.count({ pk: 'range', from, to })).toBe(3)
  })

  test('of an empty range is nothing, and the store is not asked', async () => {
    const empty = { pk: 'range', from: sorted(5), to: sorted(3) }
    const before = fresh.commands.length
    expect(await table.query(empty)).toEqual([])
    expect(await table.count(empty)).toBe(0)
    expect(await table.query({ pk: 'due#3', index: tableShape.dueIndex, from: 10, to: 9 })).toEqual([])
    expect(fresh.commands).toHaveLength(before)
  })

  test('go backwards, stop at a limit, and bring only what is wanted', async () => {
    expect(indices(await range({ newestFirst: true, limit: 3 }))).toEqual([19, 18, 17])
    expect(await range({ limit: 1, only: ['index'] })).toEqual([{ index: 0 }])
    expect(await table.count({ pk: 'range', limit: 4 })).toBe(4)
  })

  test('read the index of deadlines', async () => {
    const due = { pk: 'due#3', index: tableShape.dueIndex }
    expect((await table.query({ ...due, to: 7 })).length).toBe(20)
    expect(await table.query({ ...due, to: 6 })).toEqual([])
    expect(Object.keys((await table.query({ ...due, limit: 1 }))[0] ?? {}).toSorted()).toEqual(
      ['due_at', 'due_shard', 'pk', 'sk'].toSorted(),
    )
  })

  test('go on to the end, page after page', async () => {
    await fill('long', 2_050)
    const before = fresh.commands.length
    expect(indices(await table.query({ pk: 'long' }))).toEqual(Array.from({ length: 2_050 }, (_, index) => index))
    expect(fresh.commands.slice(before)).toEqual(['Query', 'Query', 'Query'])
    expect(await table.count({ pk: 'long' })).toBe(2_050)
    expect((await table.query({ pk: 'long', limit: 1_500 })).length).toBe(1_500)
  })
})

describe('write', () => {
  const key = (sk: string) => ({ pk: 'write', sk })

  test('puts, changes and deletes', async () => {
    expect(await table.write([{ put: { ...key('a'), name: 'x', count: 1, size: 3 } }])).toEqual({ done: true })
    await table.write([{ update: key('a'), set: { name: 'y', status: 'z', skipped: undefined }, add: { count: -3 } }])
    await table.write([{ update: key('a'), remove: ['size'] }])
    expect(await table.get(key('a'))).toEqual({ ...key('a'), name: 'y', status: 'z', count: -2 })
    await table.write([{ delete: key('a') }])
    expect(await table.get(key('a'))).toBeUndefined()
  })

  test('shows what stood in the way of a single write', async () => {
    await table.write([{ put: { ...key('b'), revision: 3 } }])
    const stood = { done: false, before: [{ ...key('b'), revision: 3 }], failed: [true] }
    const stale = when('#revision = :seen', { seen: 2 })
    expect(await table.write([{ put: key('b'), when: isNew }])).toEqual(stood)
    expect(await table.write([{ update: key('b'), set: { a: 1 }, when: stale }])).toEqual(stood)
    expect(await table.write([{ delete: key('b'), when: stale }])).toEqual(stood)
    expect(await table.write([{ check: key('b'), when: stale }])).toEqual(stood)
    expect(await table.write([{ delete: key('nothing'), when: exists }])).toEqual({
      done: false,
      before: [undefined],
      failed: [true],
    })
    expect(await table.get(key('b'))).toEqual({ ...key('b'), revision: 3 })
  })

  test('shows it at the place of each write of a transaction, and writes nothing', async () => {
    await table.write([{ put: { ...key('c'), here: true } }])
    const written = await table.write([
      { put: { ...key('d') } },
      { put: { ...key('c') }, when: isNew },
      { check: key('none'), when: exists },
    ])
    expect(written).toEqual({
      done: false,
      before: [undefined, { ...key('c'), here: true }, undefined],
      failed: [false, true, true],
    })
    expect(await table.get(key('d'))).toBeUndefined()
  })

  test('names and values may be words that the engine reserves', async () => {
    await table.write([{ update: key('e'), set: { status: 1, name: 2, value: 3, size: 4 }, add: { count: 1 } }])
    const condition = when('#status = :status AND #name = :name', { status: 1, name: 2 })
    expect(await table.write([{ update: key('e'), add: { count: 1 }, remove: ['value'], when: condition }])).toEqual({
      done: true,
    })
    expect(await table.get(key('e'))).toEqual({ ...key('e'), status: 1, name: 2, size: 4, count: 2 })
  })

  const cancelled = (...codes: string[]) =>
    new TransactionCanceledException({
      message: 'cancelled',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    })
  const conflict = () => new TransactionConflictException({ message: 'conflict', $metadata: {} })
  const two = (sk: string) => [{ put: key(`${sk}1`), when: isNew }, { put: key(`${sk}2`) }]

  test.each([
    ['a transaction', () => cancelled('None', 'TransactionConflict'), two('f')],
    ['a transaction that was throttled', () => cancelled('ThrottlingError', 'None'), two('g')],
    ['a single write', conflict, [{ put: key('h'), when: isNew }]],
  ])('asks again after a conflict of %s, each time a little later', async (_what, error, writes) => {
    let conflicts = 3
    const slept = fresh.sleptMs.length
    fresh.interfere((_command, go) => (conflicts-- > 0 ? Promise.reject(error()) : go()))
    expect(await table.write(writes)).toEqual({ done: true })
    const pauses = fresh.sleptMs.slice(slept)
    expect(pauses.length).toBe(3)
    for (const [index, pause] of pauses.entries()) expect(pause).toBeLessThanOrEqual(20 * 2 ** index)
  })

  test('a condition that does not hold is an answer, also beside a conflict', async () => {
    fresh.interfere(() => Promise.reject(cancelled('TransactionConflict', 'ConditionalCheckFailed')))
    expect(await table.write(two('i'))).toEqual({
      done: false,
      before: [undefined, undefined],
      failed: [false, true],
    })
  })

  test('a conflict is an answer, too, for who asks once', async () => {
    fresh.interfere(() => Promise.reject(conflict()))
    expect(await table.write(two('j'), { once: true })).toEqual({ done: false, before: [], failed: [] })
  })

  test('gives up when the conflict does not end', async () => {
    let asked = 0
    fresh.interfere(() => {
      asked += 1
      return Promise.reject(conflict())
    })
    await expect(table.write([{ put: key('j') }])).rejects.toThrow('conflict')
    expect(asked).toBeGreaterThan(5)
    expect(asked).toBeLessThan(50)
  })

  test.each([
    ['an outage', () => new Error('outage')],
    ['a write that the engine does not understand', () => cancelled('ValidationError', 'None')],
  ])('%s is an accident, and is not repeated', async (_what, error) => {
    let asked = 0
    fresh.interfere(() => {
      asked += 1
      return Promise.reject(error())
    })
    await expect(table.write(two('k'))).rejects.toThrow()
    expect(asked).toBe(1)
  })

  test('of fifty that take the last one, one gets it', async () => {
    await table.write([{ put: { ...key('l'), left: 1 } }])
    const takes = Array.from({ length: 50 }, () =>
      table.write([{ update: key('l'), add: { left: -1 }, when: when('#left > :none', { none: 0 }) }]),
    )
    expect((await Promise.all(takes)).filter(({ done }) => done).length).toBe(1)
    expect(await table.get(key('l'))).toEqual({ ...key('l'), left: 0 })
  })
})

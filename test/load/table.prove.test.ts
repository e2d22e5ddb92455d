import { describe, expect, test } from 'vitest'
import { createTable } from '../../infra/local/create-table.ts'
import { openTable } from '../../shared/table/table.ts'
import { quotas } from './quotas.ts'
import { type LoadRules, openRules, useRules } from './rules.ts'
import { openLoadTable } from './table.ts'

const often = async ({ time }: LoadRules, perSecond: number, seconds: number, act: (index: number) => unknown) => {
  for (let index = 0; index < perSecond * seconds; index++) time.after((1000 * index) / perSecond, () => act(index))
  await time.advance(seconds * 1000 + 30_000)
}

describe('a table', () => {
  useRules()

  const opened = async (rules: LoadRules) => {
    const { time } = rules
    const store = openLoadTable(rules)
    await createTable(store.client, 'load')
    store.begin()
    const clock = { now: time.now, sleep: time.sleep }
    return openTable({ name: 'load', client: store.client, clock, random: rules.dice })
  }
  const written = async (
    rules: LoadRules,
    perSecond: number,
    itemOf: (index: number) => { pk: string; sk: string },
  ) => {
    const table = await opened(rules)
    let lost = 0
    const write = (index: number) => table.write([{ put: itemOf(index) }]).catch(() => lost++)
    await often(rules, perSecond, 2, write)
    const throttled = rules.figures
      .namesOf('throttled write')
      .reduce((sum, name) => sum + rules.figures.countOf(name), 0)
    return { throttled, lost, peak: rules.figures.peakRate('write of all table') }
  }

  test('takes 900 writes a second of one item', async () => {
    expect(await written(openRules(), 900, () => ({ pk: 'one', sk: 'item' }))).toMatchObject({ throttled: 0, lost: 0 })
  })

  test('throttles 2,000 writes a second of one item, and loses some of them', async () => {
    const { throttled, lost, peak } = await written(openRules(), 2_000, () => ({ pk: 'one', sk: 'item' }))
    expect(throttled).toBeGreaterThan(1_000)
    expect(lost).toBeGreaterThan(100)
    expect(peak).toBe(quotas.keyWrites)
  })

  test('takes as many distinct items, and throttles a hot index key', async () => {
    const apart = (index: number) => ({ pk: `item-${index}`, sk: 'item' })
    expect(await written(openRules(), 2_000, apart)).toMatchObject({ throttled: 0 })
    const due = (index: number) => ({ ...apart(index), due_shard: 'one', due_at: index })
    expect((await written(openRules(), 2_000, due)).throttled).toBeGreaterThan(1_000)
  })

  test('throttles all of them when they are more than a fresh table takes', async () => {
    const apart = (index: number) => ({ pk: `item-${index}`, sk: 'item' })
    expect((await written(openRules(), 6_000, apart)).throttled).toBeGreaterThan(1_000)
  })

  test('throttles 4,000 reads a second of one key', async () => {
    const rules = openRules()
    const table = await opened(rules)
    await often(rules, 4_000, 2, () => table.get({ pk: 'one', sk: 'item' }).catch(() => {}))
    expect(rules.figures.countOf('throttled read of key table one')).toBeGreaterThan(1_000)
  })

  test('cancels an overlapping transaction, and accepts it later', async () => {
    const rules = openRules()
    const table = await opened(rules)
    const both = (sk: string) => table.write([{ put: { pk: 'one', sk: 'shared' } }, { put: { pk: 'one', sk } }])
    expect(await rules.time.until(Promise.all([both('a'), both('b')]))).toEqual([{ done: true }, { done: true }])
    expect(rules.figures.countOf('conflicts')).toBeGreaterThan(0)
  })
})

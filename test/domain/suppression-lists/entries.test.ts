import { expect, test } from 'vitest'
import {
  blockOf,
  blocksFor,
  collectEntries,
  entryOf,
  placesIn,
} from '../../../shared/domain/suppression-lists/entries.ts'

const number = (place: number) => `+1202${String(5_000_000 + place)}`

test('finds a number in its block with every list that holds it', () => {
  const entries = collectEntries()
  for (let place = 0; place < 5_000; place++) entries.add(entryOf(number(place), 1 + (place % 3)))
  for (let place = 0; place < 5_000; place += 10) entries.add(entryOf(number(place), 9))
  for (let place = 0; place < 100; place++) entries.add(entryOf(number(place), 1 + (place % 3)))
  entries.sort()
  expect(entries.count()).toBe(5_500)
  const count = blocksFor(entries.count())
  const blocks = [...entries.blocks(count)]
  expect(blocks).toHaveLength(15)
  expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThan(4_000)
  expect([...entries.blocks(count, 5)]).toEqual(blocks.slice(5))
  const find = (its: string) => placesIn(blocks[blockOf(entryOf(its, 0), count)] ?? new Uint8Array(), its)
  for (let place = 0; place < 5_000; place++)
    expect(find(number(place)).toSorted()).toEqual([1 + (place % 3), ...(place % 10 === 0 ? [9] : [])])
  for (let place = 5_000; place < 10_000; place++) expect(find(number(place))).toEqual([])
})

test('the lists that are replaced are left out of the next index', () => {
  const before = collectEntries()
  for (let place = 0; place < 1_000; place++) before.add(entryOf(number(place), 1 + (place % 2)))
  before.sort()
  const after = collectEntries()
  for (const block of before.blocks(3)) after.addBlock(block, new Set([1]))
  after.sort()
  expect(after.count()).toBe(500)
})

test('both spellings of one phone are one entry', () => {
  expect(entryOf('+5491123456789', 1)).toEqual(entryOf('+541123456789', 1))
})

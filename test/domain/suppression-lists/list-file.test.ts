import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listReader, readRow } from '../../../shared/domain/suppression-lists/list-file.ts'

test.each([
  ['+12025550100', undefined, { number: '+12025550100' }],
  ['202,5550100', undefined, { number: '+12025550100' }],
  ['"+44 20 7946 0000";anything', undefined, { number: '+442079460000' }],
  ['0049 30 123456', undefined, { number: '+4930123456' }],
  ['2025550100', 'US', { number: '+12025550100' }],
  ['020 7946 0000', 'GB', { number: '+442079460000' }],
  ['2025550100', undefined, { refused: 'The number names no country: say the country of the list.' }],
  ['n/a', 'US', { refused: 'It is not a phone number.' }],
  ['+0123456789', undefined, { refused: 'It is not a phone number.' }],
  ['', undefined, undefined],
])('%j of a list of %s is %j', (line, country, row) => {
  expect(readRow(line, 2, country)).toEqual(row)
})

test('a heading is no row, and a byte-order mark is no part of a number', () => {
  expect(readRow('phone', 1, undefined)).toBeUndefined()
  expect(readRow('\uFEFF+12025550100', 1, undefined)).toEqual({ number: '+12025550100' })
})

describe('lines', () => {
  const read = (text: string, size: number) => {
    const bytes = new TextEncoder().encode(text)
    const reader = listReader()
    const all = []
    for (let at = 0; at < bytes.length; at += size) all.push(...reader.take(bytes.slice(at, at + size)))
    const { lines, hash } = reader.end()
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'))
    return [...all, ...lines]
  }

  test('are the same wherever the file is cut, with each kind of line end, and without a last one', () => {
    const text = 'one\r\ntwo\n\nfour\rfünf'
    for (let size = 1; size <= text.length + 1; size++)
      expect(read(text, size).map(({ line }) => line)).toEqual(['one', 'two', '', 'four', 'fünf'])
    expect(read('a\nb', 2).map(({ number }) => number)).toEqual([1, 2])
  })

  test('that are too long are cut, marked, and one line each', () => {
    const lines = read(`${'7'.repeat(5_000)}\n+12025550100`, 64)
    expect(lines.map(({ line, isCut }) => [line.length, isCut])).toEqual([
      [1_000, true],
      [12, false],
    ])
  })
})

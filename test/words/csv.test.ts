import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CsvRecord, csvFileReader, csvFormat, csvReader } from '../../shared/words/csv.ts'

const read = (text: string | Uint8Array, size = 64 * 1024): CsvRecord[] => {
  const bytes = Buffer.from(text)
  const reader = csvFileReader()
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    reader.take(bytes.subarray(index * size, (index + 1) * size)),
  )
  return [...pieces.flat(), ...reader.end()]
}
const cellsOf = (text: string | Uint8Array) =>
  read(text).map((record) => ('cells' in record ? record.cells : record.fault))

test.each([
  [
    'mixed line ends',
    'a,b\r\n1,x\n2,y\r3,z',
    [
      ['a', 'b'],
      ['1', 'x'],
      ['2', 'y'],
      ['3', 'z'],
    ],
  ],
  [
    'a line that names the delimiter',
    'sep=;\r\na;b,c\n1;2',
    [
      ['a', 'b,c'],
      ['1', '2'],
    ],
  ],
  ['that line in quotes', '"sep=|"\na|b\n', [['a', 'b']]],
  [
    'a delimiter in a quoted heading',
    '"a,b,c";d\n1;2\n',
    [
      ['a,b,c', 'd'],
      ['1', '2'],
    ],
  ],
  [
    'a quote in the middle of a cell',
    'a,b\n5" pipe,x "y"\n',
    [
      ['a', 'b'],
      ['5" pipe', 'x "y"'],
    ],
  ],
  ['a quote that nothing closes', 'a\n"+1\n+2\n', [['a'], 'quote', ['+2']]],
  ['quotes that are not doubled', 'a,b\n"Ann "A" Lee",1\n"Bo",2\n', [['a', 'b'], 'quote', ['Bo', '2']]],
  ['stray quotes in two rows', 'a,b\n1,"Ann\n2,"Bo\n3,c\n', [['a', 'b'], 'quote', 'quote', ['3', 'c']]],
  [
    'tabs with empty cells',
    'a\tb\tc\n\t\t3\n',
    [
      ['a', 'b', 'c'],
      ['', '', '3'],
    ],
  ],
  [
    'blanks around quotes',
    'a , b\n "x" , "y, z" \n',
    [
      ['a', 'b'],
      ['x', 'y, z'],
    ],
  ],
  [
    'blank lines',
    '\n\r\n  \na,b\n\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['nothing', '', []],
])('reads %s', (_, text, records) => {
  expect(cellsOf(text)).toEqual(records)
  const little = Buffer.from(text, 'utf16le')
  expect(cellsOf(Buffer.concat([Buffer.from([0xff, 0xfe]), little]))).toEqual(records)
  expect(cellsOf(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(little).swap16()]))).toEqual(records)
  expect(cellsOf(`\ufeff${text}`)).toEqual(records)
})

test('reads UTF-16 without a byte-order mark', () => {
  expect(cellsOf(Buffer.from('a;ä\r\n1;€😀', 'utf16le'))).toEqual([
    ['a', 'ä'],
    ['1', '€😀'],
  ])
})

test('refuses a record that is too long, and no other', () => {
  const text = `a,b\n${'x'.repeat(700_000)},1\r\n2,c\n3,"${'y\n'.repeat(140_000)}"\n4,d\n`
  for (const size of [50_001, 1_000_000]) {
    const records = read(text, size)
    expect(records.slice(0, 4).map((record) => [record.line, record.fault])).toEqual([
      [1, undefined],
      [2, 'length'],
      [3, undefined],
      [4, 'quote'],
    ])
    expect(records.at(-1)).toMatchObject({ cells: ['4', 'd'], line: 140_005, next: { offset: text.length } })
  }
})

describe('any file', () => {
  const cell = fc.stringMatching(/^[a"ü€\n\r;,| ]{0,6}$/)
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 })
  const end = fc.constantFrom('\n', '\r\n', '\r')
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

  test('yields each row once, with its line, however it is written and cut', () => {
    const file = fc.record({
      rows,
      ends: fc.array(end, { minLength: 8, maxLength: 8 }),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
    })
    fc.assert(
      fc.property(file, fc.integer({ min: 1, max: 40 }), ({ rows, ends, delimiter }, size) => {
        const whole = [['head', 'line'], ...rows]
        const text = whole.map((cells, index) => cells.map(quoted).join(delimiter) + (ends[index % 8] ?? '\n')).join('')
        const records = read(text, size)
        expect(records.map((record) => 'cells' in record && record.cells)).toEqual(
          whole.map((cells) => cells.map((one) => one.trim())),
        )
        expect(records.at(-1)?.next.offset).toBe(Buffer.byteLength(text))
      }),
      { numRuns: 300 },
    )
  })

  test('is read the same from the position after any record', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab"ü\n\r,]{0,40}$/), (text) => {
        const bytes = Buffer.from(`head,line\n${text}`)
        const format = csvFormat(bytes)
        const all = read(bytes)
        for (const [place, { next }] of all.entries()) {
          const reader = csvReader(format, next)
          expect([...reader.take(bytes.subarray(next.offset)), ...reader.end()]).toEqual(all.slice(place + 1))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('loses no line with text: each is in a record or refused', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab"\n\r, ]{0,60}$/), fc.integer({ min: 1, max: 7 }), (text, size) => {
        const records = read(`head,line\n${text}`, size)
        expect(records).toEqual(read(`head,line\n${text}`))
        const kept = records.flatMap((record) => ('cells' in record ? record.cells : [record.beginning])).join('')
        const letters = (from: string) => from.replace(/[^ab]/g, '').length
        expect(letters(kept)).toBe(letters(`head,line\n${text}`))
      }),
      { numRuns: 500 },
    )
  })
})

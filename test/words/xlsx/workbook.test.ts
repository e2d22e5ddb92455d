import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { stringTable } from '../../../shared/words/xlsx/string-table.ts'
import { isCompoundFile, isZip, openWorkbook } from '../../../shared/words/xlsx/workbook.ts'
import { reasonOf } from '../../../shared/words/xlsx/zip.ts'
import { sourceOf, type TestCell, type TestSheet, workbookOf } from './workbook-file.ts'
import { zip64Of } from './zip64.ts'

const rowsOf = async (bytes: Uint8Array, name?: string) => {
  const workbook = await openWorkbook(sourceOf(bytes))
  const rows = []
  for await (const { share: _, ...row } of workbook.rows(name ?? workbook.sheets[0] ?? '')) rows.push(row)
  return rows
}
const cellsOf = async (cells: TestCell[], formats: string[] = [], is1904 = false) =>
  (await rowsOf(workbookOf({ sheets: [{ name: 'A', rows: [cells] }], formats, is1904 })))[0]?.cells
const reason = (bytes: Uint8Array) =>
  rowsOf(bytes).then(
    () => undefined,
    (cause) => reasonOf(cause),
  )
const sheetOf = (xml: string) =>
  workbookOf({ sheets: [{ name: 'A', rows: [] }], more: { 'xl/worksheets/sheet1.xml': strToU8(xml) } })
const number = (value: string, style = 0) => ({ xml: `<c s="${style}"><v>${value}</v></c>` })

test('reads texts, numbers, booleans and results of formulas', async () => {
  expect(
    await cellsOf([
      ' Ada & <b> ',
      number('42'),
      { xml: '<c t="b"><v>1</v></c>' },
      { xml: '<c t="str"><f>A1&amp;"!"</f><v>Hello&#33;</v></c>' },
      { xml: '<c><f>1+1</f><v>2</v></c>' },
      { xml: '<c t="inlineStr"><is><r><t>In</t></r><r><t>line</t></r><rPh><t>spoken</t></rPh></is></c>' },
      { xml: '<c t="d"><v>2026-11-25T00:00:00</v></c>' },
      { xml: '<c t="str"><v><![CDATA[a<b]]></v></c>' },
      { xml: '<c t="str"><v>one_x000A_two</v></c>' },
    ]),
  ).toEqual(['Ada & <b>', '42', 'true', 'Hello!', '2', 'Inline', '2026-11-25', 'a<b', 'one\ntwo'])
})

test('counts blank cells without references', async () => {
  expect(await cellsOf(['a', '', '', 'd'])).toEqual(['a', '', '', 'd'])
})

test('places cells by their references, and leaves blanks between them', async () => {
  const xml = '<c r="B1" t="str"><v>b</v></c><c r="AA1" t="str"><v>aa</v></c><c r="AC1" s="1"/>'
  const cells = await cellsOf([{ xml }])
  expect(cells).toHaveLength(27)
  expect(cells?.flatMap((cell, at) => (cell ? [[at, cell]] : []))).toEqual([
    [1, 'b'],
    [26, 'aa'],
  ])
})

test.each([
  ['4915112345678', '', '4915112345678'],
  ['4.915112345678E12', '', '4915112345678'],
  ['4915112345678', '"+"0', '+4915112345678'],
  ['4915112345678', '\\+0', '+4915112345678'],
  ['2134', '00000', '02134'],
  ['0.30000000000000004', '', '0.3'],
  ['-7', '', '-7'],
  ['1.5', '#,##0.00', '1.5'],
  ['46351', 'yyyy\\-mm\\-dd', '2026-11-25'],
  ['46351', '[$-409]d\\-mmm\\-yy;@', '2026-11-25'],
  ['46351.4375', 'dd/mm/yyyy hh:mm', '2026-11-25 10:30:00'],
  ['46351.4375', 'dd/mm/yyyy', '2026-11-25'],
  ['0.4375', 'hh:mm', '10:30:00'],
  ['1.5', '[h]:mm', '36:00:00'],
  ['1', 'd.m.yy', '1900-01-01'],
  ['61', 'd.m.yy', '1900-03-01'],
  ['12', '[Red]0', '12'],
  ['12', '0.00E+00', '12'],
  ['12', '"day" 0', '12'],
])('shows the number %s in the format %s as %s', async (value, format, shown) => {
  expect(await cellsOf([number(value, 1)], [format || 'General'])).toEqual([shown])
})

test('counts dates from 1904 in workbooks that say so', async () => {
  expect(await cellsOf([number('44889', 1)], ['yyyy-mm-dd'], true)).toEqual(['2026-11-25'])
})

test('a row with a formula error or without its result fails', async () => {
  const rows: TestCell[][] = [
    ['a', { xml: '<c r="B1" t="e"><v>#N/A</v></c>' }],
    ['b', { xml: '<c r="B2"><f>A1</f></c>' }],
    ['c'.repeat(300_000)],
    ['d'],
  ]
  expect(await rowsOf(workbookOf({ sheets: [{ name: 'A', rows }] }))).toMatchObject([
    { line: 1, fault: 'Its cell B1 holds an error of a formula.' },
    { line: 2, fault: 'Its cell B2 holds a formula without a result: open the file in Excel, and save it.' },
    { line: 3, fault: 'It is too long.' },
    { line: 4, cells: ['d'] },
  ])
})

test('numbers rows as Excel does, also without their numbers', async () => {
  const xml =
    '<x:worksheet><x:sheetData><x:row r="3"><x:c t="str"><x:v>a</x:v></x:c></x:row><x:row/><x:row r="2"><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  expect(await rowsOf(sheetOf(xml))).toEqual([
    { line: 3, cells: ['a'] },
    { line: 4, cells: [] },
    { line: 5, cells: ['1'] },
  ])
})

describe('sheets', () => {
  const sheets: TestSheet[] = [
    { name: 'Secret', rows: [['x']], state: 'hidden' },
    { name: 'Leads > "new"', rows: [['a']] },
    { name: 'Old', rows: [['b']] },
  ]

  test('are named in their order, without hidden ones', async () => {
    const workbook = await openWorkbook(sourceOf(workbookOf({ sheets })))
    expect(workbook.sheets).toEqual(['Leads > "new"', 'Old'])
    expect(await rowsOf(workbookOf({ sheets }), 'Old')).toEqual([{ line: 1, cells: ['b'] }])
  })

  test('are refused when none can be seen', async () => {
    expect(await reason(workbookOf({ sheets: sheets.slice(0, 1) }))).toMatch('no sheet with cells')
  })
})

describe('refuses in words', () => {
  const good = workbookOf({ sheets: [{ name: 'A', rows: [['a']] }] })
  const withEntries = (bytes: Uint8Array, change: (view: DataView, at: number) => void) => {
    const copy = new Uint8Array(bytes)
    const view = new DataView(copy.buffer)
    for (let at = 0; at + 4 < copy.length; at++) if (view.getUint32(at, true) === 0x02014b50) change(view, at)
    return copy
  }

  test('a file that is cut off, at every length', async () => {
    for (let length = 4; length < good.length - 30; length += 7)
      expect(await reason(good.subarray(0, length)), `${length} bytes`).toMatch('damaged')
  })

  test('a file with a damaged part', async () => {
    const copy = new Uint8Array(good)
    const at = Buffer.from(copy).indexOf('xl/worksheets/sheet1.xml') + 24
    copy.fill(0xff, at, at + 10)
    expect(await reason(copy)).toMatch('damaged')
  })

  test('a part that unpacks to more than 100 times its size', async () => {
    const xml = `<worksheet><sheetData>${' '.repeat(3_000_000)}</sheetData></worksheet>`
    expect(await reason(sheetOf(xml))).toBe('The workbook has a part that unpacks to more than 100 times its size.')
  })

  test('a part that holds more than its entry says', async () => {
    const xml = `<worksheet><sheetData>${' '.repeat(3_000_000)}</sheetData></worksheet>`
    const lying = withEntries(sheetOf(xml), (view, at) => {
      if (view.getUint32(at + 24, true) > 1_000_000) view.setUint32(at + 24, 20_000, true)
    })
    expect(await reason(lying)).toMatch('damaged')
  })

  test('a part of more than 1 GB', async () => {
    expect(await reason(withEntries(good, (view, at) => view.setUint32(at + 24, 0x7fffffff, true)))).toMatch(
      'a part of more than',
    )
  })

  test('an encrypted part', async () => {
    expect(await reason(withEntries(good, (view, at) => view.setUint16(at + 8, 1, true)))).toMatch('password')
  })

  test('entities of its own', async () => {
    expect(await reason(sheetOf('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'))).toMatch('entities')
  })

  test('other archives and binary workbooks', async () => {
    expect(await reason(zipSync({ 'word/document.xml': strToU8('<w/>') }))).toMatch('no workbook of Excel')
    const links =
      '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>'
    expect(await reason(workbookOf({ sheets: [], more: { '_rels/.rels': strToU8(links) } }))).toMatch('.xlsb')
  })

  test('a tag that never ends, and a column that Excel does not have', async () => {
    expect(await reason(sheetOf(`<worksheet ${Array.from({ length: 300_000 }, (_, at) => `a${at}`)}`))).toMatch(
      'too long',
    )
    expect(await reason(sheetOf('<row><c r="XFE1"><v>1</v></c></row>'))).toMatch('more columns')
  })

  test('more texts than fit', () => {
    const table = stringTable(100_000)
    const add = () => {
      for (let at = 0; at < 100; at++) table.add('ä'.repeat(1_000))
    }
    expect(add).toThrow('more than 0 MB of texts')
    expect(table.bytes()).toBeLessThan(400_000)
  })
})

test('an archive with 64-bit sizes is read', async () => {
  const parts = unzipSync(workbookOf({ sheets: [{ name: 'A', rows: [['a', 'b']] }] }))
  const texts = Object.entries(parts).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
  expect(await rowsOf(zip64Of(Object.fromEntries(texts)))).toEqual([{ line: 1, cells: ['a', 'b'] }])
})

test('signatures tell workbooks from other files', () => {
  expect(isZip(Buffer.from('PK\u0003\u0004'))).toBe(true)
  expect(isCompoundFile(Buffer.from('d0cf11e0', 'hex'))).toBe(true)
  expect(isZip(Buffer.from('phone_number'))).toBe(false)
})

test('an error of the store is no fault of the file', async () => {
  const source = sourceOf(workbookOf({ sheets: [{ name: 'A', rows: [['a']] }] }))
  let reads = 0
  const failing = {
    ...source,
    read: async (from: number, until?: number) => {
      reads += 1
      if (reads > 6) throw new Error('The store is away')
      return source.read(from, until)
    },
  }
  await expect(openWorkbook(failing)).rejects.toThrow('The store is away')
})

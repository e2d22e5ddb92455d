import { expect, test } from 'vitest'
import { openLeadFile } from '../../../shared/actions/leads/lead-file.ts'
import { workbookOf } from '../../words/xlsx/workbook-file.ts'
import { fileOf } from './file.ts'

const opened = async (content: string | Uint8Array) => {
  const file = await openLeadFile(fileOf(content))
  if (file === 'gone') throw new Error('The file is gone')
  if ('reason' in file) throw new Error(file.reason)
  return file
}

const read = async (content: string | Uint8Array) => {
  const { heading, rows: all } = await opened(content)
  const rows = []
  for await (const { line, cells, reason } of all(undefined)) rows.push([line, ...(reason ? [reason] : cells)])
  return { heading, rows }
}

const heading = ['phone_number', 'name']
const plain = { heading, rows: [[2, '+1202', 'Ann']] }

test.each([
  ['commas', 'phone_number,name\n+1202,Ann\n'],
  ['semicolons', 'phone_number;name\n+1202;Ann\n'],
  ['tabs', 'phone_number\tname\n+1202\tAnn\n'],
  ['bars', 'phone_number|name\n+1202|Ann\n'],
  ['lines that end in CRLF', 'phone_number,name\r\n+1202,Ann\r\n'],
  ['lines that end in CR', 'phone_number,name\r+1202,Ann\r'],
  ['no end of the last line', 'phone_number,name\n+1202,Ann'],
  ['a byte-order mark', '\uFEFFphone_number,name\n+1202,Ann\n'],
  ['a byte-order mark before a quote', '\uFEFF"phone_number","name"\n"+1202","Ann"\n'],
  ['UTF-16, as spreadsheets save it', Buffer.from('\uFEFFphone_number\tname\r\n+1202\tAnn\r\n', 'utf16le')],
  ['UTF-16, big-endian', Buffer.from('\uFEFFphone_number\tname\r\n+1202\tAnn\r\n', 'utf16le').swap16()],
  ['blanks around the cells', ' phone_number , name \n +1202 , Ann \n'],
])('%s', async (_, content) => expect(await read(content)).toEqual(plain))

test('quoted cells hold delimiters, quotes and line ends', async () => {
  const { rows } = await read('phone_number,name\n"+1202","Ann ""the boss"", Ltd"\n+1203,"two\nlines"\n')
  expect(rows).toEqual([
    [2, '+1202', 'Ann "the boss", Ltd'],
    [3, '+1203', 'two\nlines'],
  ])
})

const umlauts = (count: number) => Array.from({ length: count }, (_, row) => `+12${row};Jörg “Ä” €\n`).join('')
const inWindows = (text: string) =>
  Buffer.from(text.replaceAll('€', '\x80').replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1')

test.each([
  ['at its beginning', inWindows(`phone_number;name\n${umlauts(3)}`), 3],
  [
    'after 64 KB',
    Buffer.concat([Buffer.from(`phone_number;name\n${'+12;Jo\n'.repeat(10_000)}`), inWindows(umlauts(2))]),
    2,
  ],
  ['after 64 KB in UTF-8', Buffer.from(`phone_number;name\n${'+12;Jo\n'.repeat(10_000)}${umlauts(2)}`), 2],
])('letters of Windows-1252 are read %s', async (_, content, count) => {
  const { rows } = await read(content)
  expect(rows.slice(-count).map(([, , name]) => name)).toEqual(Array.from({ length: count }, () => 'Jörg “Ä” €'))
})

test('keeps a damaged UTF-8 byte visible and reads the other letters', async () => {
  const content = Buffer.concat([Buffer.from(`phone_number;name\n${umlauts(2)}+12;`), Buffer.from([0xff])])
  const { rows } = await read(content)
  expect(rows.map(([, , name]) => name)).toEqual(['Jörg “Ä” €', 'Jörg “Ä” €', '\ufffd'])
})

test('blank lines and rows of empty cells are left out, and count', async () => {
  const { heading: found, rows } = await read('\n\nphone_number,name\n\n+1202,Ann\n,\n;\n  \n+1203,Bo\n')
  expect(found).toEqual(heading)
  expect(rows).toEqual([
    [5, '+1202', 'Ann'],
    [7, ';'],
    [9, '+1203', 'Bo'],
  ])
})

test('rows keep as many cells as they have', async () => {
  const { rows } = await read('phone_number,name\n+1202\n+1203,Bo,more\n')
  expect(rows).toEqual([
    [2, '+1202'],
    [3, '+1203', 'Bo', 'more'],
  ])
})

test('letters that fall across two pieces of a file stay whole', async () => {
  const name = 'ü€😀'.repeat(20_000)
  const { rows } = await read(`phone_number,name\n+1202,${name}\n`)
  expect(rows).toEqual([[2, '+1202', name]])
})

test('rejects an unreadable row with its line and keeps the others', async () => {
  const long = `"${'x'.repeat(300_000)}"`
  const { rows } = await read(`phone_number\n"+1202\n+1203\n+12"04\n${long}\r+1205`)
  expect(rows).toEqual([
    [2, 'It has a quote without a partner: double each quote within a cell.'],
    [3, '+1203'],
    [4, '+12"04'],
    [5, 'It is too long.'],
    [6, '+1205'],
  ])
})

test.each([
  ['an empty file', '', 'is empty'],
  ['blank lines alone', '\n\n  \n', 'holds nothing but blank lines'],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]),
    'not text in UTF-8, UTF-16 or',
  ],
])('%s is refused in words', async (_, content, words) => {
  await expect(read(content)).rejects.toThrow(words)
})

test('a file that does not exist is told from one that is empty', async () => {
  expect(await openLeadFile({ bytes: 1, read: async () => undefined })).toBe('gone')
})

test.each([
  ['CSV', Buffer.from('phone_number\n+12025550101\n')],
  ['XLSX', workbookOf({ sheets: [{ name: 'Leads', rows: [['phone_number'], ['+12025550101']] }] })],
])('%s: a file that goes away at any read ends with a reason', async (_, content) => {
  const reason = expect.stringContaining('was removed or replaced')
  let reads = 0
  for (let readsMax = 1; ; readsMax++) {
    reads = 0
    const whole = fileOf(content)
    const source = {
      ...whole,
      read: async (from: number, until?: number) => (++reads > readsMax ? undefined : whole.read(from, until)),
    }
    const file = await openLeadFile(source)
    if (file === 'gone' || 'reason' in file) {
      expect(file).toEqual({ reason })
      continue
    }
    const rows = file.rows(undefined)
    const first = await rows.next()
    if (!first.done) break
    expect(first.value).toEqual({ reason })
  }
  expect(reads).toBeGreaterThan(2)
})

test('rows continue after any row, in each encoding', async () => {
  const text = '\uFEFFphone_number;name\r\n+1202;"Ä\r\nb"\r\n\r\n+1203;Bo\r\n+1204;Cy'
  for (const content of [Buffer.from(text), Buffer.from(text, 'utf16le')]) {
    const { rows } = await opened(content)
    const all = []
    for await (const row of rows(undefined)) all.push(row)
    expect(all.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, '+1202', 'Ä\r\nb'],
      [5, '+1203', 'Bo'],
      [6, '+1204', 'Cy'],
    ])
    for (const [place, { next }] of all.entries()) {
      const rest = []
      for await (const row of rows(next)) rest.push(row)
      expect(rest).toEqual(all.slice(place + 1))
    }
  }
})

test('a huge file is read row after row', async () => {
  const count = 100_000
  const content = `phone_number\n${'+12025550100\n'.repeat(count)}`
  const { rows: all } = await opened(content)
  let [rows, before, last] = [0, -1, 0]
  for await (const { line, next } of all(undefined)) {
    rows += 1
    last = line
    expect(next.offset >= before).toBe(true)
    before = next.offset
  }
  expect({ rows, last, before }).toEqual({ rows: count, last: count + 1, before: content.length })
})

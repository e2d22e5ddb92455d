import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCsv } from '../../../infra/admin/csv.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

const fileOf = async (content: string | Uint8Array): Promise<string> => {
  const file = join(folder, 'table.csv')
  await writeFile(file, content)
  return file
}

const read = async (content: string | Uint8Array) => {
  const csv = await openCsv(await fileOf(content))
  const rows = []
  for await (const row of csv.rows()) rows.push([row.line, ...('cells' in row ? row.cells : [row.reason])])
  return { heading: csv.heading, rows }
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

test('a row that cannot be read is refused with its line, and the others are not', async () => {
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
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe]), 'not text in UTF-8'],
])('%s is refused in words', async (_, content, words) => {
  await expect(read(content)).rejects.toThrow(words)
})

test.each([
  ['nowhere.csv', 'There is no file'],
  ['.', 'is not a file'],
])('%s is refused in words', async (name, words) => {
  await expect(openCsv(join(folder, name))).rejects.toThrow(words)
})

test('a huge file is read row after row', async () => {
  const count = 100_000
  const csv = await openCsv(await fileOf(`phone_number\n${'+12025550100\n'.repeat(count)}`))
  let [rows, before, last] = [0, -1, 0]
  for await (const { line, bytesRead } of csv.rows()) {
    rows += 1
    last = line
    expect(bytesRead >= before).toBe(true)
    before = bytesRead
  }
  expect({ rows, last, before }).toEqual({ rows: count, last: count + 1, before: csv.bytes })
}, 60_000)

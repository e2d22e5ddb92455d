import { expect, test } from 'vitest'
import { type ChosenFile, columnsOf, guessedNames, readLeadFile } from '../../client/console/work/lead-file.ts'
import { workbookOf } from '../words/xlsx/workbook-file.ts'

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'leads')
const read = async (content: string | Uint8Array<ArrayBuffer>, sheet?: string): Promise<ChosenFile> => {
  const found = await readLeadFile(fileOf(content), sheet)
  if ('refusal' in found) throw new Error(found.refusal)
  return found
}

const book = workbookOf({
  sheets: [
    { name: 'Notes', rows: [['Read me']] },
    { name: 'Old', rows: [['x']], state: 'hidden' },
    {
      name: 'People',
      rows: [
        ['Mobile', 'City'],
        ['+12025550101', 'Rome'],
      ],
    },
  ],
})

test('reads the heading and the first row of a sheet that is chosen', async () => {
  expect(await read(book)).toMatchObject({ sheets: ['Notes', 'People'], sheet: 'Notes', columns: ['Read me'] })
  const { columns, sample, sheet } = await read(book, 'People')
  expect({ columns, sample, sheet }).toEqual({
    columns: ['Mobile', 'City'],
    sample: ['+12025550101', 'Rome'],
    sheet: 'People',
  })
})

test.each([
  ['UTF-8', Buffer.from('\ufeffTelefon;Jörg\r\n+12;"a;b"\r\n')],
  ['UTF-16', Buffer.from('\ufeffTelefon\tJörg\n+12\ta;b\n', 'utf16le')],
  ['Windows-1252', Buffer.from('Telefon;Jörg\n+12;"a;b"\n', 'latin1')],
  ['a line that names the delimiter', Buffer.from('sep=;\r\nTelefon;Jörg\r\n+12;"a;b"\r\n')],
  ['columns without names at the end', Buffer.from('Telefon;Jörg;;\n+12;"a;b";;\n')],
])('reads CSV in %s', async (_, bytes) => {
  const { columns, sample, sheets } = await read(new Uint8Array(bytes))
  expect(columns).toEqual(['Telefon', 'Jörg'])
  expect(sample.slice(0, 2)).toEqual(['+12', 'a;b'])
  expect(sheets).toEqual([])
})

test('sends names of columns only where they differ from the heading', async () => {
  const same = await read('phone_number,city\n+12,Rome')
  expect(columnsOf(same, guessedNames(same.columns))).toBeUndefined()
  const other = await read('Mobile,Second,Third,City\n')
  const names = ['phone_number', 'secondary_phone_number', 'secondary_phone_number', 'City']
  expect(columnsOf(other, names)).toEqual([
    'phone_number',
    'secondary_phone_number',
    'secondary_phone_number_2',
    'City',
  ])
})

test.each([
  ['', 'The file is empty.'],
  [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'has a password, or is of the old kind (.xls)'],
  [book.slice(0, 500), 'damaged'],
])('refuses what cannot be imported, in words', async (content, words) => {
  expect(await readLeadFile(fileOf(content))).toEqual({ refusal: expect.stringContaining(words) })
})

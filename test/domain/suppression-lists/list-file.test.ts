import { createHash } from 'node:crypto'
import type { CountryCode } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { type ListRow, listReader, refusals } from '../../../shared/domain/suppression-lists/list-file.ts'

const read = (text: string | Uint8Array, country?: CountryCode, size = 64 * 1024): ListRow[] => {
  const bytes = Buffer.from(text)
  const reader = listReader(country)
  const rows = []
  for (let at = 0; at < bytes.length; at += size) rows.push(...reader.take(bytes.subarray(at, at + size)))
  const { rows: last, hash } = reader.end()
  expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'))
  return [...rows, ...last]
}
const only = (line: string, country?: CountryCode) => read(line, country).map(({ line: _, ...row }) => row)

test.each<[string, CountryCode | undefined, string]>([
  ['+12025550100', undefined, '+12025550100'],
  ['202,5550100', undefined, '+12025550100'],
  ['202,5550100', 'CA', '+12025550100'],
  ['"+44 20 7946 0000";anything', undefined, '+442079460000'],
  ['0049 30 123456', undefined, '+4930123456'],
  ['2025550100', 'US', '+12025550100'],
  ['12025550100', 'US', '+12025550100'],
  ['011 44 20 7946 0000', 'US', '+442079460000'],
  ['020 7946 0000', 'GB', '+442079460000'],
  ['+44 (0)20 7946 0018', undefined, '+442079460018'],
  ['(0)20 7946 0018', 'GB', '+442079460018'],
  ['442079460018', 'GB', '+442079460018'],
  ['442079460018.0', 'GB', '+442079460018'],
  ['+52 1 55 4163 7146', undefined, '+525541637146'],
  ['5215541637146', 'MX', '+525541637146'],
  ['97 12 34 56', 'BJ', '+2290197123456'],
  ['\u202a+44\u00a020\u202f7946\u200b 0018\u202c', undefined, '+442079460018'],
  ['＋４４２０７９４６００１８', undefined, '+442079460018'],
  ['tel:+44-20-7946-0018', undefined, '+442079460018'],
])('reads %j of a list of %s', (line, country, number) => {
  expect(only(line, country)).toEqual([{ numbers: [number] }])
})

test.each<[string, CountryCode | undefined, string]>([
  ['2025550100', undefined, refusals.country],
  ['151,2345678', 'DE', refusals.invalid],
  ['call 1', 'US', refusals.text],
  ['+0123456789', undefined, refusals.invalid],
  ['+44 20 7946 001', undefined, refusals.invalid],
  ['+12025550100 ext. 7', undefined, refusals.extension],
  ['+49 30 901820/21', undefined, refusals.several],
  [',+12025550100', undefined, refusals.empty],
  ['"+12025550100', undefined, refusals.quote],
  ['7'.repeat(300_000), undefined, refusals.length],
])('refuses %.20j of a list of %s', (line, country, refused) => {
  expect(only(line, country)).toEqual([{ refused }])
})

test('bars both numbers that a row can mean', () => {
  expect(only('4915123456789', 'DE')).toEqual([{ numbers: ['+494915123456789', '+4915123456789'] }])
})

test('rejects a row with its line, wherever the file is cut', () => {
  const text =
    '\ufeffsep=;\r\nname;Phone number\r"Ann; ""A""";+12025550100\n\n"two\nlines";nothing\r\nBo "B";+12025550101\n;;\n'
  const rows = [
    { line: 3, numbers: ['+12025550100'] },
    { line: 5, refused: refusals.text },
    { line: 7, numbers: ['+12025550101'] },
  ]
  for (let size = 1; size < text.length; size += 3) expect(read(text, undefined, size)).toEqual(rows)
  expect(read(Buffer.from(text, 'utf16le'))).toEqual(rows)
})

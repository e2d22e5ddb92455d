import { expect, test } from 'vitest'
import { type FileSource, type LeadFile, openLeadFile } from '../../../shared/actions/leads/lead-file.ts'
import { workbookOf } from '../../words/xlsx/workbook-file.ts'

const pieceBytes = 64 * 1024

const counted = (bytes: number, piecesFrom: (from: number, until: number) => Iterable<Uint8Array>) => {
  const count = { given: 0 }
  const source: FileSource = {
    bytes,
    read: async (from, until = bytes) => {
      count.given = from
      return (async function* () {
        for (const piece of piecesFrom(from, until)) {
          count.given += piece.length
          yield piece
        }
      })()
    },
  }
  return { source, count }
}

const opened = async (source: FileSource): Promise<LeadFile> => {
  const file = await openLeadFile(source)
  if (file === 'gone' || 'reason' in file) throw new Error('The file cannot be read')
  return file
}

const rowBytes = 100
const rowOf = (row: number): string => `+1202${5_000_000 + row};"Jörg; ${row}";`.padEnd(rowBytes - 2, 'x')

test('reads a CSV file of 1,000,000 rows with two pieces in memory', async () => {
  const rows = 1_000_000
  const head = Buffer.from('phone_number;name;note\n')
  const block = (row: number) => Buffer.from(`${rowOf(row)}\n`)
  const size = head.length + rows * rowBytes
  const { source, count } = counted(size, function* (from, until) {
    if (from < head.length) yield head.subarray(from, until)
    let row = Math.max(0, Math.floor((from - head.length) / rowBytes))
    let skip = Math.max(0, from - head.length - row * rowBytes)
    for (let at = Math.max(from, head.length); at < until; ) {
      const parts: Buffer[] = []
      for (let bytes = 0; bytes < pieceBytes && row < rows; row++, bytes += rowBytes) parts.push(block(row))
      const piece = Buffer.concat(parts).subarray(skip, skip + until - at)
      skip = 0
      at += piece.length
      yield piece.subarray(0, 37)
      yield piece.subarray(37)
    }
  })
  const file = await opened(source)
  let [read, held, last] = [0, 0, '']
  for await (const { next, cells } of file.rows(undefined)) {
    read += 1
    held = Math.max(held, count.given - next.offset)
    last = cells[1] ?? ''
  }
  expect({ read, last }).toEqual({ read: rows, last: `Jörg; ${rows - 1}` })
  expect(held).toBeLessThanOrEqual(2 * pieceBytes)
}, 120_000)

test('a workbook of 100,000 rows is read as fast as its rows are taken', async () => {
  const rows = 100_000
  const cells = Array.from({ length: rows }, (_, row) => [
    { xml: `<c t="inlineStr"><is><t>+1202${5_000_000 + row}</t></is></c>` },
    { xml: `<c><v>${(row * 7919) % 1_000_003}</v></c>` },
  ])
  const bytes = workbookOf({ sheets: [{ name: 'Leads', rows: [['phone_number', 'number'], ...cells] }] })
  const { source, count } = counted(bytes.length, function* (from, until) {
    for (let at = from; at < until; at += pieceBytes) yield bytes.subarray(at, Math.min(at + pieceBytes, until))
  })
  const file = await opened(source)
  let [read, ahead, misplaced] = [0, 0, 0]
  for await (const row of file.rows(undefined)) {
    read += 1
    if (row.line !== read + 1) misplaced += 1
    ahead = Math.max(ahead, count.given / bytes.length - read / rows)
  }
  expect({ read, misplaced }).toEqual({ read: rows, misplaced: 0 })
  expect(ahead * bytes.length).toBeLessThanOrEqual(4 * pieceBytes)
}, 120_000)

import { createHash } from 'node:crypto'
import type { CountryCode } from 'libphonenumber-js/max'
import { type CsvRecord, csvFileReader } from '../../words/csv.ts'
import { callingCodeOfCountry, type PhoneRefusal, readNumber } from '../../words/phone.ts'

export interface RefusedRow {
  line: number
  reason: string
}

/**
 * A row with one number, with both readings of an ambiguous number, or with the reason of its
 * refusal.
 */
export type ListRow = { line: number } & ({ numbers: string[] } | { refused: string })

export const refusals = {
  text: 'It is not a phone number.',
  country: 'The number names no country: say the country of the list.',
  extension: 'It is a number with an extension.',
  several: 'It holds more than one number.',
  ambiguous: 'It can be read as two numbers.',
  invalid: 'No such phone number exists.',
  empty: 'It has no phone number.',
  quote: 'It has a quote without a partner.',
  length: 'The line is too long.',
} as const satisfies Record<PhoneRefusal | 'empty' | 'quote' | 'length', string>

/** Reads the column headed `phone`, `number` or similar, or else the first column. */
export interface ListReader {
  take(piece: Uint8Array): ListRow[]
  end(): { rows: ListRow[]; hash: string }
}

export const listReader = (country: CountryCode | undefined): ListReader => {
  const hash = createHash('sha256')
  const reader = csvFileReader()
  let column: number | undefined
  const rowsOf = (records: CsvRecord[]): ListRow[] =>
    records.flatMap((record) => {
      const isFirst = column === undefined
      column ??= phoneColumn(record)
      return isFirst && isHeading(record) ? [] : (readRow(record, column, country) ?? [])
    })
  return {
    take: (piece) => {
      hash.update(piece)
      return rowsOf(reader.take(piece))
    },
    end: () => ({ rows: rowsOf(reader.end()), hash: hash.digest('hex') }),
  }
}

const isHeading = (record: CsvRecord): boolean =>
  record.fault === undefined && !record.cells.some((cell) => /\p{Nd}/u.test(cell))

const phoneNames = /^(?:phone|phone[ _-]?number|number|telephone|mobile|msisdn)$/i

const phoneColumn = (record: CsvRecord): number =>
  record.fault === undefined
    ? Math.max(
        0,
        record.cells.findIndex((cell) => phoneNames.test(cell)),
      )
    : 0

const readRow = (record: CsvRecord, column: number, country: CountryCode | undefined): ListRow | undefined => {
  const { line } = record
  if (record.fault !== undefined) return { line, refused: refusals[record.fault] }
  const { cells } = record
  if (cells.every((cell) => cell === '')) return undefined
  const text = federalNumber(cells, country) ?? cells[column] ?? ''
  if (text === '') return { line, refused: refusals.empty }
  const read = readNumber(text, country)
  if ('phone' in read) return { line, numbers: [read.phone.number] }
  // If a row can mean two numbers, both are forbidden.
  if (read.refused === 'ambiguous') return { line, numbers: read.candidates.map(({ number }) => number) }
  return { line, refused: refusals[read.refused] }
}

/** Reads the form of FTC files: area code and seven digits in separate columns. */
const federalNumber = ([area = '', rest = '']: string[], country: CountryCode | undefined): string | undefined =>
  (country === undefined || callingCodeOfCountry(country) === '1') && /^\d{3}$/.test(area) && /^\d{7}$/.test(rest)
    ? `+1${area}${rest}`
    : undefined

import type { FileRow } from '../../domain/leads/lead-columns.ts'
import { type CsvFault, type CsvFormat, type CsvPosition, csvFormat, csvHeadBytes, csvReader } from '../../words/csv.ts'

/** A file that is readable from any byte. */
export interface FileSource {
  bytes: number
  /** Bytes from `from` up to `until` or the end; undefined without the file. */
  read(from: number, until?: number): Promise<AsyncIterable<Uint8Array> | undefined>
}

export interface LeadFile {
  heading: string[]
  /** Rows after the heading, or after the row that ends at `from`, without blank ones. */
  rows(from: CsvPosition | undefined): AsyncGenerator<FileRow>
}

/** `gone`: the file does not exist. */
export type OpenedFile = LeadFile | { reason: string } | 'gone'

const faults: Record<CsvFault, string> = {
  quote: 'It has a quote without a partner: double each quote within a cell.',
  length: 'It is too long.',
}

/** Opens a CSV in any encoding, delimiter and line ending that `csv.ts` knows. */
export const openLeadFile = async (source: FileSource): Promise<OpenedFile> => {
  if (source.bytes === 0) return { reason: 'The file is empty.' }
  const head = await headOf(source)
  return head ? openCsv(source, head) : 'gone'
}

/** First bytes, which identify the format. */
const headOf = async (source: FileSource): Promise<Uint8Array | undefined> => {
  const stream = await source.read(0, csvHeadBytes)
  if (!stream) return undefined
  let head: Uint8Array = new Uint8Array()
  for await (const piece of stream) {
    head = Buffer.concat([head, piece])
    if (head.length >= csvHeadBytes) break
  }
  return head.subarray(0, csvHeadBytes)
}

const openCsv = async (source: FileSource, head: Uint8Array): Promise<OpenedFile> => {
  const format = csvFormat(head)
  const rows = csvRows(source, format, format.start)
  const first = await rows.next()
  await rows.return(undefined)
  if (first.done) return { reason: 'The file holds nothing but blank lines.' }
  const { cells, reason, next } = first.value
  if (reason !== undefined) return { reason: `The heading cannot be read. ${reason}` }
  if (cells.some((cell) => cell.includes('\ufffd')))
    return { reason: 'The file is not text in UTF-8 or UTF-16. Save it as "CSV UTF-8".' }
  return { heading: cells, rows: (from = next) => csvRows(source, format, from) }
}

async function* csvRows(source: FileSource, format: CsvFormat, from: CsvPosition): AsyncGenerator<FileRow, undefined> {
  if (from.offset >= source.bytes) return
  const stream = await source.read(from.offset)
  if (!stream) throw new Error('The file was removed while it was read')
  const reader = csvReader(format, from)
  for await (const piece of stream) yield* rowsOf(reader.take(piece))
  yield* rowsOf(reader.end())
}

const rowsOf = (records: ReturnType<ReturnType<typeof csvReader>['take']>): FileRow[] =>
  records.flatMap((record): FileRow[] => {
    const { line, next } = record
    if (record.fault !== undefined) return [{ line, next, cells: [record.beginning], reason: faults[record.fault] }]
    return record.cells.some((cell) => cell !== '') ? [{ line, next, cells: record.cells }] : []
  })

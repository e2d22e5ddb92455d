import type { FileRow } from '../../domain/leads/lead-columns.ts'
import { type CsvFault, type CsvFormat, type CsvPosition, csvFormat, csvHeadBytes, csvReader } from '../../words/csv.ts'
import { isCompoundFile, isZip, openWorkbook, type Workbook } from '../../words/xlsx/workbook.ts'
import { type ByteSource, goneReason, reasonOf } from '../../words/xlsx/zip.ts'

export type FileSource = ByteSource

export interface LeadFile {
  heading: string[]
  rows(from: CsvPosition | undefined): AsyncGenerator<FileRow, { reason: string } | undefined>
}

export type OpenedFile = LeadFile | { reason: string } | 'gone'

const faults: Record<CsvFault, string> = {
  quote: 'It has a quote without a partner: double each quote within a cell.',
  length: 'It is too long.',
}

export const openLeadFile = async (source: FileSource, sheet?: string): Promise<OpenedFile> => {
  if (source.bytes === 0) return { reason: 'The file is empty.' }
  const head = await headOf(source)
  if (!head) return 'gone'
  if (isCompoundFile(head))
    return { reason: 'The workbook has a password, or is of the old kind (.xls): save it as .xlsx, without one.' }
  if (isZip(head)) return openSheet(source, sheet).catch((cause) => ({ reason: reasonOf(cause) }))
  return sheet === undefined ? openCsv(source, head) : { reason: 'The file is no workbook, so it has no sheets.' }
}

const openSheet = async (source: FileSource, wanted: string | undefined): Promise<OpenedFile> => {
  const workbook = await openWorkbook(source)
  const sheet = wanted ?? workbook.sheets[0] ?? ''
  if (!workbook.sheets.includes(sheet)) {
    const names = workbook.sheets.slice(0, sheetsNamed).join(', ')
    return { reason: `The workbook has no sheet of that name. Its sheets: ${names}.` }
  }
  const rows = workbookRows(workbook, sheet, source.bytes, undefined)
  const first = await rows.next()
  await rows.return(undefined)
  if (first.done) return first.value ?? { reason: 'The sheet is empty.' }
  const { cells, reason, next } = first.value
  if (reason !== undefined) return { reason: `The heading cannot be read. ${reason}` }
  return { heading: cells, rows: (from = next) => workbookRows(workbook, sheet, source.bytes, from) }
}

const sheetsNamed = 10

/** Reads a compressed sheet from its beginning; the offset only shows progress. */
async function* workbookRows(
  workbook: Workbook,
  sheet: string,
  bytes: number,
  from: CsvPosition | undefined,
): ReturnType<LeadFile['rows']> {
  try {
    for await (const { line, cells, fault, share } of workbook.rows(sheet)) {
      if (from && line <= from.line) continue
      const next = { offset: Math.round(bytes * share), line }
      if (fault !== undefined) yield { line, next, cells, reason: fault }
      else if (cells.length > 0) yield { line, next, cells }
    }
  } catch (cause) {
    return { reason: reasonOf(cause) }
  }
}

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

const noText = { reason: 'The file is not text in UTF-8, UTF-16 or Windows-1252. Save it as "CSV UTF-8".' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: they tell pictures from texts
const controls = /[\x00-\x08\x0e-\x1a]/

const openCsv = async (source: FileSource, head: Uint8Array): Promise<OpenedFile> => {
  const format = csvFormat(head)
  if (format.encoding === 'windows-1252' && controls.test(Buffer.from(head).toString('latin1'))) return noText
  const rows = csvRows(source, format, format.start)
  const first = await rows.next()
  await rows.return(undefined)
  if (first.done) return first.value ?? { reason: 'The file holds nothing but blank lines.' }
  const { cells, reason, next } = first.value
  if (reason !== undefined) return { reason: `The heading cannot be read. ${reason}` }
  if (cells.some((cell) => cell.includes('\ufffd'))) return noText
  return { heading: cells, rows: (from = next) => csvRows(source, format, from) }
}

async function* csvRows(source: FileSource, format: CsvFormat, from: CsvPosition): ReturnType<LeadFile['rows']> {
  if (from.offset >= source.bytes) return
  const stream = await source.read(from.offset)
  if (!stream) return { reason: goneReason }
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

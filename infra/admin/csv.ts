import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { type CsvFault, type CsvFormat, csvFormat, csvHeadBytes, csvReader } from '../../shared/words/csv.ts'
import { refuse } from './refusal.ts'

/** One row of a table, with its cells or the reason why it cannot be read. */
export type Row = { line: number } & ({ cells: string[] } | { reason: string })

export interface CsvFile {
  bytes: number
  /** SHA-256 of all of it. */
  hash: string
  /** The heading's cells. */
  heading: string[]
  /** The rows below the heading that are not blank; `bytesRead` is where the row ends. */
  rows(): AsyncGenerator<Row & { bytesRead: number }>
}

const faults: Record<CsvFault, string> = {
  quote: 'It has a quote without a partner: double each quote within a cell.',
  length: 'It is too long.',
}
const notText = 'is not text in UTF-8 or UTF-16. Save it as "CSV UTF-8".'

/**
 * Opens a CSV file as people save it, in any encoding, delimiter and line ends that `csv.ts` knows. The
 * file is read as a stream. A row that cannot be read is refused by itself, and the others are not.
 */
export const openCsv = async (file: string): Promise<CsvFile> => {
  const { size } = await statOf(file)
  if (size === 0) refuse(`${file} is empty.`)
  const format = csvFormat(await beginningOf(file))
  const first = await rowsOf(file, format).next()
  if (first.done) return refuse(`${file} holds nothing but blank lines.`)
  const heading = first.value
  if ('reason' in heading) return refuse(`The heading of ${file} cannot be read. ${heading.reason}`)
  if (heading.cells.some((cell) => cell.includes('\ufffd'))) return refuse(`${file} ${notText}`)
  const start = { offset: heading.bytesRead, line: heading.nextLine }
  return {
    bytes: size,
    hash: await hashOf(file),
    heading: heading.cells,
    rows: () => rowsOf(file, { ...format, start }),
  }
}

/** The rows from the format's start on. */
async function* rowsOf(file: string, format: CsvFormat): AsyncGenerator<Row & { bytesRead: number; nextLine: number }> {
  const reader = csvReader(format, format.start)
  const pieces = async function* () {
    for await (const piece of createReadStream(file, { start: format.start.offset })) yield reader.take(piece)
    yield reader.end()
  }
  for await (const records of pieces())
    for (const record of records) {
      const { line, next } = record
      const about = { line, bytesRead: next.offset, nextLine: next.line }
      if (record.fault !== undefined) yield { ...about, reason: faults[record.fault] }
      else if (record.cells.some((cell) => cell !== '')) yield { ...about, cells: record.cells }
    }
}

const statOf = async (file: string): Promise<Stats> => {
  try {
    const found = await stat(file)
    return found.isFile() ? found : refuse(`${file} is not a file.`)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return refuse(`There is no file ${file}.`)
    throw cause
  }
}

const beginningOf = async (file: string): Promise<Buffer> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(csvHeadBytes), 0, csvHeadBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

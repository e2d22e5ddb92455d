import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { refuse } from './refusal.ts'

/** One row of a table that people made; its number counts from 1, the heading included, as spreadsheets do. */
export interface Row {
  number: number
  cells: string[]
}

export interface CsvFile {
  bytes: number
  /** SHA-256 of all of it. */
  hash: string
  /** The heading's cells. */
  heading: string[]
  /** The rows below the heading that hold anything; `bytesRead` tells how far that is. */
  rows(): AsyncGenerator<Row & { bytesRead: number }>
}

const recordBytesMax = 256 * 1024
const delimiters = [',', ';', '\t', '|']
const beginningBytes = 64 * 1024

/**
 * A CSV file as people save it: with or without a byte-order mark, in UTF-8 or UTF-16, with commas, semicolons, tabs or
 * bars, cells in quotes, blank lines. It is read as a stream, so its size does not matter. Refuses in words what is none.
 */
export const openCsv = async (file: string): Promise<CsvFile> => {
  const { size } = await statOf(file)
  if (size === 0) refuse(`${file} is empty.`)
  const beginning = await beginningOf(file)
  const encoding = encodingOf(beginning)
  const delimiter = delimiterOf(new TextDecoder(encoding).decode(beginning))

  const read = async function* (): AsyncGenerator<Row & { bytesRead: number }> {
    let bytesRead = 0
    const decoder = new TextDecoder(encoding, { fatal: true })
    const text = async function* () {
      for await (const chunk of createReadStream(file)) {
        bytesRead += chunk.length
        yield decodeOr(decoder, file, chunk)
      }
      yield decodeOr(decoder, file)
    }
    const parser = parse({
      delimiter,
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: recordBytesMax,
    })
    const feeding = feed(text(), parser)
    try {
      for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>)
        if (record.some((cell) => cell !== ''))
          yield { number: info.records + info.empty_lines, cells: record, bytesRead }
      await feeding
    } catch (cause) {
      if (cause instanceof CsvError) refuse(`${file} is no CSV file that can be read: ${cause.message}.`)
      throw cause
    }
  }

  const rows = read()
  const first = await rows.next()
  await rows.return(undefined)
  if (first.done) return refuse(`${file} holds nothing but blank lines.`)
  const headingNumber = first.value.number
  return {
    bytes: size,
    hash: await hashOf(file),
    heading: first.value.cells,
    rows: async function* () {
      for await (const row of read()) if (row.number > headingNumber) yield row
    },
  }
}

interface Info {
  records: number
  empty_lines: number
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
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginningBytes), 0, beginningBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const encodingOf = (beginning: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' => {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return 'utf-16le'
  return beginning[0] === 0xfe && beginning[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** The one that the heading has most of. */
const delimiterOf = (beginning: string): string => {
  const [heading = ''] = beginning.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const count = (delimiter: string) => heading.split(delimiter).length
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

const decodeOr = (decoder: InstanceType<typeof TextDecoder>, file: string, chunk?: Buffer): string => {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
  } catch {
    return refuse(`${file} is not text in UTF-8 or UTF-16. Save it as "CSV UTF-8".`)
  }
}

/** Writes all text into the parser, no faster than it takes it; what goes wrong goes wrong there. */
const feed = async (text: AsyncGenerator<string>, parser: ReturnType<typeof parse>): Promise<void> => {
  try {
    for await (const chunk of text)
      if (!parser.destroyed && !parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve))
    parser.end()
  } catch (cause) {
    parser.destroy(cause instanceof Error ? cause : new Error(String(cause)))
  }
}

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

export interface CsvPosition {
  offset: number
  line: number
}

export interface CsvFormat {
  /**
   * `ascii`: only ASCII was read so far. Each later cell is read as UTF-8, or else as Windows-1252.
   */
  encoding: 'ascii' | 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'
  delimiter: string
  /** Position after a byte order mark and a first line such as `sep=;`. */
  start: CsvPosition
}

/** `quote`: a quote is not closed, or text follows the closing quote. */
export type CsvFault = 'quote' | 'length'

/** `line`: line at which the record starts. Blank records are skipped. */
export type CsvRecord = { line: number; next: CsvPosition } & (
  | { cells: string[]; fault?: undefined }
  | { fault: CsvFault; beginning: string }
)

export interface CsvReader {
  take(piece: Uint8Array): CsvRecord[]
  end(): CsvRecord[]
}

export const csvHeadBytes = 64 * 1024
const recordMax = 256 * 1024
const beginningMax = 200

const delimiters = [',', ';', '\t', '|', '^', '~']

export const csvFormat = (head: Uint8Array): CsvFormat => {
  const { encoding, markBytes } = encodingOf(head)
  const text = unitsOf(head.subarray(markBytes), encoding)
  const { at: lineEnd, next } = endOfLine(text, 0, true) ?? { at: text.length, next: text.length }
  const separator = /^"?sep=([^"\r\n\x80-\uffff])"?$/i.exec(text.slice(0, Math.min(lineEnd, 10)))?.[1]
  if (separator === undefined) return { encoding, delimiter: delimiterOf(text), start: { offset: markBytes, line: 1 } }
  return { encoding, delimiter: separator, start: { offset: markBytes + next * unitBytes(encoding), line: 2 } }
}

const encodingOf = (head: Uint8Array): { encoding: CsvFormat['encoding']; markBytes: number } => {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', markBytes: 3 }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', markBytes: 2 }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', markBytes: 2 }
  if (first !== 0 && second === 0) return { encoding: 'utf-16le', markBytes: 0 }
  const isBigEndian = first === 0 && second !== 0 && second !== undefined
  return { encoding: isBigEndian ? 'utf-16be' : narrowEncodingOf(head), markBytes: 0 }
}

const characterOfUtf8 = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/**
 * Counts valid UTF-8 characters and other bytes, because Windows-1252 text has few valid UTF-8
 * characters.
 */
const narrowEncodingOf = (head: Uint8Array): CsvFormat['encoding'] => {
  const text = unitsOf(head, 'utf-8')
  const characters = text.match(characterOfUtf8)?.length ?? 0
  const others = text.replace(characterOfUtf8, '').match(/[\x80-\xff]/g)?.length ?? 0
  if (characters + others === 0) return 'ascii'
  return characters >= others ? 'utf-8' : 'windows-1252'
}

/**
 * Returns the most frequent delimiter outside quotes in the first line with text, else in all
 * lines.
 */
const delimiterOf = (text: string): string => {
  const lines = text.split(/[\r\n]+/)
  const heading = lines.find((line) => line.trim() !== '') ?? ''
  const most = (part: string) => {
    const unquoted = part.replace(/"[^"]*"/g, '')
    const counts = delimiters.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length - 1 }))
    return counts.toSorted((one, other) => other.count - one.count).find(({ count }) => count > 0)?.delimiter
  }
  return most(heading) ?? most(text) ?? ','
}

export const csvReader = ({ encoding, delimiter }: CsvFormat, start: CsvPosition): CsvReader => {
  const width = unitBytes(encoding)
  let { offset, line } = start
  let text = ''
  let odd: Uint8Array = new Uint8Array()
  let tooLong: { line: number; beginning: string } | undefined

  const read = (isLast: boolean): CsvRecord[] => {
    const records: CsvRecord[] = []
    let from = 0
    const advance = (to: number, lines: number): CsvPosition => {
      offset += (to - from) * width
      line += lines
      from = to
      return { offset, line }
    }
    while (from < text.length || (isLast && tooLong)) {
      const found = tooLong ? longLineAt(text, from, isLast) : recordAt(text, from, delimiter, isLast)
      if (found === undefined) break
      const at = line
      if ('cells' in found) {
        const next = advance(found.next, found.lines)
        const cells = found.cells.map((cell) => textOf(cell, encoding).trim())
        if (cells.length > 1 || cells[0] !== '') records.push({ line: at, next, cells })
        continue
      }
      const { beginning } = tooLong ?? {
        beginning: textOf(text.slice(from, Math.min(found.lineEnd, from + beginningMax)), encoding),
      }
      const next = advance(found.next ?? found.lineEnd, found.next === undefined ? 0 : 1)
      tooLong = found.next === undefined ? { line: at, beginning } : undefined
      if (found.next === undefined) break
      records.push({ line: at, next, fault: found.fault, beginning })
    }
    text = text.slice(from)
    return records
  }

  return {
    take: (piece) => {
      const bytes = odd.length === 0 ? piece : Buffer.concat([odd, piece])
      const whole = bytes.length - (bytes.length % width)
      odd = bytes.slice(whole)
      text += unitsOf(bytes.subarray(0, whole), encoding)
      return read(false)
    },
    end: () => read(true),
  }
}

export const csvFileReader = (): CsvReader => {
  let head: Uint8Array = new Uint8Array()
  let reader: CsvReader | undefined
  const begin = (): CsvRecord[] => {
    const format = csvFormat(head.subarray(0, csvHeadBytes))
    reader = csvReader(format, format.start)
    return reader.take(head.subarray(format.start.offset))
  }
  return {
    take: (piece) => {
      if (reader) return reader.take(piece)
      head = Buffer.concat([head, piece])
      return head.length < csvHeadBytes ? [] : begin()
    },
    end: () => [...(reader ? [] : begin()), ...(reader?.end() ?? [])],
  }
}

type Found =
  | { cells: string[]; next: number; lines: number }
  /** `next` is undefined while the end of the faulty line has not been read. */
  | { fault: CsvFault; lineEnd: number; next: number | undefined }

const recordAt = (text: string, from: number, delimiter: string, isLast: boolean): Found | undefined => {
  const end = endOfLine(text, from, isLast)
  if (end === undefined && text.length - from <= recordMax) return undefined
  if (end === undefined || end.at - from > recordMax) return longLineAt(text, from, isLast)
  const line = text.slice(from, end.at)
  if (!line.includes('"')) return { cells: line.split(delimiter), next: end.next, lines: 1 }
  const quoted = quotedRecordAt(text, from, delimiter, isLast)
  return quoted === 'quote' ? { fault: 'quote', lineEnd: end.at, next: end.next } : quoted
}

const longLineAt = (text: string, from: number, isLast: boolean): Found => {
  const end = endOfLine(text, from, isLast)
  const lineEnd = end?.at ?? Math.max(from, text.length - (text.endsWith('\r') ? 1 : 0))
  return { fault: 'length', lineEnd, next: end?.next }
}

const quotedRecordAt = (
  text: string,
  from: number,
  delimiter: string,
  isLast: boolean,
): Found | 'quote' | undefined => {
  const cells: string[] = []
  let at = from
  let lines = 1
  for (;;) {
    const begin = afterBlanks(text, at, delimiter)
    if (text[begin] === '"') {
      const cell = quotedCell(text, begin, from + recordMax)
      if (cell === undefined) return isLast || text.length - from > recordMax ? 'quote' : undefined
      cells.push(cell.value)
      lines += cell.lines
      at = afterBlanks(text, cell.next, delimiter)
    } else {
      const end = endOfCell(text, at, delimiter)
      cells.push(text.slice(at, end))
      at = end
    }
    if (text.startsWith(delimiter, at) && at < text.length) at += delimiter.length
    else if (at < text.length && text[at] !== '\r' && text[at] !== '\n') return 'quote'
    else {
      const end = endOfLine(text, at, isLast)
      return end && { cells, next: end.next, lines }
    }
  }
}

const afterBlanks = (text: string, from: number, delimiter: string): number => {
  let at = from
  while ((text[at] === ' ' || text[at] === '\t') && text[at] !== delimiter) at += 1
  return at
}

const endOfCell = (text: string, from: number, delimiter: string): number => {
  let at = from
  while (at < text.length && text[at] !== '\r' && text[at] !== '\n' && !text.startsWith(delimiter, at)) at += 1
  return at
}

const quotedCell = (text: string, open: number, until: number) => {
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close === -1 || close > until) return undefined
  const value = text.slice(open + 1, close).replaceAll('""', '"')
  return { value, next: close + 1, lines: value.split(/\r\n|\r|\n/).length - 1 }
}

/** Waits for more text after a final CR, because the CR may be half of a CRLF. */
const endOfLine = (text: string, from: number, isLast: boolean): { at: number; next: number } | undefined => {
  let at = from
  while (at < text.length && text[at] !== '\r' && text[at] !== '\n') at += 1
  if (at === text.length) return isLast ? { at, next: at } : undefined
  if (text[at] === '\r' && at + 1 === text.length && !isLast) return undefined
  return { at, next: lineEndAt(text, at) }
}

const lineEndAt = (text: string, at: number): number => {
  if (text.startsWith('\r\n', at)) return at + 2
  return at < text.length ? at + 1 : at
}

const isWide = (encoding: CsvFormat['encoding']): boolean => encoding === 'utf-16le' || encoding === 'utf-16be'

const unitBytes = (encoding: CsvFormat['encoding']): number => (isWide(encoding) ? 2 : 1)

/**
 * Decodes each byte or 16-bit unit as one character, so positions in the text are positions in the
 * file.
 */
const unitsOf = (bytes: Uint8Array, encoding: CsvFormat['encoding']): string => {
  const { buffer, byteOffset, byteLength } = bytes
  const view = Buffer.from(buffer, byteOffset, byteLength)
  if (!isWide(encoding)) return view.toString('latin1')
  return (
    encoding === 'utf-16le' ? view : Buffer.from(view.subarray(0, byteLength - (byteLength % 2))).swap16()
  ).toString('utf16le')
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const windows = new TextDecoder('windows-1252')

/** Invalid bytes become U+FFFD. */
const textOf = (units: string, encoding: CsvFormat['encoding']): string => {
  if (isWide(encoding)) return units.toWellFormed()
  if (!/[\x80-\xff]/.test(units)) return units
  const bytes = Buffer.from(units, 'latin1')
  if (encoding === 'utf-8') return bytes.toString('utf8')
  if (encoding === 'windows-1252') return windows.decode(bytes)
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return windows.decode(bytes)
  }
}

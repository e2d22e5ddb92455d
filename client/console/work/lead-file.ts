/** A CSV file of leads, of which only the heading is read in the browser. */

/** The API takes no larger file. */
export const fileBytesMax = 100 * 1024 * 1024
/** The heading must end within the first bytes of a file. */
const headingBytesMax = 64 * 1024

export interface ChosenFile {
  file: File
  columns: string[]
  /** The first row after the heading, to tell columns apart. */
  sample: string[]
  /** Bytes before the rows. */
  rowsAt: number
  encoding: Encoding
  delimiter: string
  lineEnd: string
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Why a file is refused, in words for people. */
export interface RefusedFile {
  refusal: string
}

export const readLeadFile = async (file: File): Promise<ChosenFile | RefusedFile> => {
  if (file.size > fileBytesMax)
    return { refusal: `The file has ${megabytes(file.size)} MB; at most 100 MB can be imported. Split it.` }
  if (file.size === 0) return { refusal: 'The file is empty.' }
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name))
    return { refusal: 'This is a spreadsheet. Save it as CSV (UTF-8), and choose that file.' }
  const bytes = new Uint8Array(await file.slice(0, headingBytesMax).arrayBuffer())
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  const [heading, sample] = firstRows(text)
  if (!heading || heading.length > headingBytesMax / 4) return { refusal: 'The first row of the file does not end.' }
  if (heading.includes('\ufffd'))
    return { refusal: 'The file is not UTF-8. Save it as CSV (UTF-8), and choose that file.' }
  const delimiter = delimiterOf(heading)
  const unit = encoding === 'utf-8' ? new TextEncoder().encode(heading).length : heading.length * 2
  return {
    file,
    columns: cellsOf(heading.replace(/^\ufeff/, ''), delimiter).map((cell) => cell.trim()),
    sample: cellsOf(sample ?? '', delimiter),
    rowsAt: unit,
    encoding,
    delimiter,
    lineEnd: /[\r\n]+$/.exec(heading)?.[0] ?? '\n',
  }
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

const encodingOf = ([first, second]: Uint8Array): Encoding => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** The heading with its line end, and the row after it. A quoted cell may hold line ends. */
const firstRows = (text: string): string[] => {
  const rows: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < text.length && rows.length < 2; at++) {
    if (text[at] === '"') isQuoted = !isQuoted
    const isEnd = !isQuoted && (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n'))
    if (!isEnd) continue
    rows.push(text.slice(from, at + 1))
    from = at + 1
  }
  return rows.length < 2 ? [...rows, text.slice(from)] : rows
}

const delimiterOf = (heading: string): string => {
  const count = (delimiter: string) => cellsOf(heading, delimiter).length
  return [',', ';', '\t', '|'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

const cellsOf = (row: string, delimiter: string): string[] => {
  const cells = ['']
  let isQuoted = false
  for (const letter of row.replace(/[\r\n]+$/, '')) {
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === delimiter && !isQuoted) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells
}

/** Names for the columns, as the API reads them. */
export const columnMeanings = [
  ['phone_number', 'Phone number'],
  ['secondary_phone_number', 'Another phone number'],
  ['timezone', 'Time zone of the person'],
  ['region', 'Region of the person'],
] as const

/** Guesses the column of the phone number from its name. */
export const guessedNames = (columns: readonly string[]): string[] => {
  const plain = columns.map((name) => name.toLowerCase().replaceAll(/[\s_-]+/g, '_'))
  const known = plain.indexOf('phone_number')
  const like = plain.findIndex((name) => /phone|mobile|tel|number|nummer/.test(name))
  const phone = known === -1 ? like : known
  return columns.map((name, place) => (place === phone ? 'phone_number' : name))
}

/** Returns a sentence about names of columns that the API would refuse. */
export const namesProblem = (names: readonly string[]): string | undefined => {
  const phones = names.filter((name) => name === 'phone_number').length
  if (phones === 0) return 'No column is the phone number. Say which one it is.'
  if (phones > 1) return 'Two columns are the phone number. Choose one; the other may be another phone number.'
  const unnamed = names.findIndex((name) => name.trim() === '')
  if (unnamed !== -1) return `Column ${unnamed + 1} has no name. Give it one.`
  const twice = numbered(names).find((name, place, all) => all.indexOf(name) !== place)
  return twice === undefined ? undefined : `Two columns are named ${twice}. Give one of them another name.`
}

/** Further phone numbers get a number each: the API wants other names for other columns. */
const numbered = (names: readonly string[]): string[] => {
  let count = 0
  return names.map((name) => (name === 'secondary_phone_number' && ++count > 1 ? `${name}_${count}` : name))
}

/** The file with another heading. Its rows are not touched, however many they are. */
export const renamed = (read: ChosenFile, names: readonly string[]): Blob => {
  const { file, columns, rowsAt, encoding, delimiter, lineEnd } = read
  const isSame = names.every((name, place) => name === columns[place])
  if (isSame) return file
  const heading = numbered(names).map((name) => `"${name.replaceAll('"', '""')}"`)
  return new Blob([encoded(heading.join(delimiter) + lineEnd, encoding), file.slice(rowsAt)])
}

const encoded = (line: string, encoding: Encoding): BlobPart => {
  if (encoding === 'utf-8') return line
  const bytes = new DataView(new ArrayBuffer((line.length + 1) * 2))
  const units = `\ufeff${line}`
  for (let at = 0; at < units.length; at++) bytes.setUint16(at * 2, units.charCodeAt(at), encoding === 'utf-16le')
  return bytes.buffer
}

import { isCompoundFile, isZip, openWorkbook, type Workbook } from '../../../shared/words/xlsx/workbook.ts'
import { type ByteSource, reasonOf } from '../../../shared/words/xlsx/zip.ts'

/** Bytes; the API's limit. */
export const fileBytesMax = 100 * 1024 * 1024
/** Bytes within which a CSV heading must end. */
const headingBytesMax = 64 * 1024

export interface ChosenFile {
  file: File
  columns: string[]
  /** The row after the heading, which helps to recognise columns. */
  sample: string[]
  /** Sheets of a workbook, and the chosen one. */
  sheets: string[]
  sheet?: string
}

export interface RefusedFile {
  refusal: string
}

/** Reads the first sheet of a workbook by default. */
export const readLeadFile = async (file: File, sheet?: string): Promise<ChosenFile | RefusedFile> => {
  if (file.size > fileBytesMax)
    return { refusal: `The file has ${megabytes(file.size)} MB; at most 100 MB can be imported. Split it.` }
  if (file.size === 0) return { refusal: 'The file is empty.' }
  const head = new Uint8Array(await file.slice(0, headingBytesMax).arrayBuffer())
  if (isCompoundFile(head))
    return { refusal: 'This workbook has a password, or is of the old kind (.xls). Save it as .xlsx without one.' }
  if (!isZip(head)) return readCsv(file, head)
  return readSheet(file, sheet).catch((cause) => ({ refusal: reasonOf(cause) }))
}

const readSheet = async (file: File, wanted: string | undefined): Promise<ChosenFile | RefusedFile> => {
  const workbook = await openWorkbook(sourceOf(file))
  const { sheets } = workbook
  const sheet = wanted ?? sheets[0] ?? ''
  const [columns = [], sample = []] = await firstCells(workbook, sheet)
  return { file, columns, sample, sheets, sheet }
}

const firstCells = async (workbook: Workbook, sheet: string): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const { cells } of workbook.rows(sheet)) {
    if (cells.length > 0) rows.push(cells)
    if (rows.length === 2) break
  }
  return rows
}

const pieceBytes = 1024 * 1024

const sourceOf = (file: File): ByteSource => ({
  bytes: file.size,
  read: async (from, until = file.size) => piecesOf(file, from, until),
})

async function* piecesOf(file: File, from: number, until: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < until; at += pieceBytes)
    yield new Uint8Array(await file.slice(at, Math.min(at + pieceBytes, until)).arrayBuffer())
}

const readCsv = (file: File, head: Uint8Array): ChosenFile | RefusedFile => {
  const [heading, sample] = firstRows(textOf(head))
  if (!heading || heading.length > headingBytesMax / 4) return { refusal: 'The first row of the file does not end.' }
  const delimiter = delimiterOf(heading)
  const cells = cellsOf(heading, delimiter).map((cell) => cell.trim())
  const columns = cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
  return { file, columns, sample: cellsOf(sample ?? '', delimiter), sheets: [] }
}

/** Decodes UTF-16 by its byte order mark, else UTF-8, else Windows-1252. */
const textOf = (head: Uint8Array): string => {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(head)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(head)
  const text = new TextDecoder().decode(head)
  return firstRows(text).some((row) => row.includes('\ufffd')) ? new TextDecoder('windows-1252').decode(head) : text
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

/** Returns the first two rows. A quoted cell may contain line ends. */
const firstRows = (whole: string): string[] => {
  const text = whole.replace(/^(?:\s*[\r\n])*(?:"?sep=."?\r?\n)?/i, '')
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

export const columnMeanings = [
  ['phone_number', 'Phone number'],
  ['secondary_phone_number', 'Another phone number'],
  ['timezone', 'Time zone of the person'],
  ['region', 'Region of the person'],
] as const

export const guessedNames = (columns: readonly string[]): string[] => {
  const plain = columns.map((name) => name.toLowerCase().replaceAll(/[\s_-]+/g, '_'))
  const known = plain.indexOf('phone_number')
  const like = plain.findIndex((name) => /phone|mobile|tel|number|nummer/.test(name))
  const phone = known === -1 ? like : known
  return columns.map((name, index) => (index === phone ? 'phone_number' : name))
}

export const namesProblem = (names: readonly string[]): string | undefined => {
  const phones = names.filter((name) => name === 'phone_number').length
  if (phones === 0) return 'No column is the phone number. Say which one it is.'
  if (phones > 1) return 'Two columns are the phone number. Choose one; the other may be another phone number.'
  const unnamed = names.findIndex((name) => name.trim() === '')
  if (unnamed !== -1) return `Column ${unnamed + 1} has no name. Give it one.`
  const twice = numbered(names).find((name, index, all) => all.indexOf(name) !== index)
  return twice === undefined ? undefined : `Two columns are named ${twice}. Give one of them another name.`
}

/** Adds numbers to repeated names, because the API needs a different name for each column. */
const numbered = (names: readonly string[]): string[] => {
  let count = 0
  return names.map((name) => (name === 'secondary_phone_number' && ++count > 1 ? `${name}_${count}` : name))
}

/** Returns the column names to send; undefined when the heading already has these names. */
export const columnsOf = ({ columns }: ChosenFile, names: readonly string[]): string[] | undefined => {
  const sent = numbered(names)
  return sent.every((name, index) => name === columns[index]) ? undefined : sent
}

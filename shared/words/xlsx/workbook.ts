import { builtInFormat, formatOf, type NumberFormat } from './number-format.ts'
import { type SheetContext, type SheetRow, sheetRows } from './sheet.ts'
import { stringsHandler, stringTable } from './string-table.ts'
import { readXml, type XmlHandler } from './xml.ts'
import { type ByteSource, openZip, unpack, unreadable, type ZipEntries } from './zip.ts'

/** A workbook in Office Open XML (ECMA-376). */
export interface Workbook {
  /** Names of the sheets that have cells and are not hidden, in order. */
  sheets: string[]
  rows(sheet: string): AsyncGenerator<SheetRow, undefined>
}

export const isZip = (head: Uint8Array): boolean => startsWith(head, [0x50, 0x4b, 0x03, 0x04])
/** True for Excel files before 2007 (.xls), or with a password. */
export const isCompoundFile = (head: Uint8Array): boolean => startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])

const startsWith = (head: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => head[index] === byte)

const listBytesMax = 32 * 1024 * 1024
const formatsMax = 65_536
const sheetsMax = 1_000

export const openWorkbook = async (source: ByteSource): Promise<Workbook> => {
  const entries = await openZip(source)
  const read = async (part: string, handler: XmlHandler, bytesMax?: number): Promise<void> => {
    const entry = entries.get(part.toLowerCase())
    if (entry) await readXml(unpack(source, entry, bytesMax).pieces, handler)
  }
  const main = await mainPart(entries, read)
  const links = await linksOf(main, read)
  const { sheets, is1904 } = await sheetsOf(main, links, read)
  const strings = stringTable()
  for (const { part, kind } of links.values()) if (kind === 'sharedStrings') await read(part, stringsHandler(strings))
  const formats = await formatsOf(links, read)
  return {
    sheets: [...sheets.keys()],
    rows: (name) => rowsOf(source, entries, sheets.get(name), { strings, formats, is1904 }),
  }
}

type ReadPart = (part: string, handler: XmlHandler, bytesMax?: number) => Promise<void>
interface Link {
  part: string
  /** For example `worksheet`, `styles`, `sharedStrings`. */
  kind: string
}

const rowsOf = (source: ByteSource, entries: ZipEntries, part: string | undefined, context: SheetContext) => {
  const entry = part === undefined ? undefined : entries.get(part.toLowerCase())
  return entry ? sheetRows(unpack(source, entry), context) : unreadable('The sheet is missing in the workbook.')
}

const mainPart = async (entries: ZipEntries, read: ReadPart): Promise<string> => {
  const links = await linksOf('', read)
  const part = [...links.values()].find(({ kind }) => kind === 'officeDocument')?.part ?? 'xl/workbook.xml'
  if (part.toLowerCase().endsWith('.bin')) return unreadable('This is a binary workbook (.xlsb): save it as .xlsx.')
  const isWorkbook = entries.has(part.toLowerCase()) && entries.has(linksPart(part).toLowerCase())
  return isWorkbook ? part : unreadable('This is no workbook of Excel: save it as .xlsx or as "CSV UTF-8".')
}

/** Turns `xl/workbook.xml` into `xl/_rels/workbook.xml.rels`. */
const linksPart = (part: string): string => `${folderOf(part)}_rels/${part.slice(folderOf(part).length)}.rels`
const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1)

const linksOf = async (part: string, read: ReadPart): Promise<Map<string, Link>> => {
  const links = new Map<string, Link>()
  const open: XmlHandler['open'] = (name, attribute) => {
    const [id, type, target] = [attribute('Id'), attribute('Type'), attribute('Target')]
    if (name !== 'Relationship' || id === undefined || type === undefined || target === undefined) return
    links.set(id, { part: partAt(folderOf(part), target), kind: type.slice(type.lastIndexOf('/') + 1) })
  }
  await read(linksPart(part), { open }, listBytesMax)
  return links
}

/** Resolves a path: `/xl/a.xml` is absolute; `../a.xml` and `a.xml` are relative to `folder`. */
const partAt = (folder: string, target: string): string => {
  const names: string[] = []
  for (const name of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}

const sheetsOf = async (main: string, links: Map<string, Link>, read: ReadPart) => {
  const [sheets, hidden] = [new Map<string, string>(), new Map<string, string>()]
  let is1904 = false
  const open: XmlHandler['open'] = (name, attribute) => {
    if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
    const link = name === 'sheet' ? links.get(attribute('id') ?? '') : undefined
    if (link?.kind !== 'worksheet') return
    const isHidden = (attribute('state') ?? 'visible') !== 'visible'
    ;(isHidden ? hidden : sheets).set(attribute('name') ?? '', link.part)
    if (sheets.size + hidden.size > sheetsMax) unreadable('The workbook has too many sheets.')
  }
  await read(main, { open }, listBytesMax)
  if (sheets.size === 0) return unreadable('The workbook has no sheet with cells that is not hidden.')
  return { sheets, is1904 }
}

const formatsOf = async (links: Map<string, Link>, read: ReadPart): Promise<NumberFormat[]> => {
  const codes = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isCell = false
  const handler: XmlHandler = {
    open: (name, attribute) => {
      if (codes.size + formats.length > formatsMax) return unreadable('The workbook has too many formats.')
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), formatOf(attribute('formatCode') ?? ''))
      if (name === 'cellXfs') isCell = true
      if (name !== 'xf' || !isCell) return
      const id = Number(attribute('numFmtId') ?? 0)
      formats.push(codes.get(id) ?? builtInFormat(id))
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false
    },
  }
  for (const { part, kind } of links.values()) if (kind === 'styles') await read(part, handler, listBytesMax)
  return formats
}

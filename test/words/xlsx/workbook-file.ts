import { strToU8, type Zippable, zipSync } from 'fflate'
import type { ByteSource } from '../../../shared/words/xlsx/zip.ts'

/** XML of a cell, or its text, which is stored as a shared string. */
export type TestCell = string | { xml: string }

export interface TestSheet {
  name: string
  rows: TestCell[][]
  state?: 'hidden' | 'veryHidden'
}

interface TestBook {
  sheets: TestSheet[]
  is1904?: boolean
  /** Number format codes; a cell with style 1 has the first code. */
  formats?: string[]
  more?: Zippable
}

/** Makes a small workbook in the form that Excel writes. */
export const workbookOf = ({ sheets, is1904, formats = [], more = {} }: TestBook): Uint8Array<ArrayBuffer> => {
  const strings: string[] = []
  const parts: Zippable = {
    '_rels/.rels': linksXml([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': strToU8(
      `<workbook><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(
          ({ name, state }, at) =>
            `<sheet name="${escaped(name)}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': linksXml([
      ...sheets.map((_, at) => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['rId98', 'styles', 'styles.xml'],
      ['rId99', 'sharedStrings', '/xl/sharedStrings.xml'],
    ]),
    'xl/styles.xml': strToU8(stylesXml(formats)),
  }
  for (const [at, { rows }] of sheets.entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = strToU8(sheetXml(rows, strings))
  parts['xl/sharedStrings.xml'] = strToU8(
    `<sst>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  )
  return new Uint8Array(zipSync({ ...parts, ...more }))
}

const linksXml = (links: (readonly [string, string, string])[]) =>
  strToU8(
    `<?xml version="1.0"?><Relationships>${links
      .map(
        ([id, kind, target]) =>
          `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
  )

const stylesXml = (formats: string[]) =>
  `<styleSheet><numFmts>${formats
    .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
    .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
    .join('')}</cellXfs></styleSheet>`

const sheetXml = (rows: TestCell[][], strings: string[]) =>
  `<worksheet><sheetData>${rows
    .map((cells, row) => `<row r="${row + 1}">${cells.map((cell) => cellXml(cell, strings)).join('')}</row>`)
    .join('')}</sheetData></worksheet>`

const cellXml = (cell: TestCell, strings: string[]): string => {
  if (typeof cell !== 'string') return cell.xml
  if (cell === '') return '<c/>'
  return `<c t="s"><v>${strings.push(cell) - 1}</v></c>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export const sourceOf = (bytes: Uint8Array, pieceBytes = 1000): ByteSource => ({
  bytes: bytes.length,
  read: async (from, until = bytes.length) => piecesOf(bytes.subarray(from, until), pieceBytes),
})

async function* piecesOf(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

import { general, type NumberFormat, numberText } from './number-format.ts'
import { type StringTable, unescapedText } from './string-table.ts'
import { type XmlHandler, xmlSteps } from './xml.ts'
import { type Unpacking, unreadable } from './zip.ts'

export interface SheetRow {
  line: number
  cells: string[]
  fault?: string
  /** Share of the sheet that was read: 0 to 1. */
  share: number
}

export interface SheetContext {
  strings: StringTable
  /** Formats by the style index of a cell. */
  formats: readonly NumberFormat[]
  is1904: boolean
}

const columnsMax = 16_384
const rowsMax = 1_048_576
const rowCharactersMax = 256 * 1024
const cellsShown = 20

export async function* sheetRows(sheet: Unpacking, context: SheetContext): AsyncGenerator<SheetRow, undefined> {
  const ready: Omit<SheetRow, 'share'>[] = []
  for await (const _ of xmlSteps(
    sheet.pieces,
    sheetHandler(context, (row) => ready.push(row)),
  )) {
    const share = sheet.share()
    for (const row of ready.splice(0)) yield { ...row, share }
  }
}

interface Cell {
  column: number
  type: string
  style: number
  hasFormula: boolean
  hasValue: boolean
  text: string
}

const sheetHandler = (context: SheetContext, onRow: (row: Omit<SheetRow, 'share'>) => void): XmlHandler => {
  let row: { line: number; cells: string[]; characters: number; fault?: string } | undefined
  let nextColumn = 0
  let cell: Cell | undefined
  let [line, isText, isSpoken] = [0, false, false]
  const open: Record<string, (attribute: (name: string) => string | undefined) => void> = {
    row: (attribute) => {
      line = Math.max(line + 1, Number(attribute('r') ?? 0) || 0)
      if (line > rowsMax) unreadable('The sheet has more rows than Excel allows.')
      row = { line, cells: [], characters: 0 }
      nextColumn = 0
    },
    c: (attribute) => {
      const column = columnOf(attribute('r')) ?? nextColumn
      nextColumn = column + 1
      if (column >= columnsMax) unreadable('The sheet has more columns than Excel allows.')
      const [type, style] = [attribute('t') ?? 'n', Number(attribute('s') ?? 0)]
      cell = { column, type, style, hasFormula: false, hasValue: false, text: '' }
    },
    f: () => {
      if (cell) cell.hasFormula = true
    },
    v: () => {
      isText = true
      if (cell) cell.hasValue = true
    },
    t: () => {
      isText = !isSpoken
    },
    rPh: () => {
      isSpoken = true
    },
  }
  const close: Record<string, () => void> = {
    v: () => {
      isText = false
    },
    t: () => {
      isText = false
    },
    rPh: () => {
      isSpoken = false
    },
    c: () => {
      if (row && cell && row.fault === undefined) addCell(row, cell, context)
      cell = undefined
    },
    row: () => {
      if (row) onRow({ line: row.line, cells: row.cells, ...(row.fault !== undefined && { fault: row.fault }) })
      row = undefined
    },
  }
  return {
    open: (name, attribute) => open[name]?.(attribute),
    close: (name) => close[name]?.(),
    text: (more) => {
      if (!isText || !cell || cell.text.length > rowCharactersMax) return
      cell.text += more
    },
  }
}

const addCell = (
  row: { line: number; cells: string[]; characters: number; fault?: string },
  cell: Cell,
  context: SheetContext,
): void => {
  const found = textOf(cell, context)
  const text = found ?? ''
  row.characters += text.length + 1
  const name = `${lettersOf(cell.column)}${row.line}`
  if (found === undefined) row.fault = `Its cell ${name} refers to a text that is missing.`
  else if (cell.type === 'e') row.fault = `Its cell ${name} holds an error of a formula.`
  else if (cell.hasFormula && !cell.hasValue)
    row.fault = `Its cell ${name} holds a formula without a result: open the file in Excel, and save it.`
  else if (row.characters > rowCharactersMax) row.fault = 'It is too long.'
  if (row.fault !== undefined) {
    row.cells = row.cells.slice(0, cellsShown)
    return
  }
  // Blank cells are not stored, because some sheets have formatted blank cells up to the last
  // column.
  if (text === '') return
  while (row.cells.length < cell.column) row.cells.push('')
  row.cells[cell.column] = text
}

const textOf = ({ type, text, style }: Cell, { strings, formats, is1904 }: SheetContext): string | undefined => {
  if (type === 's') return strings.at(Number(text))?.trim()
  if (type === 'str' || type === 'inlineStr') return unescapedText(text).trim()
  if (type === 'b') return text.trim() === '1' ? 'true' : 'false'
  if (type === 'd') return text.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ')
  return type === 'e' ? '' : numberText(text, formats[style] ?? general, is1904)
}

/** Returns 0 for A1, 27 for AB1. */
const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}

const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

import type * as z from 'zod'
import { csvLine } from '../../words/csv-line.ts'
import type { ExportFormat } from './export-form.ts'

/** Spreadsheets recognise UTF-8 by the byte-order mark; our own imports skip it. */
const byteOrderMark = '\ufeff'

/** Lines of an export, with the members that the schema of a row names. */
export const exportLines = (format: ExportFormat, schema: z.ZodObject) => {
  const columns = Object.keys(schema.shape)
  if (format === 'jsonl')
    return { heading: '', lineOf: (row: object): string => `${JSON.stringify(schema.parse(row))}\n` }
  return {
    heading: byteOrderMark + csvLine(columns),
    lineOf: (row: object): string => {
      const cells = Object.entries(schema.parse(row))
      const byName = new Map(cells)
      return csvLine(columns.map((name) => cellOf(byName.get(name))))
    },
  }
}

const cellOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return withoutFormula(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * A spreadsheet runs a cell as a formula that begins so. The apostrophe makes it text.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** A number is no formula: amounts and phone numbers stay as they are. */
const plainNumber = /^[+-]?\d+(\.\d+)?$/

const withoutFormula = (text: string): string =>
  formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text

import type * as z from 'zod'
import { csvLine } from '../../words/csv-line.ts'
import type { ExportFormat } from './export-form.ts'

/** Spreadsheets recognise UTF-8 by this mark; our imports skip it. */
const byteOrderMark = '\ufeff'

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
 * Matches a cell that a spreadsheet would run as a formula. An apostrophe makes it text.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** Amounts and phone numbers are no formulas. */
const plainNumber = /^[+-]?\d+(\.\d+)?$/

const withoutFormula = (text: string): string =>
  formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text

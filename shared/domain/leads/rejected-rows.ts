import type { Rejection } from './lead-import.ts'

/**
 * The first columns of a file of rejected rows. An import ignores them, so a corrected file can be
 * imported again.
 */
export const rejectedColumns = ['rejected_line', 'rejected_reason']

/** Spreadsheets recognise UTF-8 by the byte-order mark. */
const byteOrderMark = '\ufeff'

export const rejectedHeading = (heading: readonly string[]): string =>
  byteOrderMark + csvLine([...rejectedColumns, ...heading])

export const rejectedLine = ({ line, reason }: Rejection, cells: readonly string[]): string =>
  csvLine([String(line), reason, ...cells])

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

const csvCell = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

import { csvLine } from '../../words/csv-line.ts'
import type { Rejection } from './lead-import.ts'

/**
 * Columns added to files of rejected rows. Imports ignore these columns, so that corrected files
 * can be imported.
 */
export const rejectedColumns = ['rejected_line', 'rejected_reason']

const byteOrderMark = '\ufeff'

export const rejectedHeading = (heading: readonly string[]): string =>
  byteOrderMark + csvLine([...rejectedColumns, ...heading])

export const rejectedLine = ({ line, reason }: Rejection, cells: readonly string[]): string =>
  csvLine([String(line), reason, ...cells])

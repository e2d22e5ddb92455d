/** A topic of the benchmark: each is a file that exports one measure, and main.ts lists them. */
export interface Measure {
  /** Its name on the command line. */
  topic: string
  title: string
  /** Runs only when its topic is named: it takes minutes. */
  isOnlyOnDemand?: true
  /**
   * One row for each thing that is measured; the columns are the names of the first row's cells.
   */
  run(bench: Bench): Promise<Row[]>
}

export interface Bench {
  /** Address of this run's DynamoDB engine; a world opened with it is a product of its own. */
  dynamodb: string
  /** Rows of the longest history, in addition to the usual ones: `--rows 1000000`. */
  rows?: number
  /** Size of a load: calls at a time, and minutes. */
  calls?: number
  minutes?: number
  seed?: string
  /**
   * Functions that the account may run at a time, and write units a second for which the table is
   * warmed up.
   */
  concurrency?: number
  warm?: number
  /** One user's share of a load: 0 to 1. */
  share?: number
  /** True to write the use down for docs/cost.md. */
  keep?: boolean
}

export type Row = Record<string, Cell>

/** A number may have its budget; a missing value is left empty. */
export type Cell = string | number | undefined | { value: number; budget: number }

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/**
 * The rows as a table for the terminal: text to the left, numbers to the right, `!` where a budget
 * is exceeded.
 */
export const tableOf = (rows: Row[]): string => {
  const columns = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => columns.map((column) => textOf(row[column])))
  const widths = columns.map((column, index) => Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)))
  const isText = columns.map((column) => rows.every((row) => typeof row[column] === 'string'))
  const line = (texts: string[]) =>
    texts
      .map((text, index) => (isText[index] ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(columns), line(widths.map((width) => '─'.repeat(width))), ...cells.map(line)].join('\n')
}

/** Number of cells over their budget. */
export const overBudget = (rows: Row[]): number =>
  rows.flatMap((row) => Object.values(row)).filter((cell) => typeof cell === 'object' && cell.value > cell.budget)
    .length

const textOf = (cell: Cell): string => {
  if (cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return short(cell)
  return cell.value > cell.budget
    ? `! ${short(cell.value)} > ${short(cell.budget)}`
    : `${short(cell.value)} ≤ ${short(cell.budget)}`
}

/** Three digits say enough. */
const short = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1)

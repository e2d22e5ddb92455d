/**
 * What the benchmark is made of: each topic is a file that exports one measure, and main.ts lists
 * them.
 */
export interface Measure {
  /** How it is asked for on the command line. */
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
  /**
   * Where the DynamoDB engine of this run listens; a world opened with it is a product of its own.
   */
  dynamodb: string
  /** How long the longest history is made, beside the usual ones: `--rows 1000000`. */
  rows?: number
  /** How large a load is: so many calls at a time, for so long. */
  calls?: number
  minutes?: number
  seed?: string
  /**
   * How many functions the account may run at a time, and for how many write units a second the
   * table is warmed up.
   */
  concurrency?: number
  warm?: number
  /** Of a load, what one user has: 0 to 1. */
  share?: number
  /** Whether what was used is written down for docs/cost.md. */
  keep?: boolean
}

export type Row = Record<string, Cell>

/** A number may stand beside its budget; what there is none of is left empty. */
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

/** How many cells are over their budget. */
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

/** A benchmark topic. Each is exported by its own file and listed in main.ts. */
export interface Measure {
  topic: string
  title: string
  /** True when the topic runs only if the command names it, because it takes minutes. */
  isOnlyOnDemand?: true
  /** Returns one row per measured thing, all with the columns of the first row. */
  run(bench: Bench): Promise<BenchRow[]>
}

export interface Bench {
  dynamodb: string
  rows?: number
  calls?: number
  minutes?: number
  seed?: string
  /** Maximum number of concurrent functions of the AWS account. */
  concurrency?: number
  warm?: number
  share?: number
  keep?: boolean
}

export type BenchRow = Record<string, Cell>

export type Cell = string | number | undefined | { value: number; budget: number }

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Formats rows as a text table; `!` marks an exceeded budget. */
export const tableOf = (rows: BenchRow[]): string => {
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

export const overBudget = (rows: BenchRow[]): number =>
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

const short = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 2 : 1)

/** Reports a changed or lost field. Never reports values of HTTP headers, which may be secrets. */
export type Say = (words: string) => void

export type ExportedFields = Record<string, unknown>

/** A field of another product and its counterpart in Parlance. docs/migrating shows these rows. */
export interface FieldRow {
  from: string
  to?: string
  /** Difference between `from` and `to`, such as another unit; or advice. */
  note: string
  isNeedless?: true
  read?: (value: unknown, say: Say) => unknown
}

export const carried = (from: string, to: string, note = '', read?: FieldRow['read']): FieldRow => ({
  ...{ from, to, note },
  ...(read && { read }),
})

/**
 * Makes the row of a field that depends on other records. A product's module, such as `vapi.ts`,
 * converts the field.
 */
export const joined = (from: string, to: string, note: string): FieldRow => carried(from, to, note, () => undefined)

export const lost = (from: string, note: string): FieldRow => ({ from, note })

export const needless = (...fields: string[]): FieldRow[] =>
  fields.map((from) => ({ from, note: 'not needed', isNeedless: true }))

export const isValues = (value: unknown): value is ExportedFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const valueAt = (record: ExportedFields, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isValues(value) ? value[name] : undefined), record)

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const valuesOf = (value: unknown): ExportedFields[] => (Array.isArray(value) ? value.filter(isValues) : [])

export const convert = (record: ExportedFields, rows: readonly FieldRow[], say: Say): ExportedFields => {
  const body: ExportedFields = {}
  for (const { from, to, note, read, isNeedless } of rows) {
    const value = valueAt(record, from)
    if (isEmpty(value) || isNeedless) continue
    if (to === undefined) {
      say(`${from}: not carried over; ${note}`)
      continue
    }
    const made = read ? read(value, (words) => say(`${from}: ${words}`)) : value
    if (made !== undefined) body[to] ??= made
  }
  for (const path of leavesOf(record, rows)) say(`${path}: not carried over; this program does not know it`)
  return body
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isValues(value) && Object.values(value).every(isEmpty))

const leavesOf = (record: ExportedFields, rows: readonly FieldRow[], prefix = ''): string[] =>
  Object.entries(record).flatMap(([name, value]) => {
    const path = prefix + name
    if (isEmpty(value) || rows.some(({ from }) => from === path)) return []
    const isAbove = rows.some(({ from }) => from.startsWith(`${path}.`))
    return isAbove && isValues(value) ? leavesOf(value, rows, `${path}.`) : [path]
  })

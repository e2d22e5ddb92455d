import { must } from '../../words/must.ts'
import { goneCode, type Kind, type KindColumn } from './columns.ts'

/**
 * A range of compacted rows: a column of their kinds, and pages of about a thousand ids. The newest
 * segment is open: one node holds its ids and kinds.
 */
export interface SegmentRef {
  key: string
  first: number
  last: number
  /** Number of rows, including the deleted rows that `gone` counts. */
  count: number
  gone: number
  sum: number
  /** Number of rows per kind. Absent if the segment has more than `talliedKindsMax` kinds. */
  tally?: readonly (readonly [Kind, number])[]
}

export interface IdPageRef {
  key: string
  first: number
  last: number
  count: number
  sum: number
}

export interface Segment extends KindColumn {
  idPages: readonly IdPageRef[]
  tallies: readonly Uint16Array[]
}

export interface IdPage {
  ids: readonly number[]
  amounts: readonly number[]
}

export interface Row {
  id: number
  kind: Kind
  amount?: number
}

export const tallied = (idPages: readonly IdPageRef[], column: KindColumn): Segment => {
  let start = 0
  const tallies = idPages.map(({ count }) => {
    const tally = new Uint16Array(column.kinds.length)
    const { codes } = column
    for (const end = start + count; start < end; start++) {
      const code = codes[start] ?? goneCode
      tally[code] = (tally[code] ?? 0) + 1
    }
    return tally
  })
  return { ...column, idPages, tallies }
}

/** Returns the index of the first id that is not below `id`. */
export const placeOf = (ascending: readonly number[], id: number): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

export const indexFor = (parts: readonly { first: number }[], id: number): number =>
  Math.max(
    0,
    parts.findLastIndex(({ first }) => first <= id),
  )

export const anyBetween = (ascending: readonly number[], first: number, last: number): boolean => {
  const place = placeOf(ascending, first)
  return place < ascending.length && (ascending[place] ?? 0) <= last
}

export const extentOf = ({ ids, amounts }: IdPage) => ({
  first: must(ids[0], 'first id'),
  last: must(ids.at(-1), 'last id'),
  count: ids.length,
  sum: amounts.reduce((sum, amount) => sum + amount, 0),
})

export const isOpen = ({ key }: { key: string }): boolean => key.endsWith('#o')

export const openIdPageKey = (key: string): string => `${key}/leaf`

import { must } from '../../words/must.ts'
import { goneCode, type Kind, type KindColumn } from './columns.ts'

/**
 * The shape of a history: rows in the order of their ids, sealed in volumes of some ten thousand,
 * each a column of kinds over leaves of about a thousand ids. The newest volume is open: few rows,
 * ids and kinds in one node.
 */
export interface VolumeRef {
  key: string
  /** The lowest and the highest id in it. */
  first: number
  last: number
  /** Its rows, and how many of them are gone. */
  count: number
  gone: number
  /** Sum of the amounts of its rows, if they have amounts. */
  sum: number
  /** Number of rows of each kind, if those are few: then it need not be read to be counted. */
  tally?: readonly (readonly [Kind, number])[]
}

export interface LeafRef {
  key: string
  first: number
  last: number
  count: number
  sum: number
}

export interface Volume extends KindColumn {
  leaves: readonly LeafRef[]
  /**
   * For each leaf, how many rows it has of each kind: made when the volume is read, and kept with
   * it.
   */
  tallies: readonly Uint16Array[]
}

export interface Leaf {
  ids: readonly number[]
  /** One for each id, or none at all. */
  amounts: readonly number[]
}

export interface Row {
  id: number
  kind: Kind
  amount?: number
}

export const tallied = (leaves: readonly LeafRef[], column: KindColumn): Volume => {
  let start = 0
  const tallies = leaves.map(({ count }) => {
    const tally = new Uint16Array(column.kinds.length)
    const { codes } = column
    for (const end = start + count; start < end; start++) {
      const code = codes[start] ?? goneCode
      tally[code] = (tally[code] ?? 0) + 1
    }
    return tally
  })
  return { ...column, leaves, tallies }
}

/** The place of the first of these ascending ids that is not below `id`. */
export const placeOf = (ascending: readonly number[], id: number): number => {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

/** The part that an id belongs to, of adjacent ones: the last that begins at or before it. */
export const indexFor = (parts: readonly { first: number }[], id: number): number =>
  Math.max(
    0,
    parts.findLastIndex(({ first }) => first <= id),
  )

export const anyBetween = (ascending: readonly number[], first: number, last: number): boolean => {
  const place = placeOf(ascending, first)
  return place < ascending.length && (ascending[place] ?? 0) <= last
}

/**
 * From where to where the rows of a leaf go, how many there are, and what their amounts sum up to.
 */
export const extentOf = ({ ids, amounts }: Leaf) => ({
  first: must(ids[0], 'first id'),
  last: must(ids.at(-1), 'last id'),
  count: ids.length,
  sum: amounts.reduce((sum, amount) => sum + amount, 0),
})

export const isOpen = ({ key }: { key: string }): boolean => key.endsWith('#o')

/** The leaf in the node of an open volume, as planners name it. */
export const openLeafKey = (key: string): string => `${key}/leaf`

import { isRecord } from './catalogue.ts'

export interface TextPassage {
  of: 'both' | 'before' | 'after'
  text: string
}

/**
 * Maximum number of word pairs to compare. Above it, the whole changed part is shown as replaced.
 */
const pairsMax = 1_000_000

export const differenceOf = (before: string, after: string): TextPassage[] => {
  const [old, young] = [wordsOf(before), wordsOf(after)]
  const start = sharedStart(old, young)
  const end = sharedStart(old.slice(start).reverse(), young.slice(start).reverse())
  return joined([
    { of: 'both', text: old.slice(0, start).join('') },
    ...changed(old.slice(start, old.length - end), young.slice(start, young.length - end)),
    { of: 'both', text: old.slice(old.length - end).join('') },
  ])
}

const wordsOf = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? []

const sharedStart = (one: readonly string[], other: readonly string[]): number => {
  const place = one.findIndex((word, at) => word !== other[at])
  return place < 0 ? one.length : place
}

/** Compares words by their longest common subsequence. */
const changed = (old: readonly string[], young: readonly string[]): TextPassage[] => {
  const whole: TextPassage[] = [
    { of: 'before', text: old.join('') },
    { of: 'after', text: young.join('') },
  ]
  if (old.length * young.length > pairsMax) return whole
  const width = young.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = young.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === young[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
  const passages: TextPassage[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < young.length) {
    const [word = '', other = ''] = [old[row], young[column]]
    const isInBoth = row < old.length && column < young.length && word === other
    const isGone =
      row < old.length && (column >= young.length || lengthAt(row + 1, column) >= lengthAt(row, column + 1))
    if (isInBoth) passages.push({ of: 'both', text: word })
    else passages.push(isGone ? { of: 'before', text: word } : { of: 'after', text: other })
    if (isInBoth || isGone) row++
    if (isInBoth || !isGone) column++
  }
  return passages
}

const joined = (passages: readonly TextPassage[]): TextPassage[] => {
  const all: TextPassage[] = []
  for (const passage of passages) {
    const last = all.at(-1)
    if (last?.of === passage.of) last.text += passage.text
    else if (passage.text !== '') all.push({ ...passage })
  }
  return all
}

/** Characters shown of an unchanged passage on each side of a change. */
const aroundMax = 120

export const nearChanges = (passages: readonly TextPassage[]): TextPassage[] =>
  passages.map(({ of, text }, index) => {
    if (of !== 'both') return { of, text }
    const [isFirst, isLast] = [index === 0, index === passages.length - 1]
    if (text.length <= aroundMax * (isFirst || isLast ? 1 : 2)) return { of, text }
    const [head, tail] = [isFirst ? '' : text.slice(0, aroundMax), isLast ? '' : text.slice(-aroundMax)]
    return { of, text: `${head} … ${tail}` }
  })

/** Writes a value as text; an object has a line for each field. */
export const textOf = (value: unknown): string => linesOf(value, '').join('\n')

const linesOf = (value: unknown, name: string): string[] => {
  const within = Array.isArray(value)
    ? value.map((item, index) => [String(index + 1), item] as const)
    : membersOf(value)
  if (within) return within.flatMap(([key, member]) => linesOf(member, name ? `${name}.${key}` : key))
  const text = value === null || value === undefined ? '' : String(value)
  return name ? [`${name}: ${text}`] : text === '' ? [] : [text]
}

const membersOf = (value: unknown): (readonly [string, unknown])[] | undefined =>
  isRecord(value) ? Object.entries(value) : undefined

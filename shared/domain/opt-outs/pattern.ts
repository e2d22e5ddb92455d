import { comma, formsOf, isBoundary, stop, type Unit, unitsOf } from './units.ts'

/**
 * A pattern of words. Elements:
 *
 *   word  stem*  two_words  a|b   one of these; `@name` names a list of them
 *   x?                            optional
 *   ~3                            up to three units, without counting commas, in one sentence
 *   -3                            the same, without a comma in between
 *   %9                            the same, across sentences
 *   ^  $                          beginning and end of a clause; `$` also as an alternative
 *   !a|b                          the next unit matches no alternative
 */
export interface Pattern {
  /** Parsed at the first comparison, because most patterns are never compared. */
  elements(): readonly Element[]
  first: readonly Words[]
  /** True when commas between neighbouring elements do not matter. */
  isLoose: boolean
}

interface Words {
  kind: 'words'
  words: readonly Node[]
  isOptional: boolean
  isEnd: boolean
}
type Element =
  | Words
  | { kind: 'gap'; max: number; over: 'commas' | 'nothing' | 'sentences' }
  | { kind: 'start' }
  | { kind: 'not'; words: readonly Node[]; isEnd: boolean }

/**
 * Node of a tree of words. Children are found by the word or its stem, as written or without
 * accents (`bare`).
 */
interface Node {
  written: Map<string, Node>
  bare: Map<string, Node>
  stems: Map<string, Node>
  bareStems: Map<string, Node>
  isWhole: boolean
}

const newNode = (): Node => ({
  written: new Map(),
  bare: new Map(),
  stems: new Map(),
  bareStems: new Map(),
  isWhole: false,
})

const stemLengthMin = 2
const stemLengthMax = 16

const nextNodes = (node: Node, { text, isBare }: Unit): Node[] => {
  const found: Node[] = []
  const add = (next: Node | undefined) => {
    if (next && !found.includes(next)) found.push(next)
  }
  add(node.written.get(text))
  if (isBare) add(node.bare.get(text))
  if (node.stems.size === 0) return found
  for (let length = stemLengthMin; length <= Math.min(stemLengthMax, text.length); length++) {
    const stem = text.slice(0, length)
    add(node.stems.get(stem))
    if (isBare) add(node.bareStems.get(stem))
  }
  return found
}

/** Adds an alternative such as `call_me` or `anruf*`. */
const addWords = (root: Node, alternative: string): void => {
  const isStem = alternative.endsWith('*')
  const words = unitsOf(alternative.replace('*', '').replaceAll('_', ' ')).map(({ text }) => text)
  let nodes = [root]
  for (const [place, word] of words.entries()) {
    const forms = formsOf(word)
    const isLast = isStem && place === words.length - 1
    const next = newNode()
    const into = (map: Map<string, Node>, key: string): Node => {
      const known = map.get(key) ?? next
      map.set(key, known)
      return known
    }
    nodes = [
      ...new Set(
        nodes.flatMap((node) => [
          into(isLast ? node.stems : node.written, forms.written),
          into(isLast ? node.bareStems : node.bare, forms.bare),
        ]),
      ),
    ]
  }
  for (const node of nodes) node.isWhole = true
}

export type Lists = Readonly<Record<string, string>>

const treeOf = (alternatives: readonly string[]): Node => {
  const root = newNode()
  for (const alternative of alternatives) addWords(root, alternative)
  return root
}

const treesOf = new WeakMap<Lists, Map<string, { tree: Node; others: string[]; isEnd: boolean }>>()

const listOf = (name: string, lists: Lists) => {
  const trees = treesOf.get(lists) ?? new Map()
  treesOf.set(lists, trees)
  const known = trees.get(name)
  if (known) return known
  const words = lists[name]
  if (words === undefined) throw new Error(`No list of words is called ${name}`)
  const alternatives = words.trim().split(/\s+/)
  const plain = alternatives.filter((one) => one !== '$' && !one.startsWith('@'))
  const others = alternatives.filter((one) => one.startsWith('@'))
  const made = { tree: treeOf(plain), others, isEnd: alternatives.includes('$') }
  trees.set(name, made)
  return made
}

const readWords = (alternatives: readonly string[], lists: Lists): { words: Node[]; isEnd: boolean } => {
  const plain = alternatives.filter((one) => one !== '$' && !one.startsWith('@'))
  const named = alternatives.filter((one) => one.startsWith('@')).map((one) => listOf(one.slice(1), lists))
  const nested = named.map(({ others }) => readWords(others, lists))
  const isEnd = [...named, ...nested].some((one) => one.isEnd)
  const trees = [...named.map(({ tree }) => tree), ...nested.flatMap(({ words }) => words)]
  return {
    words: plain.length > 0 ? [treeOf(plain), ...trees] : trees,
    isEnd: isEnd || alternatives.includes('$'),
  }
}

const gaps = { '~': 'commas', '-': 'nothing', '%': 'sentences' } as const
const isGap = (sign: string | undefined): sign is keyof typeof gaps => sign !== undefined && Object.hasOwn(gaps, sign)

const readElement = (written: string, lists: Lists): Element => {
  const [sign] = written
  if (isGap(sign)) return { kind: 'gap', max: Number(written.slice(1)), over: gaps[sign] }
  if (written === '^') return { kind: 'start' }
  const alternatives = written.replace(/^!|\?$/g, '').split('|')
  const read = readWords(alternatives, lists)
  return written.startsWith('!')
    ? { kind: 'not', ...read }
    : { kind: 'words', ...read, isOptional: written.endsWith('?') }
}

export const readPattern = (written: string, lists: Lists, isLoose: boolean): Pattern => {
  const signs = written.trim().split(/\s+/)
  const first: Words[] = []
  for (const sign of signs) {
    if (sign === '^') continue
    const element = readElement(sign, lists)
    if (element.kind !== 'words') throw new Error(`A pattern must begin with words: ${written}`)
    first.push(element)
    if (!element.isOptional) break
  }
  let elements: Element[] | undefined
  return {
    first,
    isLoose,
    elements: () => {
      elements ??= signs.map((sign) => readElement(sign, lists))
      return elements
    },
  }
}

const endsOf = (trees: readonly Node[], units: readonly Unit[], begin: number): number[] => {
  const ends: number[] = []
  let nodes = [...trees]
  for (let place = begin; nodes.length > 0; place++) {
    if (nodes.some(({ isWhole }) => isWhole)) ends.push(place)
    const unit = units[place]
    if (!unit || isBoundary(unit)) break
    nodes = nodes.flatMap((node) => nextNodes(node, unit))
  }
  return ends
}

const isEndAt = (units: readonly Unit[], place: number): boolean => {
  const unit = units[place]
  return !unit || isBoundary(unit)
}

const gapEnds = (units: readonly Unit[], begin: number, { max, over }: Extract<Element, { kind: 'gap' }>): number[] => {
  const ends = [begin]
  let words = 0
  for (let place = begin; place < units.length; place++) {
    const unit = units[place]
    if (unit === stop && over !== 'sentences') break
    if (unit === comma && over === 'nothing') break
    if (unit && !isBoundary(unit) && ++words > max) break
    ends.push(place + 1)
  }
  return ends
}

const stepFrom = (units: readonly Unit[], place: number, element: Element, skips: boolean): number[] => {
  const begin = skips && units[place] === comma ? place + 1 : place
  switch (element.kind) {
    case 'gap':
      return gapEnds(units, place, element)
    case 'start':
      return place === 0 || isEndAt(units, place - 1) ? [place] : []
    case 'not':
      if (element.isEnd && isEndAt(units, place)) return []
      return endsOf(element.words, units, place).length > 0 ? [] : [place]
    case 'words': {
      const ends = endsOf(element.words, units, begin)
      if (element.isEnd && isEndAt(units, place)) ends.push(place)
      if (element.isOptional) ends.push(place)
      return ends
    }
  }
}

const matchAt = ({ elements, isLoose }: Pattern, units: readonly Unit[], begin: number): number | undefined => {
  let places = new Set([begin])
  let before: Element | undefined
  for (const element of elements()) {
    const skips = isLoose && before !== undefined && !(before.kind === 'gap' && before.over === 'nothing')
    const next = new Set<number>()
    for (const place of places) for (const end of stepFrom(units, place, element, skips)) next.add(end)
    if (next.size === 0) return undefined
    places = next
    before = element
  }
  return Math.max(...places)
}

/** Patterns by first word, so that a text is compared with few of them. */
export interface Index<T> {
  at(units: readonly Unit[], place: number): { value: T; end: number }[]
}

export const indexOf = <T>(entries: readonly { pattern: Pattern; value: T }[]): Index<T> => {
  const maps = { written: new Map(), bare: new Map(), stems: new Map(), bareStems: new Map() } as const
  type Found = Map<string, (typeof entries)[number][]>
  for (const entry of entries)
    for (const node of entry.pattern.first.flatMap(({ words }) => words))
      for (const kind of ['written', 'bare', 'stems', 'bareStems'] as const)
        for (const word of node[kind].keys()) {
          const map: Found = maps[kind]
          const known = map.get(word)
          if (known) known.push(entry)
          else map.set(word, [entry])
        }
  const begun = ({ text, isBare }: Unit): Set<(typeof entries)[number]> => {
    const found = new Set<(typeof entries)[number]>()
    const add = (list: readonly (typeof entries)[number][] = []) => {
      for (const entry of list) found.add(entry)
    }
    add(maps.written.get(text))
    if (isBare) add(maps.bare.get(text))
    for (let length = stemLengthMin; length <= Math.min(stemLengthMax, text.length); length++) {
      const stem = text.slice(0, length)
      add(maps.stems.get(stem))
      if (isBare) add(maps.bareStems.get(stem))
    }
    return found
  }
  return {
    at: (units, place) => {
      const unit = units[place]
      if (!unit || isBoundary(unit)) return []
      return [...begun(unit)].flatMap(({ pattern, value }) => {
        const end = matchAt(pattern, units, place)
        return end === undefined ? [] : [{ value, end }]
      })
    },
  }
}

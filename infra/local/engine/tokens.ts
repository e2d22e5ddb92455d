import { invalid, unknown } from './refusals.ts'

export interface ExpressionTokens {
  peek(): string | undefined
  take(): string
  takes(word: string): boolean
  expect(word: string): void
  name(): string
  value(): string
  readonly names: ReadonlySet<string>
  readonly values: ReadonlySet<string>
}

const word = /([#:]\w+|[A-Za-z_]\w*|<>|<=|>=|[=<>(),.])/y

const afterBlanks = (text: string, from: number): number => {
  let at = from
  while (/\s/.test(text.charAt(at))) at++
  return at
}

export const tokensOf = (text: string): ExpressionTokens => {
  if (Buffer.byteLength(text) > expressionBytesMax)
    throw invalid('Expression size has exceeded the maximum allowed size')
  const words: string[] = []
  for (let at = afterBlanks(text, 0); at < text.length; at = afterBlanks(text, word.lastIndex)) {
    word.lastIndex = at
    const [, found] = word.exec(text) ?? []
    if (found === undefined) throw unknown(`the expression ${text}`)
    words.push(found)
  }
  const names = new Set<string>()
  const values = new Set<string>()
  let place = 0
  const peek = () => words[place]?.toUpperCase()
  const take = () => {
    const taken = words[place++]
    if (taken === undefined) throw unknown(`the expression ${text}, which breaks off`)
    return taken
  }
  const takes = (wanted: string) => {
    if (peek() !== wanted) return false
    place += 1
    return true
  }
  const placeholder = (mark: '#' | ':', kept: Set<string>) => {
    const taken = take()
    if (!taken.startsWith(mark)) throw unknown(`${taken} in the expression ${text}`)
    kept.add(taken)
    return taken
  }
  return {
    peek,
    take,
    takes,
    expect: (wanted) => {
      if (!takes(wanted)) throw unknown(`the expression ${text}, which lacks ${wanted}`)
    },
    name: () => placeholder('#', names),
    value: () => placeholder(':', values),
    names,
    values,
  }
}

const expressionBytesMax = 4096

export const readOnce = <T>(read: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = read(text)
    known.set(text, made)
    return made
  }
}

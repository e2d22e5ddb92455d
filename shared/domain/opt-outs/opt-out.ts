import { optOutWords } from './opt-out-words.ts'
import { type Index, indexOf, readPattern } from './pattern.ts'
import { rulesByLanguage } from './rules/every-language.ts'
import { isBoundary, type Unit, unitsOf } from './units.ts'

export type OptOut = 'stop' | 'start'

const startWords = ['start', 'unstop', 'yes']

/** Words in a short message. A longer message usually says more than an opt-out. */
const shortWordsMax = 6
/** Characters of a short message in scripts without blanks. */
const unspacedMax = 24

/**
 * The carrier's verdict comes first. STOP counts as a whole sentence or at either end of a short
 * message; patterns find other opt-outs. START counts only alone.
 */
export const readOptOut = (body = '', verdict?: OptOut | 'neither'): OptOut | undefined => {
  if (verdict) return verdict === 'neither' ? undefined : verdict
  const units = unitsOf(body)
  if (asksToStop(units) || isAsked(units)) return 'stop'
  return startWords.includes(wordsOf(units).join('')) ? 'start' : undefined
}

export const asksToBeLeftAlone = (words: string): boolean => isAsked(unitsOf(words))

/** True when the words may be an opt-out: words about calls, lists, consent or stopping. */
export const mayAskToBeLeftAlone = (words: string): boolean => {
  const units = unitsOf(words)
  return units.some((_, index) => net().hints.at(units, index).length > 0)
}

interface Span {
  language: string
  begin: number
  end: number
}

const spansIn = (index: Index<string>, units: readonly Unit[]): Span[] =>
  units.flatMap((_, begin) => index.at(units, begin).map(({ value: language, end }) => ({ language, begin, end })))

/**
 * True when a pattern matches, unless an `unless` pattern of the same language overlaps the match.
 */
const isAsked = (units: readonly Unit[]): boolean => {
  const asks = spansIn(net().asks, units)
  if (asks.length === 0) return false
  const vetoes = spansIn(net().unless, units)
  const takesBack = (ask: Span) => (veto: Span) =>
    veto.language === ask.language && veto.begin < ask.end && ask.begin < veto.end
  return asks.some((ask) => !vetoes.some(takesBack(ask)))
}

const wordsOf = (units: readonly Unit[]): string[] => units.filter((unit) => !isBoundary(unit)).map(({ text }) => text)

const isNumber = /^\p{N}+$/u

const asksToStop = (units: readonly Unit[]): boolean => {
  if (sentencesIn(units).some((words) => isStopWord(words, net().alone))) return true
  const words = wordsOf(units).filter((word) => !isNumber.test(word))
  if (words.length > shortWordsMax) return hasUnspacedEdge(words)
  return words.some(
    (_, index) =>
      (isStopWord(words.slice(0, index + 1), net().edge) && !leadsOn.has(words[index + 1] ?? '')) ||
      (isStopWord(words.slice(index), net().edge) && !leadsTo.has(words[index - 1] ?? '')),
  )
}

const isStopWord = (words: readonly string[], known: ReadonlySet<string>): boolean => known.has(words.join(''))

const sentencesIn = (units: readonly Unit[]): string[][] => {
  const sentences: string[][] = [[]]
  for (const unit of units) {
    if (isBoundary(unit)) sentences.push([])
    else if (!isNumber.test(unit.text)) sentences.at(-1)?.push(unit.text)
  }
  return sentences.filter(({ length }) => length > 0)
}

/** True when a short text in a script without blanks begins or ends with an opt-out keyword. */
const hasUnspacedEdge = (words: readonly string[]): boolean => {
  const text = words.join('')
  return text.length <= unspacedMax && net().unspaced.some((word) => text.startsWith(word) || text.endsWith(word))
}

/**
 * Words that continue a sentence after an opt-out keyword, as in “stop by”. Such a text is an
 * opt-out only if a pattern matches.
 */
const leadsOn = new Set(
  `by at in over on off for when if the a an my our your his her thinking worrying saying being kidding la le les l il lo i gli el los las o os as
  de del d di der die das den dem mein meine meinen unsere meu minha mon ma mes mi mis mio mia mój moje z ze w do na mijn het een voor met da al alla
  no em en auf an zu um im varaukseni min mit mina con con_el siz моя мой мою заказ u s sa`.split(/\s+/),
)
/** Words that negate the next opt-out keyword, or make it a noun. */
const leadsTo = new Set(
  `the a an next last first bus full cant cannot dont wont never didnt to will must non one der die das la le el un une nächster letzter kann nicht no
  não non nie не pas inte ikke niet`.split(/\s+/),
)

const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

const stopForms = (phrases: readonly string[]): string[] =>
  phrases.flatMap((phrase) => {
    const bare = phrase.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
    return [phrase, bare].map((form) => wordsOf(unitsOf(form)).join(''))
  })

const linesOf = (patterns: string): string[] => patterns.split('\n').filter((line) => line.trim())

/** Creates the rules only when needed, because they contain the words of all languages. */
const netOf = () => {
  const all = Object.values(optOutWords)
  const edge = new Set(all.flatMap((words) => stopForms(words.edge)))
  const rules = Object.entries(rulesByLanguage)
  const entries = (part: 'asks' | 'unless', isLoose: boolean) =>
    rules.flatMap(([value, { lists, [part]: lines }]) =>
      linesOf(lines).map((line) => ({ value, pattern: readPattern(line, lists, isLoose) })),
    )
  return {
    edge,
    alone: new Set([...edge, ...all.flatMap((words) => stopForms(words.alone))]),
    unspaced: [...edge].filter((word) => isUnspaced.test(word)),
    asks: indexOf(entries('asks', true)),
    unless: indexOf(entries('unless', false)),
    hints: indexOf(
      rules.map(([value, { hints }]) => ({
        value,
        pattern: readPattern(hints.trim().split(/\s+/).join('|'), {}, true),
      })),
    ),
  }
}
let known: ReturnType<typeof netOf> | undefined
const net = () => {
  known ??= netOf()
  return known
}

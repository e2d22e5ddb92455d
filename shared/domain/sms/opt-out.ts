import { optOutPhrases } from './opt-out-phrases.ts'
import { optOutWords } from './opt-out-words.ts'

export type OptOut = 'stop' | 'start'

/** The words by which people ask to be written to again: those that carriers know. */
const startWords = ['start', 'unstop', 'yes']

/** A message of more words than this says more than that it wants to be left alone. */
const shortWordsMax = 6

/**
 * What an incoming message asks for. The carrier's own verdict counts before ours. A wrong STOP costs less than a
 * missed one, so STOP counts also as one sentence among others, at either end of a short message, and as a phrase anywhere; START only alone.
 */
export const readOptOut = (body = '', verdict?: OptOut | 'neither'): OptOut | undefined => {
  if (verdict) return verdict === 'neither' ? undefined : verdict
  const text = plain(body)
  if (asksToStop(text) || hasPhrase(text)) return 'stop'
  return startWords.includes(wordsIn(text).join('')) ? 'start' : undefined
}

/**
 * Does a person ask in these words not to be called or written to again, in any language? A net of fixed phrases, for what is said on the
 * phone: it asks no model, and it may take a question for a wish.
 */
export const asksToBeLeftAlone = (words: string): boolean => hasPhrase(plain(words))

const hasPhrase = (text: string): boolean => {
  const words = wordsIn(text)
  const spaced = ` ${words.join(' ')} `
  return net().phrases.some((phrase) => spaced.includes(phrase)) || holdsUnspaced(words.join(''))
}

const holdsUnspaced = (text: string): boolean => net().unspacedPhrases.some((phrase) => text.includes(phrase))

const asksToStop = (text: string): boolean => {
  const { alone, edge } = net()
  if (text.split(sentenceEnd).some((sentence) => alone.has(wordsIn(sentence).join('')))) return true
  const words = wordsIn(text)
  if (words.length > shortWordsMax) return false
  const atEdge = (_: string, index: number) =>
    edge.has(words.slice(0, index + 1).join('')) || edge.has(words.slice(index).join(''))
  return words.some(atEdge) || asksWithoutBlanks(words.join(''))
}

/** East Asian scripts and Thai write a whole sentence as one word. */
const asksWithoutBlanks = (text: string): boolean =>
  text.length <= unspacedMax && net().unspaced.some((word) => text.startsWith(word) || text.endsWith(word))

/** The length of a short message in such a script, decomposed. */
const unspacedMax = 24

/** Also the dashes before a signature. */
const sentenceEnd = /[\n\r.,;:!?…。、，！？।|]|--|[—–]/u

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? []

/** Full width, capitals, accents and a missing dot make no difference. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replaceAll('ı', 'i')

const joined = (phrases: readonly string[]): string[] => phrases.map((phrase) => wordsIn(plain(phrase)).join(''))
const isUnspaced = (word: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word)

/** Read when the first words are judged: a start of a function does not wait for the words of all languages. */
const netOf = () => {
  const all = Object.values(optOutWords)
  const edge = new Set(all.flatMap((words) => joined(words.edge)))
  const everyPhrase = Object.values(optOutPhrases).flat()
  return {
    edge,
    alone: new Set([...edge, ...all.flatMap((words) => joined(words.alone))]),
    unspaced: [...edge].filter(isUnspaced),
    unspacedPhrases: joined(everyPhrase.filter(isUnspaced)),
    phrases: everyPhrase
      .filter((phrase) => !isUnspaced(phrase))
      .map((phrase) => ` ${wordsIn(plain(phrase)).join(' ')} `),
  }
}
let known: ReturnType<typeof netOf> | undefined
const net = () => {
  known ??= netOf()
  return known
}

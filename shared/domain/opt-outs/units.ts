/** A word, or one character of a script without blanks. */
export interface Unit {
  /** Lower case, with the written accents. */
  text: string
  /** True when the word has no accent. The writer may have omitted accents. */
  isBare: boolean
}

export const comma: Unit = { text: ',', isBare: false }
export const stop: Unit = { text: '.', isBare: false }
export const isBoundary = (unit: Unit): boolean => unit === comma || unit === stop

/** Characters. Longer words are cut, because no rule has such words. */
const unitLengthMax = 40

/** Splits text into East Asian characters, words with their accents, numbers, and separators. */
const parts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{M}]|\p{N}|['’‘ʼ`´]|[\n\r.;:!?…。！？؟।|]|--|[—–]|[,،、，]/gu
const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const isLetter = /[\p{L}\p{M}]/u
const isNumber = /\p{N}/u
const isApostrophe = /['’‘ʼ`´]/
const isComma = /[,،、，]/

/** Combining accents. `formsOf` keeps them only in the `written` form of Latin words. */
const accents = /[\u0300-\u036f]/g
/** Vowel points of Hebrew and Arabic, the tatweel, and the Indic nukta. */
const points = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640\u093c\u09bc\u0abc]/g
const letters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
}
const others = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

const plainly = (text: string): string => text.normalize('NFKD').toLowerCase().replace(points, '')

const bare = (word: string): string => word.replace(accents, '').replace(others, (letter) => letters[letter] ?? letter)

const isLatin = /^[\p{Script=Latin}\p{M}]/u

export const formsOf = (word: string): { written: string; bare: string } => {
  const without = bare(word.normalize('NFKD')).normalize('NFC')
  return isLatin.test(word) ? { written: word.normalize('NFC'), bare: without } : { written: without, bare: without }
}

const unitOf = (word: string): Unit => {
  const forms = formsOf(word)
  return { text: forms.written.slice(0, unitLengthMax), isBare: forms.written === forms.bare }
}

/** English endings after an apostrophe: “don’t” becomes the unit “dont”. */
const joined = new Set(['t', 'm', 'll', 've', 're', 'd', 's'])

/** Drops quotation marks, brackets and other signs. */
export const unitsOf = (text: string): Unit[] => {
  const units: Unit[] = []
  let word = ''
  let before = ''
  const end = () => {
    if (before && word) {
      if (joined.has(word)) units.push(unitOf(before + word))
      else units.push(unitOf(before), unitOf(word))
    } else if (before || word) units.push(unitOf(before || word))
    before = ''
    word = ''
  }
  let last = 0
  for (const { 0: part, index } of plainly(text).matchAll(parts)) {
    const follows = index === last
    last = index + part.length
    if (isApostrophe.test(part) && follows && word) {
      if (before) {
        units.push(unitOf(before))
      }
      before = word
      word = ''
      continue
    }
    if (!follows) end()
    if (isUnspaced.test(part)) {
      end()
      units.push(unitOf(part))
    } else if (isLetter.test(part)) word += part
    else if (isNumber.test(part)) {
      if (word && !isNumber.test(word)) end()
      word += part
    } else {
      end()
      const boundary = isComma.test(part) ? comma : stop
      if (units.at(-1) !== stop) units.push(boundary)
    }
  }
  end()
  return units
}

import { filtered, type TextFilter, textFilter } from './text-filter.ts'
import { codeOf, entityAt, linkAt, type Read, spokenAddress, tagAt } from './written-signs.ts'

/**
 * Removes Markdown, tags and emoji; shortens URLs. Numbers, prices, phone numbers and star codes
 * stay.
 */

/** `more`: the meaning of the Markdown characters depends on text that has not arrived yet. */
type Step = (Read & { begins?: 'line' | 'block' }) | 'more' | undefined

interface State {
  before: string
  last: string
  isLineStart: boolean
  /** True in a heading, list item or table row, which is a sentence of its own. */
  isBlock: boolean
  wasEmoji: boolean
}

interface Place {
  text: string
  at: number
  isEnd: boolean
  state: State
  atSign: string
}

export const plainSpeech = (text: string, atSign: string): string => filtered(speechFilter(atSign), text)

export const speechFilter = (atSign: string): TextFilter => {
  const state: State = { before: '', last: '', isLineStart: true, isBlock: false, wasEmoji: false }
  return textFilter((text, isEnd) => {
    let out = ''
    let at = 0
    while (at < text.length) {
      const step = stepAt({ text, at, isEnd, state, atSign })
      if (step === 'more') break
      out += step.out
      advance(state, text.slice(at, at + step.length), step)
      at += step.length
    }
    return { out, length: at }
  })
}

const advance = (state: State, read: string, { out, begins }: Exclude<Step, 'more' | undefined>): void => {
  state.before = read.at(-1) ?? state.before
  state.last = out.at(-1) ?? state.last
  state.wasEmoji = !isAscii(read) && (unspoken.test(read) || (state.wasEmoji && read === joiner))
  if (begins === 'line') Object.assign(state, { isLineStart: true, isBlock: false })
  else if (begins === 'block') Object.assign(state, { isLineStart: false, isBlock: true })
  else if (out !== '' || !/^\s*$/.test(read)) state.isLineStart = false
}

const stepAt = (place: Place): Exclude<Step, undefined> => {
  const { text, at, isEnd, state } = place
  const atStart = state.isLineStart ? lineStart(place) : undefined
  if (atStart) return atStart
  const character = text.charAt(at)
  const special = signs[character] ?? (isWordStart(place) ? address : undefined)
  const step = special?.(place)
  if (step) return step
  if (isAscii(character)) return literal(character)
  if (/[\uD800-\uDBFF]/.test(character) && at + 1 === text.length && !isEnd) return 'more'
  const whole = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const isUnspoken = unspoken.test(whole) || (whole === joiner && state.wasEmoji)
  return { length: whole.length, out: isUnspoken ? '' : whole }
}

/** Emoji, lone surrogates, zero-width characters, and ⟦⟧ from prompts. © ® and ™ are spoken. */
const unspoken =
  /^(?![©®™])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Cs}|\p{Variation_Selector}|\u20E3|\u200B|\uFEFF|[⟦⟧]|[\u{E0020}-\u{E007F}])$/u
const joiner = '\u200D'

const literal = (out: string): Read => ({ length: out.length, out })
const dropped = (length: number): Read => ({ length, out: '' })
const isAscii = (character: string): boolean => character < '\u0080'
const isBlank = (character: string): boolean => character === '' || /\s/.test(character)
const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)
const isDigit = (character: string): boolean => character >= '0' && character <= '9'
const sentenceEnds = '.!?…:;,。！？'

const lineEnd = (state: State, length: number): Step => {
  const isOpen = state.isBlock && !isBlank(state.last) && !sentenceEnds.includes(state.last)
  return { length, out: (isOpen ? '.' : '') + (state.last === '\n' ? '' : '\n'), begins: 'line' }
}

const run = (text: string, at: number, characters: string): number => {
  let end = at
  while (end < text.length && characters.includes(text.charAt(end))) end++
  return end - at
}

const lineStart = (place: Place): Step => {
  const { text, at, isEnd } = place
  const from = at + run(text, at, ' \t')
  if (from === text.length) return isEnd || from === at ? undefined : 'more'
  const lead = from - at
  for (const rule of lineRules) {
    const step = rule({ ...place, at: from })
    if (step === 'more') return 'more'
    if (step) return { ...step, length: step.length + lead }
  }
  return undefined
}

const ruleLengthMax = 100
const rowLengthMax = 2000

const restOfLine = ({ text, at, isEnd }: Pick<Place, 'text' | 'at' | 'isEnd'>, lengthMax: number) => {
  const rest = text.slice(at, at + lengthMax + 1)
  const end = rest.indexOf('\n')
  if (end >= 0) return rest.slice(0, end)
  if (rest.length > lengthMax) return undefined
  return isEnd ? rest : 'more'
}

const fence = ({ text, at, isEnd }: Place): Step => {
  const sign = text.charAt(at)
  if (sign !== '`' && sign !== '~') return undefined
  const length = run(text, at, sign)
  if (length < 3) return at + length === text.length && !isEnd ? 'more' : undefined
  const line = restOfLine({ text, at: at + length, isEnd }, ruleLengthMax)
  if (line === undefined || line === 'more') return line
  if (line.includes(sign)) return undefined
  const isLast = at + length + line.length === text.length
  return { ...dropped(length + line.length + (isLast ? 0 : 1)), begins: 'line' }
}

/** Reads `---`, `***`, and the line below a table's head row. */
const ruler = ({ text, at, isEnd }: Place): Step => {
  if (!'-*_=|:'.includes(text.charAt(at))) return undefined
  const length = run(text, at, '-*_=|: \t')
  const isOpen = at + length === text.length
  if (length > ruleLengthMax) return undefined
  if (isOpen && !isEnd) return 'more'
  if (!isOpen && text.charAt(at + length) !== '\n') return undefined
  const line = text.slice(at, at + length)
  if (line.replace(/[ \t|:]/g, '').length < 2) return undefined
  return { ...dropped(length + (isOpen ? 0 : 1)), begins: 'line' }
}

const row = ({ text, at, isEnd, atSign }: Place): Step => {
  if (text.charAt(at) !== '|') return undefined
  const line = restOfLine({ text, at, isEnd }, rowLengthMax)
  if (line === undefined || line === 'more') return line
  if (line.lastIndexOf('|') === 0) return undefined
  const cells = line.split('|').map((cell) => cellSpeech(cell, atSign))
  return { length: line.length, out: cells.filter(Boolean).join(', '), begins: 'block' }
}
const cellSpeech = (cell: string, atSign: string): string => plainSpeech(` ${cell.trim()}`, atSign).trim()

const heading = ({ text, at, isEnd }: Place): Step => {
  const length = run(text, at, '#')
  if (length === 0 || length > 6) return undefined
  const next = text.charAt(at + length)
  if (next === '') return isEnd ? dropped(length) : 'more'
  return next === ' ' || next === '\t' ? { ...dropped(length + 1), begins: 'block' } : undefined
}

const quote = ({ text, at }: Place): Step => (text.charAt(at) === '>' ? { ...dropped(1), begins: 'line' } : undefined)

const bullets = '-*+•◦▪▫‣⁃–—·●○'
const item = ({ text, at, isEnd }: Place): Step => {
  const sign = text.charAt(at)
  if (!bullets.includes(sign)) return undefined
  const next = text.charAt(at + 1)
  if (next === '') return isEnd ? undefined : 'more'
  if (next !== ' ' && next !== '\t') return undefined
  const rest = text.slice(at + 2, at + 6)
  if (!isEnd && rest.length < 4 && /^(\[([ xX]\]?)?)?$/.test(rest)) return 'more'
  // `+ 49 30 …` begins a phone number.
  if (sign === '+' && isDigit(rest.charAt(0))) return undefined
  return { ...dropped(/^\[[ xX]\] /.test(rest) ? 6 : 2), begins: 'block' }
}

const numbered = ({ text, at, isEnd }: Place): Step => {
  const digits = run(text, at, '0123456789')
  if (digits === 0 || digits > 3) return undefined
  const sign = text.charAt(at + digits)
  const next = text.charAt(at + digits + 1)
  if (sign === '' || ('.)'.includes(sign) && next === '')) return isEnd ? undefined : 'more'
  if (!'.)'.includes(sign) || (next !== ' ' && next !== '\t')) return undefined
  return { length: digits + 2, out: `${text.slice(at, at + digits)}. `, begins: 'block' }
}

const lineRules: readonly ((place: Place) => Step)[] = [fence, ruler, row, heading, quote, item, numbered]

const blank = ({ text, at, isEnd, state }: Place): Step => {
  if (state.isBlock) {
    // A heading gets a full stop in place of closing `#` signs.
    const length = run(text, at, ' \t#')
    const next = text.charAt(at + length)
    if (next === '' && !isEnd) return 'more'
    if (next === '' || next === '\n') return dropped(length)
  }
  return { length: 1, out: /\s/.test(state.last) ? '' : ' ' }
}

/** Reads stars. Between digits or blanks, a star is arithmetic, not emphasis. */
const stars = ({ text, at, isEnd, state: { before } }: Place): Step => {
  const codeLength = run(text, at, '*#0123456789')
  if (at + codeLength === text.length && codeLength < codeLengthMax && !isEnd) return 'more'
  const code = isWord(before) ? undefined : codeOf(text.slice(at, at + codeLength))
  if (code) return literal(code)
  const length = run(text, at, '*')
  const next = text.charAt(at + length)
  const isSign = (isDigit(before) && isDigit(next)) || (isBlank(before) && isBlank(next))
  return isSign ? literal(text.slice(at, at + length)) : dropped(length)
}
const codeLengthMax = 60

const underscores = ({ text, at, isEnd, state: { before } }: Place): Step => {
  const length = run(text, at, '_')
  if (at + length === text.length && !isEnd) return 'more'
  const isInside = isWord(before) && isWord(text.charAt(at + length))
  return isInside ? literal(text.slice(at, at + length)) : dropped(length)
}

const tildes = ({ text, at, isEnd }: Place): Step => {
  const length = run(text, at, '~')
  if (at + length === text.length && !isEnd) return 'more'
  return length > 1 ? dropped(length) : undefined
}

const backslash = ({ text, at, isEnd }: Place): Step => {
  const next = text.charAt(at + 1)
  if (next === '') return isEnd ? undefined : 'more'
  return /[!-/:-@[-`{-~]/.test(next) ? { length: 2, out: next } : undefined
}

const exclamation = ({ text, at, isEnd }: Place): Step => {
  const next = text.charAt(at + 1)
  if (next === '') return isEnd ? undefined : 'more'
  return next === '[' ? dropped(1) : undefined
}

const squareBracket = ({ text, at, isEnd, atSign }: Place): Step => {
  const link = linkAt(text, at, isEnd)
  if (link === undefined || link === 'more') return link
  const { label, target, length } = link
  const isUseful = label.trim() !== ''
  return { length, out: isUseful ? plainSpeech(` ${label.trim()}`, atSign).trim() : spokenAddress(target) }
}

/** Reads a model's citation, such as `【4†source】`. */
const citation = ({ text, at, isEnd }: Place): Step => {
  const rest = text.slice(at, at + ruleLengthMax)
  const end = rest.indexOf('】')
  if (end >= 0) return dropped(end + 1)
  return rest.length === ruleLengthMax || isEnd ? undefined : 'more'
}

const angle = ({ text, at, isEnd, state, atSign }: Place): Step => {
  const tag = tagAt(text, at, isEnd)
  if (tag === undefined || tag === 'more') return tag
  if (tag.kind === 'address') return { length: tag.length, out: spokenAddress(tag.address).replace('@', ` ${atSign} `) }
  if (tag.kind === 'line') return lineEnd(state, tag.length)
  return dropped(tag.length)
}

const ampersand = ({ text, at, isEnd }: Place): Step => {
  const entity = entityAt(text, at, isEnd)
  if (entity === undefined || entity === 'more') return entity
  return unspoken.test(entity.out) ? dropped(entity.length) : entity
}

const atSigns = ({ text, at, isEnd, state: { before }, atSign }: Place): Step => {
  const next = text.charAt(at + 1)
  if (next === '') return isEnd ? undefined : 'more'
  return isWord(before) && isWord(next) ? { length: 1, out: ` ${atSign} ` } : undefined
}

const pipe = ({ text, at, isEnd, state: { before } }: Place): Step => {
  if (at + 1 === text.length && !isEnd) return 'more'
  return isBlank(before) && isBlank(text.charAt(at + 1)) ? dropped(1) : undefined
}

const signs: Record<string, ((place: Place) => Step) | undefined> = {
  ' ': blank,
  '\t': blank,
  '\r': () => dropped(1),
  '\n': ({ state }) => lineEnd(state, 1),
  '`': () => dropped(1),
  '*': stars,
  _: underscores,
  '~': tildes,
  '\\': backslash,
  '!': exclamation,
  '[': squareBracket,
  '【': citation,
  '<': angle,
  '&': ampersand,
  '@': atSigns,
  '|': pipe,
}

const isWordStart = ({ text, at, state: { before } }: Place): boolean =>
  !isWord(before) && 'hwmtf'.includes(text.charAt(at).toLowerCase())

const prefixes = ['http://', 'https://', 'ftp://', 'www.', 'mailto:', 'tel:']
const addressLengthMax = 2048

const address = ({ text, at, isEnd }: Place): Step => {
  const begin = text.slice(at, at + 8).toLowerCase()
  const prefix = prefixes.find((one) => begin.startsWith(one))
  if (!prefix) {
    const isOpen = at + begin.length === text.length && !isEnd
    return isOpen && prefixes.some((one) => one.startsWith(begin)) ? 'more' : undefined
  }
  const next = text.charAt(at + prefix.length)
  if (next === '') return isEnd ? undefined : 'more'
  if (prefix === 'mailto:' || prefix === 'tel:')
    return /[\w+]/.test(next) && text.startsWith(prefix, at) ? dropped(prefix.length) : undefined
  let end = at
  while (end < text.length && end - at < addressLengthMax && isOfAddress(text.charAt(end))) end++
  if (end === text.length && end - at < addressLengthMax && !isEnd) return 'more'
  const url = text.slice(at, at + trimmedLength(text.slice(at, end)))
  return url.length <= prefix.length ? undefined : { length: url.length, out: spokenAddress(url) }
}

const isOfAddress = (character: string): boolean => /[^\s<>"'`|\\^{}\u2E80-\uFFFF]/.test(character)

/** Returns the URL's length without the punctuation at the end of a sentence. */
const trimmedLength = (url: string): number => {
  let end = url.length
  while (end > 0) {
    const last = url.charAt(end - 1)
    const isOpenedInside = last === ')' && url.slice(0, end).includes('(')
    if (!'.,;:!?*_~)]'.includes(last) || isOpenedInside) break
    end--
  }
  return end
}

export interface Read {
  length: number
  out: string
}
/**
 * `more`: the meaning depends on text that has not arrived. Undefined: the text is not of the
 * sought form.
 */
type Found<T> = T | 'more' | undefined

const labelLengthMax = 300
const targetLengthMax = 2048
const tagLengthMax = 300
const commentLengthMax = 2000

const closing = (text: string, at: number, pair: '[]' | '()', lengthMax: number): Found<number> => {
  let depth = 0
  const end = Math.min(text.length, at + lengthMax)
  for (let place = at; place < end; place++) {
    const character = text.charAt(place)
    if (character === '\n' && text.charAt(place + 1) === '\n') return undefined
    if (character === pair.charAt(0)) depth++
    if (character === pair.charAt(1) && --depth === 0) return place + 1
  }
  return end === text.length && end - at < lengthMax ? 'more' : undefined
}

export interface WrittenLink {
  label: string
  target: string
  length: number
}

export const linkAt = (text: string, at: number, isEnd: boolean): Found<WrittenLink> => {
  const end = closing(text, at, '[]', labelLengthMax)
  if (end === undefined || end === 'more') return end === 'more' && !isEnd ? 'more' : undefined
  const inner = text.slice(at + 1, end - 1)
  if (end === text.length && !isEnd) return 'more'
  const next = text.charAt(end)
  const isNote = /^\^[^\s\]]{1,50}$/.test(inner) || /^\d{1,3}$/.test(inner)
  const label = isNote ? '' : inner
  if (next === '(') {
    const after = closing(text, end, '()', targetLengthMax)
    if (after === 'more' && !isEnd) return 'more'
    if (after === undefined) return undefined
    const last = after === 'more' ? text.length : after
    const target = isNote ? '' : text.slice(end + 1, after === 'more' ? last : last - 1)
    return { label, target: target.trim().split(/\s/)[0] ?? '', length: last - at }
  }
  if (next === '[' && !isNote) {
    const after = closing(text, end, '[]', labelLengthMax)
    if (after === 'more' && !isEnd) return 'more'
    if (typeof after === 'number') return { label, target: '', length: after - at }
  }
  return isNote ? { label, target: '', length: end - at } : undefined
}

type Tag =
  | { kind: 'line' | 'inline'; length: number }
  /** `<https://…>`, `<anna@example.com>` */
  | { kind: 'address'; length: number; address: string }

const lineTags = /^\/?(br|p|div|li|ul|ol|tr|table|h[1-6]|hr|section|blockquote|pre)$/i

export const tagAt = (text: string, at: number, isEnd: boolean): Found<Tag> => {
  const next = text.charAt(at + 1)
  if (next === '') return isEnd ? undefined : 'more'
  if (!/[a-z/!]/i.test(next)) return undefined
  const isComment = text.startsWith('<!--', at)
  const sign = isComment ? '-->' : '>'
  const lengthMax = isComment ? commentLengthMax : tagLengthMax
  const rest = text.slice(at, at + lengthMax)
  const found = rest.indexOf(sign)
  const inner = rest.slice(1, found < 0 ? rest.length : found)
  if (!isComment && /[\n<]/.test(inner)) return undefined
  if (found < 0) return isEnd || rest.length === lengthMax ? undefined : 'more'
  const length = found + sign.length
  if (isComment) return { kind: 'inline', length }
  if (/^[a-z][a-z+.-]*:\/\//i.test(inner)) return { kind: 'address', length, address: inner }
  if (/^[^\s@]+@[^\s@]+$/.test(inner)) return { kind: 'address', length, address: inner.replace(/^mailto:/i, '') }
  const name = /^\/?[a-z][\w:-]*/i.exec(inner)?.[0]
  if (!name) return undefined
  return { kind: lineTags.test(name) ? 'line' : 'inline', length }
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwnj: '',
  zwj: '',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  plusmn: '±',
  times: '×',
  divide: '÷',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  para: '¶',
  sect: '§',
  bull: '•',
  middot: '·',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  thorn: 'þ',
  oelig: 'œ',
  OElig: 'Œ',
}
/** `&auml;` is a letter and its accent. */
const accents: Record<string, string> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030A',
  caron: '\u030C',
}

export const entityAt = (text: string, at: number, isEnd: boolean): Found<Read> => {
  let end = at + 1
  while (end < text.length && end - at < 32 && /[#\w]/.test(text.charAt(end))) end++
  if (end === text.length) return isEnd || end - at >= 32 ? undefined : 'more'
  if (text.charAt(end) !== ';') return undefined
  const out = entityOf(text.slice(at + 1, end))
  return out === undefined ? undefined : { length: end + 1 - at, out }
}

const entityOf = (name: string): string | undefined => {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  if (hex || decimal) return characterOf(hex ? Number.parseInt(hex, 16) : Number(decimal))
  if (Object.hasOwn(entities, name)) return entities[name]
  const accent = accents[name.slice(1)]
  return accent && /^[a-z]/i.test(name) ? `${name.charAt(0)}${accent}`.normalize('NFC') : undefined
}

const characterOf = (code: number): string => {
  const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  if (!isCharacter) return ''
  return code === 0xa0 ? ' ' : String.fromCodePoint(code)
}

/** Returns a star code such as `*67` or `*21*0301234567#`. */
export const codeOf = (signs: string): string | undefined =>
  /^\*\d{1,20}(?:\*\d{1,20}){0,3}#/.exec(signs)?.[0] ?? /^\*\d{2,3}$/.exec(signs)?.[0]

/** Shortens an address to `example.com/menu`, without long paths and queries. */
export const spokenAddress = (url: string): string => {
  const whole = url.replace(/^[a-z][a-z+.-]{0,20}:(?:\/\/)?/i, '')
  const [place = ''] = whole.split(/[?#]/)
  const [authority = '', ...segments] = place.split('/')
  const isMail = url.includes('@') && !url.includes('://')
  const host = isMail ? authority : authority.slice(authority.lastIndexOf('@') + 1)
  const path = segments.filter(Boolean).join('/')
  const isShort = path.length > 0 && path.length <= 30 && /^[\w./-]+$/.test(path) && !/\d{5}/.test(path)
  return host.replace(/^www\./i, '').replace(/:\d+$/, '') + (isShort ? `/${path}` : '')
}

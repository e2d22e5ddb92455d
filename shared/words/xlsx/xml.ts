import { unreadable } from './zip.ts'

/** Receives names without namespace prefixes. */
export interface XmlHandler {
  open(name: string, attribute: (name: string) => string | undefined): void
  close?(name: string): void
  text?(text: string): void
}

/** Maximum characters of a tag or text. Excel writes at most 32,767 into a cell. */
const tokenMax = 1024 * 1024

/** Reads XML in pieces. Refuses a DOCTYPE, so no entity expands. */
export const readXml = async (pieces: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> => {
  for await (const _ of xmlSteps(pieces, handler));
}

export async function* xmlSteps(pieces: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  let decoder: Decoder | undefined
  let rest = ''
  for await (const piece of pieces) {
    decoder ??= decoderOf(piece)
    rest = tokens(rest + decoder.decode(piece, { stream: true }), handler)
    if (rest.length > tokenMax) unreadable('The workbook has a cell that is too long.')
    yield
  }
}

type Decoder = InstanceType<typeof TextDecoder>

const decoderOf = ([first, second]: Uint8Array): Decoder => {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return new TextDecoder(first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8')
}

const tokens = (text: string, handler: XmlHandler): string => {
  let at = 0
  for (;;) {
    const open = text.indexOf('<', at)
    if (open === -1) return text.slice(at)
    const next = markupAt(text, open, at, handler)
    if (next === undefined) return text.slice(at)
    at = next
  }
}

const special = [
  { begin: '<!--', end: '-->' },
  { begin: '<![CDATA[', end: ']]>' },
  { begin: '<?', end: '?>' },
]

/** Returns undefined while the end of the tag has not been read. */
const markupAt = (text: string, open: number, from: number, handler: XmlHandler): number | undefined => {
  const letter = text[open + 1]
  const isSpecial = letter === '!' || letter === '?'
  const kind = isSpecial ? special.find(({ begin }) => text.startsWith(begin, open)) : undefined
  // The text may end within the beginning of a comment, such as `<!-`.
  if (isSpecial && !kind && text.length - open < 9) return undefined
  if (isSpecial && !kind) return unreadable('The workbook declares entities of its own.')
  const close = kind ? text.indexOf(kind.end, open + kind.begin.length) : endOfTag(text, open + 1)
  if (close === -1) return undefined
  if (open > from) handler.text?.(unescaped(text.slice(from, open)))
  if (!kind) tag(text.slice(open + 1, close), handler)
  else if (kind.begin === '<![CDATA[') handler.text?.(text.slice(open + kind.begin.length, close))
  return close + (kind?.end.length ?? 1)
}

/** Attribute values may contain a `>`. */
const endOfTag = (text: string, from: number): number => {
  let quote = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 0x22 || code === 0x27) quote = code
    else if (code === 0x3e) return at
  }
  return -1
}

const tag = (inner: string, handler: XmlHandler): void => {
  if (inner.startsWith('/')) {
    handler.close?.(localName(inner.slice(1).trimEnd()))
    return
  }
  const isEmpty = inner.endsWith('/')
  const nameEnd = inner.search(/[\s/]/)
  const name = localName(nameEnd === -1 ? inner : inner.slice(0, nameEnd))
  handler.open(name, (wanted) => attributeOf(inner, wanted))
  if (isEmpty) handler.close?.(name)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The name `id` also finds the attribute `r:id`. */
const attributeOf = (inner: string, wanted: string): string | undefined => {
  for (const [, name = '', double, single] of inner.matchAll(/(?<!\S)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (localName(name) === wanted) return unescaped(double ?? single ?? '')
  return undefined
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, unescapedOne) : text

const unescapedOne = (whole: string, hex?: string, decimal?: string, name?: string): string => {
  if (name !== undefined) return named[name] ?? whole
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole
}

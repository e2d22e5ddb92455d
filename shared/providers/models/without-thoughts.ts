import { filtered, type TextFilter, textFilter } from '../../domain/conversations/text-filter.ts'

/** Each name can have a namespace (`<seed:think>`). */
const names = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reason', 'reasoning', 'reflection', 'scratchpad'],
  ...['analysis', 'inner_monologue', 'inner_thoughts', 'internal_monologue'],
]
const tagLengthMax = 200

interface Brackets {
  open: string
  close: string
}
/** Magistral writes `[THINK]`, Kimi `◁think▷`. */
const brackets: readonly Brackets[] = [
  { open: '<', close: '>' },
  { open: '[', close: ']' },
  { open: '◁', close: '▷' },
]

type Tag = { kind: 'open' | 'close' | 'alone'; length: number }

/**
 * Removes `<think>…</think>` and variants: any case, nested, or split over chunks. Treats text after
 * an unclosed tag as a thought.
 */
export const withoutThoughts = (): TextFilter => {
  let depth = 0
  return textFilter((text, isEnd) => {
    let out = ''
    let at = 0
    while (at < text.length) {
      const next = nextBracket(text, at)
      if (depth === 0) out += text.slice(at, next)
      at = next
      if (at >= text.length) break
      const tag = tagAt(text, at, isEnd)
      if (tag === 'unsure') break
      if (tag?.kind === 'open') depth += 1
      if (tag?.kind === 'close') depth = Math.max(0, depth - 1)
      if (!tag && depth === 0) out += text.charAt(at)
      at += tag?.length ?? 1
    }
    return { out, length: at }
  })
}

/**
 * Removes thoughts. Text before a closing tag without an opening tag counts as a thought, because
 * some models' prompts contain the opening tag.
 */
export const answerOf = (text: string): string => filtered(withoutThoughts(), afterLastOrphan(text)).trim()

const afterLastOrphan = (text: string): string => {
  let depth = 0
  let start = 0
  for (let at = nextBracket(text, 0); at < text.length; at = nextBracket(text, at)) {
    const tag = tagAt(text, at, true)
    at += tag === 'unsure' || !tag ? 1 : tag.length
    if (tag === 'unsure' || !tag) continue
    if (tag.kind === 'open') depth += 1
    if (tag.kind !== 'close') continue
    if (depth === 0) start = at
    depth = Math.max(0, depth - 1)
  }
  return text.slice(start)
}

const nextBracket = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) if (brackets.some(({ open }) => text.charAt(at) === open)) return at
  return text.length
}

/** Returns `unsure` if the tag may continue in later text. */
const tagAt = (text: string, at: number, isEnd: boolean): Tag | 'unsure' | undefined => {
  const pair = brackets.find(({ open }) => open === text.charAt(at))
  if (!pair) return undefined
  const isClosing = text.charAt(at + 1) === '/'
  const from = at + (isClosing ? 2 : 1)
  let to = from
  while (to < text.length && to - from <= nameLengthMax && /[\w:]/.test(text.charAt(to))) to++
  const name = text.slice(from, to).toLowerCase()
  if (to === text.length) return !isEnd && mayBecomeName(name) ? 'unsure' : undefined
  if (!names.includes(localOf(name))) return undefined
  const end = text.indexOf(pair.close, to)
  const isWithin = end >= 0 && end - at <= tagLengthMax
  if (!isWithin) return !isEnd && end < 0 && text.length - at <= tagLengthMax ? 'unsure' : undefined
  const between = text.slice(to, end)
  // `[think about it]` is no tag, because attributes of a tag have values.
  if (between.trim() && !/^\s[^<[◁]*=/.test(between) && between.trim() !== '/') return undefined
  const isAlone = between.trimEnd().endsWith('/')
  return { kind: isClosing ? 'close' : isAlone ? 'alone' : 'open', length: end + 1 - at }
}

const nameLengthMax = 40
const localOf = (name: string): string => name.slice(name.lastIndexOf(':') + 1)
const mayBecomeName = (name: string): boolean => name.length <= nameLengthMax

import { Parser } from 'htmlparser2'
import type { Block } from '../../domain/knowledge/passages.ts'

export interface WebPage {
  blocks: Block[]
  links: string[]
  robots: { name: string; content: string }[]
}

/** Elements that are invisible, or on every page of a site. */
const skipped = ['script', 'style', 'noscript', 'template', 'svg', 'nav', 'footer', 'iframe', 'button', 'select']
const headings = new Set(['h1', 'h2', 'h3', 'h4'])
const lineTags = new Set([
  ...['p', 'div', 'section', 'article', 'li', 'tr', 'br', 'dt', 'dd', 'blockquote', 'pre', 'td', 'th', 'h5', 'h6'],
  ...['ul', 'ol', 'table', 'main', 'header', 'figcaption', 'form', 'fieldset', 'label', 'option'],
])
const linksMax = 500

export const readHtml = (html: string): WebPage => readSkipping(html, skipped)

const readSkipping = (html: string, skipping: readonly string[]): WebPage => {
  const { unclosed, ...page } = readOnce(html, new Set(skipping))
  return unclosed === undefined
    ? page
    : readSkipping(
        html,
        skipping.filter((name) => name !== unclosed),
      )
}

const readOnce = (html: string, skips: ReadonlySet<string>): WebPage & { unclosed: string | undefined } => {
  const blocks: Block[] = []
  const links: string[] = []
  const robots: WebPage['robots'] = []
  let title = ''
  let heading: string | undefined
  let text = ''
  let isTitle = false
  let isHeading = false
  let skipping: string | undefined
  let unclosed: string | undefined
  let depth = 0
  const close = () => {
    const name = flat(heading ?? title)
    if (text.trim()) blocks.push({ heading: name, text })
    else if (heading !== undefined && name) addLine(blocks, name)
    text = ''
  }
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'title') isTitle = title === ''
    if (name === 'meta' && attributes.name)
      robots.push({ name: attributes.name.trim().toLowerCase(), content: attributes.content ?? '' })
    if (name === 'a' && attributes.href && links.length < linksMax && !isNoFollow(attributes.rel))
      links.push(attributes.href)
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      open(name, attributes)
      if (skipping) {
        if (name === skipping) depth++
      } else if (skips.has(name)) {
        skipping = name
        depth = 1
      }
      if (skipping) return
      if (headings.has(name)) {
        close()
        isHeading = true
        heading = ''
      }
      if (lineTags.has(name)) text += '\n'
    },
    ontext: (words) => {
      if (isTitle) title += words
      else if (skipping) return
      else if (isHeading) heading += words
      else text += words.replace(/\s+/g, ' ')
    },
    onclosetag: (name, isImplied) => {
      if (name === 'title') isTitle = false
      if (skipping === name && --depth === 0) {
        skipping = undefined
        if (isImplied) unclosed ??= name
      }
      if (headings.has(name)) isHeading = false
      if (lineTags.has(name) && !skipping) text += '\n'
    },
  })
  parser.end(html)
  close()
  return { blocks, links, robots, unclosed }
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()
const isNoFollow = (rel = ''): boolean => rel.toLowerCase().split(/\s+/).includes('nofollow')

export const addLine = (blocks: Block[], line: string): void => {
  const last = blocks.at(-1)
  if (last?.heading === '') last.text += `\n${line}`
  else blocks.push({ heading: '', text: line })
}

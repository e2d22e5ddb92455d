import { Parser } from 'htmlparser2'
import type { Block } from '../../domain/knowledge/passages.ts'

export interface Page {
  blocks: Block[]
  /** Where it leads, as it says it. */
  links: string[]
  /** It asks not to be read, or its links not to be followed. */
  isForbidden: boolean
  isDeadEnd: boolean
}

/** What no reader sees, and what stands on every page of a site. */
const skipped = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'footer', 'head', 'iframe', 'form'])
const headings = new Set(['h1', 'h2', 'h3', 'h4'])
/** What begins a line of its own. */
const lineTags = new Set([
  ...['p', 'div', 'section', 'article', 'li', 'tr', 'br', 'dt', 'dd', 'blockquote', 'pre', 'td', 'th', 'h5', 'h6'],
  ...['ul', 'ol', 'table', 'main', 'header', 'figcaption'],
])
const linksMax = 500

/** What a page says to its readers, under its headings; without one, under its title. */
export const readHtml = (html: string): Page => {
  const blocks: Block[] = []
  const links: string[] = []
  let robots = ''
  let title = ''
  let heading: string | undefined
  let text = ''
  let isTitle = false
  let isHeading = false
  let skipping: string | undefined
  let depth = 0
  const close = () => {
    if (text.trim()) blocks.push({ heading: (heading ?? title).replace(/\s+/g, ' ').trim(), text })
    text = ''
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'title') isTitle = title === ''
      if (name === 'meta' && /^robots$/i.test(attributes.name ?? '')) robots += ` ${attributes.content}`
      if (skipping) {
        if (name === skipping) depth++
      } else if (skipped.has(name)) {
        skipping = name
        depth = 1
      }
      if (name === 'a' && attributes.href && links.length < linksMax && !/\bnofollow\b/i.test(attributes.rel ?? ''))
        links.push(attributes.href)
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
    onclosetag: (name) => {
      if (name === 'title') isTitle = false
      if (skipping === name && --depth === 0) skipping = undefined
      if (headings.has(name)) isHeading = false
      if (lineTags.has(name) && !skipping) text += '\n'
    },
  })
  parser.end(html)
  close()
  return { blocks, links, isForbidden: /noindex|none/i.test(robots), isDeadEnd: /nofollow|none/i.test(robots) }
}

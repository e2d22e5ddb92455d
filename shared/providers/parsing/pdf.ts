import { getDocumentProxy } from 'unpdf'
import type { Block } from '../../domain/knowledge/passages.ts'
import type { Parsed } from './parsed.ts'

/** More than anything has that a base could hold. */
const pagesMax = 2000

/** The text of a PDF, a block for each page; what is a picture of text has none. */
export const parsePdf = async (bytes: Uint8Array<ArrayBuffer>): Promise<Parsed> => {
  const opened = await getDocumentProxy(bytes, { verbosity: 0 }).catch(failureOf)
  if (typeof opened === 'string') return { reason: opened }
  if (opened.numPages > pagesMax) return { reason: `It has more than ${pagesMax.toLocaleString('en')} pages.` }
  const blocks: Block[] = []
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await opened.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    blocks.push({ heading: '', text })
    page.cleanup()
  }
  return blocks.some(({ text }) => text.trim())
    ? { blocks }
    : { reason: 'It holds no text: what is scanned must be recognised first.' }
}

const failureOf = (cause: unknown): string =>
  cause instanceof Error && cause.name === 'PasswordException'
    ? 'It is protected by a password.'
    : 'It is no PDF that can be read.'

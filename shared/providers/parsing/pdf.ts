import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { Block } from '../../domain/knowledge/passages.ts'
import { predefinedCMaps } from './cmaps.ts'
import type { Parsed } from './parsed.ts'

const pagesMax = 2000
/** Number of pages to check for unreadable fonts if no page has text. */
const pagesSearchedMax = 20

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Scanned pages have no text, so their blocks are empty. */
export const parsePdf = async (bytes: Uint8Array<ArrayBuffer>): Promise<Parsed> => {
  const opened = await getDocumentProxy(bytes, options).catch(failureOf)
  if (typeof opened === 'string') return { reason: opened }
  if (opened.numPages > pagesMax) return { reason: `It has more than ${pagesMax.toLocaleString('en')} pages.` }
  const blocks: Block[] = []
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await opened.getPage(number)
    const { items } = await page.getTextContent()
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
    blocks.push({ heading: '', text: withoutVerticalForms(text) })
    page.cleanup()
  }
  if (blocks.some(({ text }) => text.trim())) return { blocks }
  return { reason: (await hasUnreadableText(opened)) ? 'Its text is in an encoding that cannot be read.' : scanned }
}

const withoutVerticalForms = (text: string): string =>
  text.replace(/[\uFE10-\uFE19\uFE30-\uFE48]/g, (sign) => sign.normalize('NFKC'))

const scanned = 'It holds no text: what is scanned must be recognised first.'

const options = {
  verbosity: 0,
  BinaryDataFactory: predefinedCMaps,
  // Images are never decoded.
  maxImageSize: 1,
}

const hasUnreadableText = async (pdf: Pdf): Promise<boolean> => {
  const { OPS } = await getResolvedPDFJS()
  for (let number = 1; number <= Math.min(pdf.numPages, pagesSearchedMax); number++) {
    const page = await pdf.getPage(number)
    const { commonObjs } = page
    const drawn = await page.getOperatorList().catch(() => undefined)
    const fonts = drawn?.argsArray.filter((_, index) => drawn.fnArray[index] === OPS.setFont).map(([name]) => name)
    // pdf.js stores an error text in place of a font that failed.
    if (fonts?.some((name) => commonObjs.has(name) && typeof commonObjs.get(name) === 'string')) return true
    page.cleanup()
  }
  return false
}

const failureOf = (cause: unknown): string =>
  cause instanceof Error && cause.name === 'PasswordException'
    ? 'It is protected by a password.'
    : 'It is no PDF that can be read.'

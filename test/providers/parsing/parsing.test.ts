import { describe, expect, test } from 'vitest'
import { decodedPage } from '../../../shared/providers/parsing/decoded.ts'
import { headerDirectives, metaDirectives } from '../../../shared/providers/parsing/directives.ts'
import { parseDocx } from '../../../shared/providers/parsing/docx.ts'
import { readHtml } from '../../../shared/providers/parsing/html.ts'
import { parsePdf } from '../../../shared/providers/parsing/pdf.ts'
import { readRobots } from '../../../shared/providers/parsing/robots.ts'
import { parseText } from '../../../shared/providers/parsing/text.ts'
import { docxOf, encodedPdf, pdfOf } from '../files.ts'

const textOf = (blocks: readonly { heading: string; text: string }[] = []): string =>
  blocks.map(({ heading, text }) => `${heading}|${text.replace(/\s+/g, ' ').trim()}`).join('\n')

describe('robots.txt', () => {
  test.each([
    ['Disallow: /%7Ejoe/', '/~joe/x', false],
    ['Disallow: /~joe/', '/%7ejoe/x', false],
    ['Disallow: /a%2fb', '/a%2Fb', false],
    ['Disallow: /a%2Fb', '/a/b', true],
    ['Disallow: /日本/', '/%E6%97%A5%E6%9C%AC/x', false],
    ['Disallow: /a b', '/a%20b', false],
    ['Disallow: /*.pdf$', '/x.pdf', false],
    ['Disallow: /*.pdf$', '/x.pdf?y', true],
    ['Disallow: /a-%2A.html', '/a-*.html', false],
    ['Disallow: /a-%2A.html', '/a-b.html', true],
    ['Disallow: /a$b', '/a$b', false],
    ['Disallow: private', '/private/x', false],
    ['Disallow: /\nAllow: /%C3%BC', '/ü', true],
    ['Disallow: /x?q=%C3%BC', '/x?q=ü', false],
  ])('%s decides about %s: %s', (rule, path, isAllowed) => {
    const robots = readRobots(`User-agent: *\n${rule}`, 'Parlance-Documents')
    expect(robots.isAllowed(new URL(path, 'https://a.example'))).toBe(isAllowed)
  })

  test('obeys the rules after the first thousand', () => {
    const rules = Array.from({ length: 3000 }, (_, index) => `Disallow: /p${index}/`).join('\n')
    const robots = readRobots(`User-agent: *\n${rules}`, 'Parlance-Documents')
    expect(robots.isAllowed(new URL('https://a.example/p2999/'))).toBe(false)
  })
})

describe('directives', () => {
  const reader = { robotName: 'Parlance-Documents', now: Date.UTC(2026, 10, 25) }
  test.each([
    ['NOINDEX', true, false],
    ['none', true, true],
    ['index, follow', false, false],
    ['max-image-preview:none', false, false],
    ['max-image-preview: none, nofollow', false, true],
    ['nonesuch, noindexing', false, false],
    ['unavailable_after: 25-Aug-2020 15:00:00 EST', true, false],
  ])('of a page: %s', (content, isForbidden, isDeadEnd) => {
    expect(metaDirectives(content, reader)).toEqual({ isForbidden, isDeadEnd })
    expect(headerDirectives([content], reader)).toEqual({ isForbidden, isDeadEnd })
  })

  test('of several headers, each for its robot, all count', () => {
    expect(headerDirectives(['otherbot: noindex', '*: nofollow'], reader)).toEqual({
      isForbidden: false,
      isDeadEnd: true,
    })
  })
})

describe('a page', () => {
  test.each([
    ['wrapped in one form', '<body><form><h1>Hours</h1><p>Nine.</p><button>Go</button></form>', 'Hours|Nine.'],
    ['with an unclosed head', '<head><title>Shop</title><meta name=x content=y><body><p>Nine.</p>', 'Shop|Nine.'],
    ['with an unclosed navigation', '<nav><a href="/">Home</a><p>Nine.</p>', '|Home Nine.'],
    ['of headings alone', '<h1>Hours</h1><h2>We open at nine.</h2>', '|Hours We open at nine.'],
    ['with headings before text', '<h1>Hours</h1><h2>Summer</h2><p>Nine.</p>', '|Hours\nSummer|Nine.'],
  ])('%s is read', (_, html, expected) => {
    expect(textOf(readHtml(html).blocks)).toBe(expected)
  })

  test.each([
    ['<meta charset="iso-8859-1"><p>caf\xe9', ''],
    ['<meta http-equiv=Content-Type content="text/html; charset=windows-1252"><p>caf\xe9', 'text/html'],
    ['<p>caf\xe9', 'text/html; charset=latin1'],
    ['<p>caf\xe9', 'text/html'],
    ['<meta charset="utf-8"><p>caf\xc3\xa9', 'text/html'],
    ['<meta charset="nonsense"><p>caf\xc3\xa9', ''],
  ])('is decoded by the charset that it names: %s', (html, type) => {
    expect(decodedPage(Buffer.from(html, 'latin1'), type)).toContain('café')
  })
})

describe('a Word document', () => {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const style = (value: string) => `<w:pStyle w:val="${value}"/>`
  test.each([
    [
      'with a tracked change of a style',
      [`<w:p><w:pPr><w:pPrChange><w:pPr>${style('Heading1')}</w:pPr></w:pPrChange></w:pPr>${run('Nine.')}</w:p>`],
      '|Nine.',
    ],
    ['of headings alone', [`<w:p><w:pPr>${style('Heading1')}</w:pPr>${run('Nine.')}</w:p>`], '|Nine.'],
    [
      'with an outline level',
      [`<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr>${run('Hours')}</w:p><w:p>${run('Nine.')}</w:p>`],
      'Hours|Nine.',
    ],
    [
      'with moved text',
      [`<w:p><w:moveFrom>${run('Old.')}</w:moveFrom><w:moveTo>${run('New.')}</w:moveTo></w:p>`],
      '|New.',
    ],
    [
      'with a text box',
      [
        `<w:p>${run('Before ')}<mc:AlternateContent><mc:Choice><w:p>${run('Box.')}</w:p></mc:Choice>` +
          `<mc:Fallback><w:p>${run('Box.')}</w:p></mc:Fallback></mc:AlternateContent>${run('after.')}</w:p>`,
      ],
      '|Box. Before after.',
    ],
  ])('%s is read', (_, paragraphs, expected) => {
    expect(textOf(parseDocx(docxOf(...paragraphs)).blocks)).toBe(expected)
  })
})

test('a text of blanks after a heading is read at once', () => {
  const text = `# a${' '.repeat(500_000)}x\n## Hours ##\nNine.`
  expect(parseText(Buffer.from(text)).blocks).toEqual([{ heading: 'Hours', text: 'Nine.' }])
})

describe('a PDF whose font has no ToUnicode', () => {
  test.each([
    ['GBK-EUC-H', 'GB1', 'C4E3BAC3', '你好'],
    ['90ms-RKSJ-V', 'Japan1', '82B182F182C982BF82CD', 'こんにちは'],
  ])('is read with the predefined CMap %s', async (cmap, collection, codes, word) => {
    const pdf = encodedPdf({ cmap, collection, lines: [codes, codes] })
    expect(await parsePdf(pdf)).toEqual({ blocks: [{ heading: '', text: `${word}\n${word}` }] })
  })

  test('has the usual signs when it is written vertically', async () => {
    const pdf = encodedPdf({ cmap: '90ms-RKSJ-V', collection: 'Japan1', lines: ['82A081418175826082A081768142'] })
    expect(await parsePdf(pdf)).toEqual({ blocks: [{ heading: '', text: 'あ、「Ａあ」。' }] })
  })

  test('is read by the characters of its collection when its codes are their numbers', async () => {
    const pdf = encodedPdf({ cmap: 'Identity-H', collection: 'Japan1', lines: ['034B034D'] })
    expect(await parsePdf(pdf)).toEqual({ blocks: [{ heading: '', text: 'あい' }] })
  })

  test('is refused as unreadable when its CMap is unknown', async () => {
    const pdf = encodedPdf({ cmap: 'NoSuch-H', collection: 'GB1', lines: ['C4E3BAC3'] })
    expect(await parsePdf(pdf)).toEqual({ reason: 'Its text is in an encoding that cannot be read.' })
  })

  test('is refused as scanned when its text is blank', async () => {
    const reason = 'It holds no text: what is scanned must be recognised first.'
    expect(await parsePdf(pdfOf('BT /F1 12 Tf 72 700 Td ( ) Tj ET'))).toEqual({ reason })
  })
})

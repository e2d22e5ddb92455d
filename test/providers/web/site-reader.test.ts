import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { siteReader } from '../../../shared/providers/web/site-reader.ts'
import { openReceiver, type ReceivedRequest, type ReceiverAnswer, type WebhookReceiver } from '../../receiver.ts'

let site: WebhookReceiver
let pages: Record<string, ReceiverAnswer>
let otherwise: (request: ReceivedRequest) => ReceiverAnswer | Promise<ReceiverAnswer>
beforeEach(async () => {
  pages = {}
  otherwise = () => ({ status: 404 })
  site = await openReceiver((request) => pages[request.path] ?? otherwise(request))
})
afterEach(() => site.close())

const slept: number[] = []
const clock = {
  now: () => 0,
  sleep: async (ms: number) => {
    slept.push(ms)
  },
}
const reader = (more: object = {}) => siteReader({ stage: { isLocal: true }, clock, ...more })
const html = (body: string, head = ''): ReceiverAnswer => ({
  body: `<html><head><title>Shop</title>${head}</head><body><nav>Menu</nav>${body}<script>alert(1)</script></body></html>`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
})
const asked = () => site.received.map(({ path }) => path)

test('a page, and those it leads to on the same host, under their headings', async () => {
  pages['/'] = html(
    '<h1>Hours</h1><p>We open at nine.</p><a href="/prices#tea">Prices</a><a href="http://127.0.0.2:1/x">x</a>',
  )
  pages['/prices'] = html('<p>Tea is 2&nbsp;€.</p><a href="/">Home</a>')
  const { blocks = [] } = await reader().read([`${site.url}/`], 10)
  expect(blocks.map(({ heading, text }) => [heading, text.replace(/\s+/g, ' ').trim()])).toEqual([
    ['Hours', 'We open at nine. Pricesx'],
    ['Shop', 'Tea is 2 €. Home'],
  ])
  expect(asked()).toEqual(['/robots.txt', '/', '/prices'])
  expect(site.received[1]?.headers['user-agent']).toBe('Parlance-Documents/1')
})

test('a site that links for ever is read as far as was asked for', async () => {
  otherwise = ({ path }) =>
    path === '/robots.txt'
      ? { status: 404 }
      : html(`<p>Page ${path}</p><a href="${path}a">on</a><a href="${path}b">on</a>`)
  const { blocks } = await reader().read([`${site.url}/`], 7)
  expect(blocks).toHaveLength(7)
  expect(asked()).toHaveLength(8)
})

test('obeys robots.txt for every link; an unavailable one forbids all', async () => {
  pages['/robots.txt'] = {
    body: 'User-agent: *\nDisallow: /\n\nUser-agent: parlance-documents\nAllow: /open\nDisallow: /*secret$\nCrawl-delay: 2',
  }
  pages['/open'] = html('<p>Open.</p><a href="/secret">s</a><a href="/a/secret">s</a><a href="/secret/not">n</a>')
  pages['/secret/not'] = html('<p>Not secret.</p>')
  slept.length = 0
  expect((await reader().read([`${site.url}/open`], 10)).blocks).toHaveLength(2)
  expect(asked()).toEqual(['/robots.txt', '/open', '/secret/not'])
  expect(slept).toEqual([2000, 2000])
  expect(await reader().read([`${site.url}/secret`], 10)).toEqual({
    reason: `${site.url}/secret: Its robots.txt forbids it.`,
  })
  pages['/robots.txt'] = { status: 503 }
  expect((await reader().read([`${site.url}/open`], 10)).reason).toContain('Its robots.txt cannot be fetched.')
})

test('follows no link to a private address or another host', async () => {
  pages['/to-aws'] = { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } }
  pages['/round'] = { status: 302, headers: { location: '/round' } }
  pages['/'] = html('<p>Home.</p><a href="/leads-away">x</a>')
  pages['/leads-away'] = { status: 302, headers: { location: 'http://localhost:9/elsewhere' } }
  expect((await reader().read([`${site.url}/to-aws`], 5)).reason).toContain('The URL may not be called')
  expect((await reader().read([`${site.url}/round`], 5)).reason).toContain('It redirects too often.')
  expect((await reader().read([`${site.url}/`], 5)).blocks).toHaveLength(1)
  const deployed = reader({ stage: { isLocal: false }, resolve: async () => ['10.0.0.1'] })
  expect((await deployed.read(['https://intranet.example.com/'], 5)).reason).toContain('an address that is not public')
})

test.each<[string, ReceiverAnswer, string]>([
  ['an answer that is no success', { status: 500 }, 'It answers 500.'],
  ['a file', { body: 'x', headers: { 'content-type': 'application/zip' } }, 'It is no page, but application/zip.'],
  [
    'a page that asks not to be read',
    html('<p>x</p>', '<meta name="robots" content="noindex">'),
    'It asks robots not to read it.',
  ],
  ['a page of scripts alone', html(''), 'It holds no text.'],
])('%s ends with a reason', async (_what, answer, reason) => {
  pages['/'] = answer
  expect((await reader().read([`${site.url}/`], 5)).reason).toContain(reason)
})

test('a site that never answers is let go', async () => {
  otherwise = () => new Promise(() => undefined)
  const { reason } = await reader({ limitMs: 300 }).read([`${site.url}/`], 5)
  expect(reason).toBeDefined()
})

test('cuts an endless page at 2 MB, and keeps a slow site’s part', async () => {
  const endless = 'We open at nine. '.repeat(400_000)
  pages['/'] = { body: endless, headers: { 'content-type': 'text/plain' } }
  const { blocks = [], reason } = await reader().read([`${site.url}/`], 5)
  expect(reason ?? blocks.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(2 * 1024 * 1024)
  pages['/'] = html('<p>Home.</p><a href="/next">on</a>')
  otherwise = () => new Promise(() => undefined)
  pages['/robots.txt'] = { status: 404 }
  expect((await reader({ limitMs: 500 }).read([`${site.url}/`], 5)).blocks).toHaveLength(1)
})

test.each(['/preise-f%C3%BCr-partner/', '/preise-für-partner/', '/preise-f%c3%bcr-partner'])(
  'robots.txt forbids a path in the spelling %s',
  async (spelling) => {
    pages['/robots.txt'] = { body: `\uFEFFUser-Agent: Parlance-Documents/2.0\r\nDisallow: ${spelling} # partners` }
    const { reason } = await reader().read([`${site.url}/preise-für-partner/`], 1)
    expect(reason).toContain('Its robots.txt forbids it.')
  },
)

test.each([
  ['noindex', true],
  ['max-image-preview:none, max-snippet: 20', false],
  ['googlebot: noindex, nofollow', false],
  ['googlebot: nofollow, parlance-documents: none', true],
  ['unavailable_after: Wed, 25 Jun 2025 15:00:00 GMT', true],
  ['unavailable_after: 2999-01-01', false],
])('a page with the header X-Robots-Tag: %s is left out: %s', async (header, isLeftOut) => {
  pages['/'] = { ...html('<p>x</p>'), headers: { 'content-type': 'text/html', 'x-robots-tag': header } }
  const { reason } = await reader({ clock: { ...clock, now: () => Date.UTC(2026, 10, 25) } }).read([`${site.url}/`], 1)
  expect(reason?.includes('It asks robots not to read it.') ?? false).toBe(isLeftOut)
})

test('follows a redirect to another host for a given link only', async () => {
  const away = await openReceiver(() => html('<p>Elsewhere.</p>'))
  onTestFinished(away.close)
  const leaves = { status: 302, headers: { location: `${away.url}/page` } }
  pages['/'] = html('<p>Home.</p><a href="/away">On</a>')
  pages['/away'] = leaves
  const { blocks = [] } = await reader().read([`${site.url}/`], 5)
  expect(blocks.map(({ text }) => text.includes('Elsewhere'))).toEqual([false])
  expect(away.received).toEqual([])
  expect((await reader().read([`${site.url}/away`], 5)).blocks).toHaveLength(1)
})

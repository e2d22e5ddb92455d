import type { Block } from '../../domain/knowledge/passages.ts'
import type { Clock } from '../../words/clock.ts'
import type { Stage } from '../../words/stage.ts'
import { decodedPage, decodedText } from '../parsing/decoded.ts'
import { type Directives, headerDirectives, joined, metaDirectives } from '../parsing/directives.ts'
import { readHtml } from '../parsing/html.ts'
import type { Parsed } from '../parsing/parsed.ts'
import { type Robots, readRobots } from '../parsing/robots.ts'
import { judgedRequest, type RawAnswer, reasonOf, resolveName } from './judged-request.ts'

export interface SiteReader {
  /** Never throws for a faulty site. Takes at most a minute. */
  read(links: readonly string[], pages: number): Promise<Parsed>
}

interface SiteReaderParts {
  stage: Stage
  clock: Clock
  beforeNetwork?: () => Promise<unknown>
  resolve?: (host: string) => Promise<string[]>
  ca?: string
  limitMs?: number
}

/** Our name in a site's robots.txt. */
const robotName = 'Parlance-Documents'
const headers = { 'user-agent': `${robotName}/1`, accept: 'text/html, text/plain;q=0.9' }

const wholeMsMax = 60_000
const pageMsMax = 10_000
const pageBytesMax = 2 * 1024 * 1024
const robotsBytesMax = 512 * 1024
const redirectsMax = 5
/** Seconds. A site that demands longer pauses is read only in part. */
const pauseSecondsMax = 10

type Page = { text: string; type: string; url: URL; asks: Directives }
type Visit = Page | { reason: string }

export const siteReader = (parts: SiteReaderParts): SiteReader => ({
  read: async (links, pages) => {
    await parts.beforeNetwork?.()
    const whole = AbortSignal.timeout(parts.limitMs ?? wholeMsMax)
    const visit = visitorOf(parts, whole)
    const waiting = links.map((link) => ({ link, isGiven: true }))
    const seen = new Set(links)
    const blocks: Block[] = []
    let visits = 0
    let reason: string | undefined
    for (let next = waiting.shift(); next && visits < pages && !whole.aborted; next = waiting.shift()) {
      visits++
      const found = await visit(next.link, next.isGiven).catch((cause) => ({ reason: `${reasonOf(cause)}.` }))
      if ('reason' in found) {
        reason ??= `${next.link}: ${found.reason}`
        continue
      }
      if (found.url.href !== next.link && seen.has(found.url.href)) continue
      seen.add(found.url.href)
      const page = pageOf(found, parts.clock.now())
      if (page.isForbidden) reason ??= `${next.link}: It asks robots not to read it.`
      else blocks.push(...page.blocks)
      for (const link of page.links) {
        const place = placeOf(link, found.url)
        if (!place || seen.has(place) || seen.size > seenMax) continue
        seen.add(place)
        waiting.push({ link: place, isGiven: false })
      }
    }
    if (blocks.some(({ text }) => text.trim())) return { blocks }
    if (whole.aborted) return { reason: 'The site takes too long to answer.' }
    return { reason: reason ?? 'It holds no text.' }
  },
})

const visitorOf = ({ stage, clock, resolve = resolveName, ca }: SiteReaderParts, whole: AbortSignal) => {
  const ask = (url: string, bodyBytesMax: number): Promise<RawAnswer> => {
    const signal = AbortSignal.any([whole, AbortSignal.timeout(pageMsMax)])
    return judgedRequest({ method: 'GET', url, headers, body: undefined, bodyBytesMax }, { stage, resolve, ca, signal })
  }
  const rules = new Map<string, Promise<Robots | undefined>>()
  const rulesOf = ({ origin }: URL): Promise<Robots | undefined> => {
    const known = rules.get(origin) ?? robotsOf(origin, ask)
    rules.set(origin, known)
    return known
  }
  const hosts = new Set<string>()
  return async (link: string, isGiven: boolean): Promise<Visit> => {
    let url = new URL(link)
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      if (!isGiven && !hosts.has(url.host)) return { reason: 'It leads to another host.' }
      const robots = await rulesOf(url)
      if (!robots) return { reason: 'Its robots.txt cannot be fetched.' }
      if (!robots.isAllowed(url)) return { reason: 'Its robots.txt forbids it.' }
      if (robots.delaySeconds > 0) await clock.sleep(Math.min(robots.delaySeconds, pauseSecondsMax) * 1000)
      const answer = await ask(url.href, pageBytesMax)
      const { http_status, location, content_type = 'text/html', bytes, robots_tags } = answer
      if (http_status >= 300 && http_status < 400 && location !== undefined) {
        if (!URL.canParse(location, url.href)) return { reason: 'It redirects to nowhere.' }
        url = new URL(location, url.href)
        continue
      }
      if (http_status !== 200) return { reason: `It answers ${http_status}.` }
      const type = content_type.split(';')[0]?.trim().toLowerCase() ?? ''
      if (!readable.test(type)) return { reason: `It is no page, but ${type}.` }
      hosts.add(url.host)
      const asks = headerDirectives(robots_tags, { robotName, now: clock.now() })
      return { text: decodedPage(bytes, content_type), type, url, asks }
    }
    return { reason: 'It redirects too often.' }
  }
}

const pageOf = ({ text, type, asks }: Page, now: number) => {
  if (type === 'text/plain') return { isForbidden: asks.isForbidden, blocks: [{ heading: '', text }], links: [] }
  const { blocks, links, robots } = readHtml(text)
  const own = robots.filter(({ name }) => name === 'robots' || name === robotName.toLowerCase())
  const stated = own.map(({ content }) => metaDirectives(content, { robotName, now }))
  const { isForbidden, isDeadEnd } = joined([asks, ...stated])
  return { isForbidden, blocks, links: isDeadEnd ? [] : links }
}

const readable = /^(text\/html|application\/xhtml\+xml|text\/plain)$/
/** Maximum number of links to remember, because a site may have endless links. */
const seenMax = 2000

/** Fetches robots.txt. Undefined when this fails, which forbids reading (RFC 9309). */
const robotsOf = async (
  origin: string,
  ask: (url: string, bytesMax: number) => Promise<RawAnswer>,
): Promise<Robots | undefined> => {
  let url = `${origin}/robots.txt`
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const { http_status, location, bytes } = await ask(url, robotsBytesMax)
    if (http_status >= 500) return undefined
    if (http_status >= 300 && http_status < 400 && location && URL.canParse(location, url)) {
      url = new URL(location, url).href
      continue
    }
    return readRobots(http_status === 200 ? (decodedText(bytes) ?? '') : '', robotName)
  }
  return readRobots('', robotName)
}

const placeOf = (link: string, from: URL): string | undefined => {
  const url = URL.parse(link.trim(), from.href)
  if (!url || !/^https?:$/.test(url.protocol) || url.host !== from.host || url.username) return undefined
  url.hash = ''
  return url.href.length <= placeLengthMax ? url.href : undefined
}
const placeLengthMax = 2048

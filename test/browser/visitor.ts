import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import type { World } from '../world.ts'
import { countUnread, untilRead } from './answers.ts'

export interface Visitor {
  page: Page
  /** Requests that the page sent; `line` is method and path, such as `GET /api/user/calls`. */
  asked: { line: string; url: string; headers: Record<string, string> }[]
  complaints: string[]
  signIn: (token: string) => Promise<void>
  /** Opens a view, such as `calls/12`, and waits for its heading. */
  go: (view: string) => Promise<void>
  /** Waits until the page has shown every answer that it asked for. */
  settle: () => Promise<unknown>
  /** Advances the page's clock by a second, and waits for the answers that the page asked for. */
  passSecond: () => Promise<void>
  /**
   * Advances the page's clock until the element is shown, so that the test does not wait for the
   * page's polls.
   */
  passUntil: (shown: Locator) => Promise<void>
  close: () => Promise<void>
}

export interface VisitorOptions {
  isDark?: boolean
  width?: number
  /** True when the test moves the page's clock, which otherwise runs in real time. */
  isTimed?: boolean
  hasNoMicrophone?: boolean
}

/** Marks the current heading, so that the test can tell when the next view is shown. */
const markHeading = (view: string) => `{
  const pathOf = (hash) => hash.split('?')[0].slice(2) || 'overview'
  if (pathOf(location.hash) !== pathOf('#/${view}'))
    document.querySelector('main h1')?.setAttribute('data-left', '')
}`

const refuseMicrophone = `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`

export const openVisitor = async (browser: Browser, world: World, options: VisitorOptions = {}): Promise<Visitor> => {
  const page = await browser.newPage({
    viewport: { width: options.width ?? 1280, height: 860 },
    colorScheme: options.isDark ? 'dark' : 'light',
    timezoneId: 'Europe/Berlin',
  })
  const asked: Visitor['asked'] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    asked.push({ line: `${request.method()} ${new URL(url).pathname}`, url, headers: request.headers() })
  })
  page.on('pageerror', ({ message }) => complaints.push(message))
  const isComplaint = (type: string, text: string) => type === 'error' && !text.startsWith('Failed to load resource')
  page.on('console', (message) => isComplaint(message.type(), message.text()) && complaints.push(message.text()))
  if (options.hasNoMicrophone) await page.addInitScript(refuseMicrophone)
  await page.addInitScript(countUnread)
  if (options.isTimed) await page.clock.install()
  await page.goto(`${world.url}/console`)
  const passSecond = async () => {
    await page.clock.runFor(1000)
    while (await page.evaluate('unread')) await pause(5)
  }
  return {
    page,
    asked,
    complaints,
    signIn: async (token) => {
      await page.getByLabel('API token').fill(token)
      await page.getByRole('button', { name: 'Open the console' }).click()
    },
    go: async (view) => {
      await page.evaluate(markHeading(view))
      await page.goto(`${world.url}/console#/${view}`)
      await page.locator('main:not(.sign-in) h1:not([data-left])').first().waitFor()
    },
    settle: () => untilRead(page),
    passSecond,
    passUntil: async (shown) => {
      while (!(await shown.isVisible())) await passSecond()
    },
    close: () => page.close(),
  }
}

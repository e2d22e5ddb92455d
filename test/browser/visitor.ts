import type { Browser, Page } from 'playwright-core'
import type { World } from '../world.ts'

export interface Visitor {
  page: Page
  /** Requests of the page; `line` is such as `GET /api/user/calls`. */
  asked: { line: string; url: string; headers: Record<string, string> }[]
  complaints: string[]
  signIn: (token: string) => Promise<void>
  /** Opens a view, such as `calls/12`. */
  go: (view: string) => Promise<void>
  close: () => Promise<void>
}

export interface VisitorOptions {
  isDark?: boolean
  width?: number
  isTimed?: boolean
  hasNoMicrophone?: boolean
}

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
  if (options.isTimed) await page.clock.install()
  await page.goto(`${world.url}/console`)
  return {
    page,
    asked,
    complaints,
    signIn: async (token) => {
      await page.getByLabel('API token').fill(token)
      await page.getByRole('button', { name: 'Open the console' }).click()
    },
    go: async (view) => {
      await page.goto(`${world.url}/console#/${view}`)
      await page.locator('main h1').first().waitFor()
    },
    close: () => page.close(),
  }
}

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { useWorld } from '../use-world.ts'
import type { WorldOptions } from '../world.ts'
import { openBrowser, worldSpeed } from './chromium.ts'
import { openVisitor, type VisitorOptions } from './visitor.ts'

export const useConsole = (options: WorldOptions = {}) => {
  const world = useWorld({ speed: worldSpeed, ...options })
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())
  return {
    world,
    newPage: (how?: Parameters<Browser['newPage']>[0]) => browser.newPage(how),
    newContext: () => browser.newContext(),
    open: (how?: VisitorOptions) => openVisitor(browser, world, how),
    visit: async (token: string, view?: string, how?: VisitorOptions) => {
      const visitor = await openVisitor(browser, world, how)
      await visitor.signIn(token)
      await visitor.page.getByRole('navigation', { name: 'Views' }).waitFor()
      if (view !== undefined) await visitor.go(view)
      return visitor
    },
  }
}

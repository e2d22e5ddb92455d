import type { Page } from 'playwright-core'
import { readAxe } from './chromium.ts'

let axe: Promise<string> | undefined

export const violations = async (page: Page, within?: string): Promise<string[]> => {
  axe ??= readAxe()
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(await axe)
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(${JSON.stringify(within ?? 'html')}, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | '))
  })()`)
}

export const fits = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth')

import type { Page } from 'playwright-core'
import { readAxe } from './chromium.ts'

let axe: Promise<string> | undefined

export const violations = async (page: Page, within?: string): Promise<string[]> => {
  axe ??= readAxe()
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(await axe)
  const found = await page.evaluate(`axe.run(${within === undefined ? '' : JSON.stringify(within)})`)
  return (found as { violations: { id: string; nodes: { html: string }[] }[] }).violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  )
}

export const fits = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth')

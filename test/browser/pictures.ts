import type { Page } from 'playwright-core'

/** `SCREENSHOTS=docs/console npm run test:browser` writes the pictures of the docs. */
const folder = process.env.SCREENSHOTS

export const keepsPictures = folder !== undefined

const size = { width: 1120, height: 720 }

export const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (folder === undefined) return
  const before = page.viewportSize()
  await page.setViewportSize({ ...size, width: Math.min(size.width, before?.width ?? size.width) })
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
  if (before) await page.setViewportSize(before)
}

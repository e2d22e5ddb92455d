import type { Page } from 'playwright-core'

/** `SCREENSHOTS=docs/console npm run test:browser` writes the pictures of the docs. */
const folder = process.env.SCREENSHOTS

export const keepsPictures = folder !== undefined

/** Keeps what the page shows as a picture of the docs. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

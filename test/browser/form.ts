import type { Page } from 'playwright-core'

/** Finds the input of a field by its path, such as `tools.0.name`. */
export const at = (page: Page, path: string) => page.locator(`[id="field-${path}"]`)

export const openGroups = async (page: Page): Promise<void> => {
  await page.getByRole('form').waitFor()
  await openDetails(page)
}

export const openDetails = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const group of document.querySelectorAll('details')) group.open = true`)

/** Saves a new draft in the assistant's view. */
export const saveDraft = async (page: Page, { note, system_prompt }: { note: string; system_prompt: string }) => {
  await page.getByRole('link', { name: 'Draft', exact: true }).click()
  await page.getByRole('link', { name: 'Begin one' }).click()
  await openGroups(page)
  await at(page, 'note').fill(note)
  await at(page, 'system_prompt').fill(system_prompt)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('The draft is saved.').waitFor()
}

export const confirm = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

export const chooseFile = (page: Page, content: string | Uint8Array, name = 'leads.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

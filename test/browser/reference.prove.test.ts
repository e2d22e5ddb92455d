import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { getMe } from '../../shared/operations/account.ts'
import { showReference } from '../../shared/operations/docs.ts'
import { httpOperations } from '../../shared/operations/index.ts'
import { isMissing } from './chromium.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('the reference, in a browser', () => {
  const { world, newPage } = useConsole()
  let page: Page
  const asked: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    page = await newPage({ viewport: { width: 1280, height: 1000 } })
    page.on('request', (request) => asked.push(request.url()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.goto(`${world.url}${showReference.path}`)
    await page.locator('.opblock-tag').first().waitFor()
  })

  test('shows every operation, area after area', async () => {
    const shown: string[] = []
    const open = page.locator('.opblock-tag-section.is-open')
    for (const area of await page.locator('.opblock-tag').all()) {
      await area.click()
      await open.waitFor()
      shown.push(...(await open.locator('.opblock-summary-operation-id').allInnerTexts()))
      await area.click()
      await open.waitFor({ state: 'detached' })
    }
    expect(shown.map((text) => text.replaceAll('\u200b', ''))).toEqual(
      expect.arrayContaining(httpOperations.map(({ id }) => id)),
    )
  })

  test('tries an operation with a token', async () => {
    const user = await world.user()
    await page.locator('.btn.authorize').click()
    await page.locator('.auth-container input').fill(user.token)
    await page.locator('.auth-container .btn.authorize').click()
    await page.locator('.auth-container .btn-done').click()
    await page.locator(`#operations-tag-${getMe.area}`).click()
    const operation = page.locator(`#operations-${getMe.area}-${getMe.id}`)
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.btn.execute').click()
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
    expect(await operation.locator('.live-responses-table .highlight-code').first().textContent()).toContain(
      'ada@example.com',
    )
  })

  test('asks nobody but this API, and has nothing to complain about', async () => {
    const origin = new URL(world.url).origin
    expect(asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
    expect(asked).toContain(`${world.url}${getMe.path}`)
    expect(complaints).toEqual([])
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { assistantFor } from '../fixtures.ts'
import { openBuyer } from '../functions/numbers/buyer.ts'
import { isMissing } from './chromium.ts'
import { at } from './form.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('numbers in the console', () => {
  const { world, visit } = useConsole()

  const search = async (page: Page, digits: string, country = 'US') => {
    await page.getByLabel('Country, two letters').fill(country)
    await page.getByLabel('Digits that the number has').fill(digits)
    await page.getByRole('button', { name: 'Search' }).click()
  }
  test('a number is found, bought with its price, named and released', async () => {
    const { user, numbers, creates } = await openBuyer(world)
    const { page, complaints, close } = await visit(user.token, 'numbers')
    await page.getByText('No numbers yet').waitFor()
    await page.getByText('0 of at most').waitFor()
    await page.getByRole('link', { name: 'Buy a number' }).click()
    await search(page, '4157000010')
    await page.getByRole('row', { name: '+14157000010' }).getByText('$1.15').waitFor()
    await page.getByRole('button', { name: 'Buy' }).click()
    await page.getByText('$1.15 is taken from the balance now').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click()
    await page.getByRole('heading', { name: '+14157000010' }).waitFor()
    expect(creates()).toHaveLength(1)
    const [number] = await numbers()
    const assistant = await assistantFor(world, user, { phone_number_id: number?.id })

    await page.getByRole('link', { name: 'Change the name' }).click()
    await at(page, 'nickname').fill('Front desk')
    await page.getByRole('button', { name: 'Save name' }).click()
    await page.getByText('Front desk').waitFor()
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByText('Assistants and campaigns lose it at once.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await page.getByText('It will be removed at the end of the billing period.').waitFor()
    const { body } = await world.api(user.token, 'GET', `/user/assistant/${assistant}`)
    expect(body.phone_number_id).toBe(null)
    expect(complaints).toEqual([])
    await close()
  })

  test('says what to do about each number that the carrier does not sell', async () => {
    const { user, numbers, balance } = await openBuyer(world)
    const before = await balance()
    const { page, close } = await visit(user.token, 'numbers/search')
    await search(page, '415700009')
    for (const [phone_number, words] of [
      ['+14157000091', 'Somebody else has it meanwhile'],
      ['+14157000092', 'Choose a number that needs no address'],
      ['+14157000093', 'needs an address or documents'],
      ['+14157000094', 'the carrier refuses its credentials, or they lack a permission'],
    ] as const) {
      const row = page.getByRole('row', { name: phone_number })
      await row.getByRole('button', { name: 'Buy' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click()
      const alert = row.getByRole('alert')
      await alert.filter({ hasText: words }).waitFor()
      expect(await alert.textContent()).not.toMatch(/(.{30,}) \1/)
    }
    expect([await numbers(), await balance()]).toEqual([[], before])
    await close()
  })

  test('explains missing money, a country without prices and an unavailable number', async () => {
    const { user } = await openBuyer(world, { months: 0 })
    const { page, close } = await visit(user.token, 'numbers/search')
    await search(page, '4157000020')
    await page.getByRole('row', { name: '+14157000020' }).getByRole('button', { name: 'Buy' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Buy' }).click()
    await page.getByText('Please top up your balance').waitFor()
    await search(page, '4157000020', 'ZZ')
    await page.getByText('The selected country code is invalid.').waitFor()
    await search(page, '999999')
    await page.getByText('No number is like that').waitFor()
    await page.goto(`${world.url}/console#/numbers/import`)
    await page.getByRole('form').waitFor()
    await at(page, 'phone_number').fill('+14157000044')
    await page.getByRole('button', { name: 'Import number' }).click()
    await page.locator('#field-phone_number-error', { hasText: 'Phone number not found.' }).waitFor()
    await close()
  })

  test('an own number is verified by a call, with the code on the screen', async () => {
    const user = await world.user()
    const { page, close } = await visit(user.token, 'numbers')
    await page.getByRole('link', { name: 'Verify an own number' }).click()
    await at(page, 'phone_number').fill('+12025550123')
    await page.getByRole('button', { name: 'Call the number' }).click()
    await page.getByText('Answer the phone and type').waitFor()
    expect(await page.locator('main strong').textContent()).toMatch(/^\d{6}$/)
    await close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { openWorld, type World } from '../world.ts'
import { isMissing, openBrowser, worldSpeed } from './chromium.ts'
import { untilStatus } from './until.ts'
import { openVisitor } from './visitor.ts'

/** Whole tasks of people who work with the console. */
describe.skipIf(isMissing)('tasks in the console', () => {
  let world: World
  let browser: Browser

  beforeAll(async () => {
    world = await openWorld({ speed: worldSpeed })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await world.close()
  })

  const visit = async (token: string, view?: string) => {
    const visitor = await openVisitor(browser, world)
    visitor.page.setDefaultTimeout(9000)
    await visitor.signIn(token)
    await visitor.page.getByRole('navigation', { name: 'Views' }).waitFor()
    if (view !== undefined) await visitor.go(view)
    return visitor
  }
  /** The input of a field, by its path. */
  const at = (page: Page, path: string) => page.locator(`[id="field-${path}"]`)
  const openGroups = async (page: Page) => {
    await page.getByRole('form').waitFor()
    await page.evaluate(`for (const group of document.querySelectorAll('details')) group.open = true`)
  }
  const chooseFile = (page: Page, text: string, name = 'leads.csv') =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

  test('from a token to a campaign that has ended: assistant, campaign, leads, start', async () => {
    const user = await world.user()
    await world.number(user)
    const { page, complaints, close } = await visit(user.token)
    await page.getByRole('link', { name: 'Assistants' }).click()
    await page.getByRole('link', { name: 'New assistant' }).click()
    await openGroups(page)
    await at(page, 'name').fill('Anna')
    await at(page, 'type').selectOption('outbound')
    await at(page, 'mode').selectOption('pipeline')
    for (const field of ['language_id', 'voice_id', 'llm_model_id', 'phone_number_id'])
      await at(page, field).selectOption({ index: 1 })
    await at(page, 'initial_message').fill('Hello, this is Anna.')
    await at(page, 'system_prompt').fill('You make appointments.')
    await page.getByRole('button', { name: 'Create assistant' }).click()
    await page.getByRole('heading', { name: 'Anna', exact: true }).waitFor()

    await page.getByRole('link', { name: 'Campaigns', exact: true }).click()
    await page.getByRole('link', { name: 'New campaign' }).click()
    await openGroups(page)
    await at(page, 'name').fill('Spring')
    await at(page, 'assistant_id').selectOption({ label: 'Anna' })
    await at(page, 'max_retries').fill('0')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.getByRole('heading', { name: 'Spring', exact: true }).waitFor()

    await page.getByRole('link', { name: 'Add lead' }).click()
    await page.getByRole('form').waitFor()
    await at(page, 'phone_number').fill('+12025550101')
    await page.getByRole('button', { name: 'Create lead' }).click()
    await page.getByRole('heading', { name: '+12025550101' }).waitFor()

    await page.getByRole('link', { name: 'Spring' }).first().click()
    await page.getByRole('link', { name: 'Import leads' }).click()
    await chooseFile(page, 'Mobile;First name\n+12025550100;Ada\nnonsense;Bob\n')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('done').first().waitFor()
    await page.getByRole('cell', { name: 'not a valid phone number' }).or(page.getByText('valid')).first().waitFor()
    await page.getByRole('link', { name: 'Open the campaign' }).click()
    await page.getByText('Would be called now').waitFor()

    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    const [{ id }] = (await world.api(user.token, 'GET', '/user/campaigns')).body
    await untilStatus(world, user, `/user/campaigns/${id}`, 'completed')
    await page.locator('.status', { hasText: 'completed' }).first().waitFor()
    const { body } = await world.api(user.token, 'GET', '/user/leads')
    expect(body.data.map((lead: { variables: unknown }) => lead.variables)).toContainEqual({ 'First name': 'Ada' })
    expect(complaints).toEqual([])
    await close()
  })

  test('a file without a phone number, a spreadsheet and a file of 100 MB are refused before the upload', async () => {
    const user = await world.user()
    await campaignFor(world, user)
    const { page, asked, close } = await visit(user.token, 'leads/import')
    await chooseFile(page, 'Name,City\nAda,London\n')
    await page.getByText('No column is the phone number.').waitFor()
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
    await page.getByLabel('Meaning of City').selectOption('phone_number')
    await page.getByText('Choose the campaign.').waitFor()
    await chooseFile(page, 'PK', 'leads.xlsx')
    await page.getByText('This is a spreadsheet.').waitFor()
    await page.evaluate(`(() => {
      const files = new DataTransfer()
      const file = new File(['phone_number'], 'big.csv')
      Object.defineProperty(file, 'size', { value: 100 * 1024 * 1024 + 1 })
      files.items.add(file)
      const input = document.querySelector('input[type=file]')
      Object.defineProperty(input, 'files', { value: [file], configurable: true })
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    await page.getByText('at most 100 MB can be imported').waitFor()
    expect(asked.filter(({ line }) => line.startsWith('POST'))).toEqual([])
    await close()
  })

  test('an upload that breaks off is tried again, and goes on when the tab is closed', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    const { page, close } = await visit(user.token, `campaigns/${campaign_id}/import`)
    await page.route('**/_bucket/**', (route) => route.abort())
    await chooseFile(page, `phone_number,city\n${'+12025550101,Rome\n'.repeat(3)}+12025550102,Oslo\n`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('The upload broke off.').waitFor()
    await page.unroute('**/_bucket/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    await close()
    const again = await visit(user.token, 'leads/import')
    await again.page.getByRole('link', { name: 'leads.csv' }).first().click()
    await again.page.getByText('done').first().waitFor()
    expect((await world.api(user.token, 'GET', '/user/leads')).body.total).toBe(2)
    expect((await world.api(user.token, 'GET', '/user/lead-imports')).body.total).toBe(1)
    await again.close()
  })

  test('a lead is edited: a variable goes, another one comes', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    const { id } = await leadFor(world, user, campaign_id, '+12025550101', { variables: { city: 'Rome', age: 3 } })
    const { page, close } = await visit(user.token, `leads/${id}/edit`)
    await openGroups(page)
    await page.getByRole('button', { name: 'Remove Variables 1' }).click()
    await page.getByRole('button', { name: 'Add to Variables' }).click()
    await page.getByLabel('Variables: name 2').fill('name')
    await page.getByLabel('Variables: value 2').fill('Ada')
    await page.getByRole('button', { name: 'Save lead' }).click()
    await page.getByText('The lead is saved.').waitFor()
    expect((await world.api(user.token, 'GET', `/user/leads/${id}`)).body.variables).toEqual({ age: 3, name: 'Ada' })
    await close()
  })

  test('a campaign is edited while its hours stay', async () => {
    const user = await world.user()
    const assistant_id = await assistantFor(world, user)
    const id = await campaignFor(world, user, { assistant_id, allowed_days: ['monday', 'tuesday'] })
    const { page, close } = await visit(user.token, `campaigns/${id}/edit`)
    await openGroups(page)
    await page.getByLabel('Tuesday').uncheck()
    await at(page, 'max_calls_in_parallel').fill('0')
    await page.getByRole('button', { name: 'Save campaign' }).click()
    await page.locator('#field-max_calls_in_parallel-error', { hasText: 'from 1 to 100' }).waitFor()
    await at(page, 'max_calls_in_parallel').fill('7')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await page.getByRole('button', { name: 'Save campaign' }).click()
    expect((await sent).postDataJSON()).toEqual({ allowed_days: ['monday'], max_calls_in_parallel: 7 })
    await page.getByText('The campaign is saved.').waitFor()
    await close()
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { importLeadFile } from '../../shared/operations/leads.ts'
import { assistantFor, campaignFor, leadFor } from '../fixtures.ts'
import { openMeanwhile } from '../meanwhile.ts'
import { workbookOf } from '../words/xlsx/workbook-file.ts'
import { isMissing } from './chromium.ts'
import { at, chooseFile, openGroups } from './form.ts'
import { untilStatus } from './until.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('tasks in the console', () => {
  const { open, meanwhile } = openMeanwhile(importLeadFile.id)
  const { world, visit } = useConsole({ open })

  test('refuses files without phone numbers, damaged or too large before the upload', async () => {
    const user = await world.user()
    await campaignFor(world, user)
    const { page, asked, close } = await visit(user.token, 'leads/import')
    await chooseFile(page, 'Name,City\nAda,London\n')
    await page.getByText('No column is the phone number.').waitFor()
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
    await page.getByLabel('Meaning of City').selectOption('phone_number')
    await page.getByText('Choose the campaign.').waitFor()
    await chooseFile(page, 'PK\u0003\u0004', 'leads.xlsx')
    await page.getByText('The workbook is damaged or not complete').waitFor()
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

  test('imports a sheet of a workbook with named columns', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    const view = `campaigns/${campaign_id}/import`
    const { page, complaints, passUntil, close } = await visit(user.token, view, { isTimed: true })
    const rows = [
      ['Mobile', 'Second', 'City'],
      ['+12025550101', '+12025550102', 'Rome'],
      ['4.9E+10', '', 'Oslo'],
    ]
    const sheets = [
      { name: 'Notes', rows: [['Read me']] },
      { name: 'People', rows },
    ]
    await chooseFile(page, workbookOf({ sheets }), 'leads.xlsx')
    await page.getByLabel('Sheet').selectOption('People')
    await page.getByText('Rome').waitFor()
    await page.getByLabel('Meaning of Second').selectOption('secondary_phone_number')
    await page.getByLabel('Name of the variable of City').fill('city')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    const [{ id }] = (await world.api(user.token, 'GET', '/user/lead-imports')).body.data
    await untilStatus(world, user, `/user/lead-imports/${id}`, 'done')
    await passUntil(page.getByText('as 4.9E+10: format the column as text'))
    await page.getByRole('link', { name: 'Download rejected-000001.csv' }).waitFor()
    const [lead] = (await world.api(user.token, 'GET', '/user/leads')).body.data
    expect(lead).toMatchObject({
      phone_number: '+12025550101',
      variables: { city: 'Rome' },
      secondary_contacts: [{ phone_number: '+12025550102' }],
    })
    expect(complaints).toEqual([])
    await close()
  })

  test('repeats an interrupted upload, and the import continues without the tab', async () => {
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

  test('asks before a tab is closed during an upload, and says what then happened', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    const { page, close } = await visit(user.token, `campaigns/${campaign_id}/import`)
    const sent = Promise.withResolvers<void>()
    await page.route('**/_bucket/**', () => sent.resolve())
    await chooseFile(page, 'phone_number\n+12025550101\n')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Keep this tab open.').waitFor()
    await sent.promise
    expect(await page.evaluate(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`)).toBe(false)
    await close()
    const again = await visit(user.token, 'leads/import')
    await again.page.getByRole('link', { name: 'leads.csv' }).click()
    await again.page.getByText('If its tab was closed during the upload, import the file again.').waitFor()
    await again.close()
  })

  test('a tab closed during an import finds its progress again', async () => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    const { page, close } = await visit(user.token, `campaigns/${campaign_id}/import`)
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isOver = false
    // Delays this user's import. Imports of other users, which also call `hold`, continue.
    const hold = async () => {
      if (isOver) return
      meanwhile(hold)
      const [known] = (await world.api(user.token, 'GET', '/user/lead-imports')).body.data
      if (known?.status !== 'importing') return
      begun.resolve()
      await released.promise
    }
    meanwhile(hold)
    await chooseFile(page, 'phone_number\n+12025550101\n+12025550102\n')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    await begun.promise
    await close()
    const again = await visit(user.token, 'leads/import', { isTimed: true })
    await again.page.getByRole('link', { name: 'leads.csv' }).click()
    await again.page.locator('.status', { hasText: 'importing' }).waitFor()
    isOver = true
    released.resolve()
    await again.passUntil(again.page.locator('.status', { hasText: 'done' }))
    await again.page.locator('dt:text-is("Imported") + dd').getByText('2', { exact: true }).waitFor()
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

  test('a tool is made and tested, and shows what the server answered', async () => {
    const user = await world.user()
    const server = createServer((_, response) => response.end('{"free":"<b>Monday</b>"}'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { page, close } = await visit(user.token, 'tools/new')
    await openGroups(page)
    await at(page, 'name').fill('free_days')
    await at(page, 'description').fill('Finds free days')
    await at(page, 'method').selectOption('GET')
    await at(page, 'endpoint').fill(`http://127.0.0.1:${port}/days`)
    await page.getByRole('button', { name: 'Add to Headers' }).click()
    await at(page, 'headers.0.name').fill('x-api-key')
    await at(page, 'headers.0.value').fill('very-secret-value')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('very-secret-value')
    await page.getByRole('button', { name: 'Create tool' }).click()
    await page.getByRole('heading', { name: 'free_days' }).waitFor()
    await page.getByRole('button', { name: 'Run the tool' }).click()
    await page.getByText('<b>Monday</b>').waitFor()
    server.close()
    await close()
  })

  test('a knowledge base is made, and a file is read into it', async () => {
    const user = await world.user()
    const { page, passUntil, close } = await visit(user.token, 'knowledge/new', { isTimed: true })
    await openGroups(page)
    await at(page, 'name').fill('Prices')
    await page.getByRole('button', { name: 'Create knowledge base' }).click()
    await page.getByText('No documents yet').waitFor()
    const file = page.locator('input[type=file]')
    await file.setInputFiles({ name: 'prices.exe', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await page.getByText('This kind of file cannot be read.').waitFor()
    const buffer = Buffer.from('A haircut costs 30 euros. '.repeat(20))
    await file.setInputFiles({ name: 'prices.txt', mimeType: 'text/plain', buffer })
    await page.getByRole('cell', { name: 'prices.txt' }).waitFor()
    await passUntil(page.getByRole('row', { name: 'prices.txt' }).getByText('active'))
    await close()
  })

  test('sends a text once, and shows the API’s error at the recipient', async () => {
    const user = await world.user()
    await world.number(user)
    await world.services.ledger.move({ user_id: user.id, type: 'top_up', amount: 9_000_000, description: 'Begin' })
    const { page, close } = await visit(user.token, 'texts')
    await page.getByRole('link', { name: 'New text' }).click()
    await openGroups(page)
    await at(page, 'from').selectOption({ index: 1 })
    await at(page, 'to').fill('nonsense')
    await at(page, 'body').fill('Hello!')
    await page.getByRole('button', { name: 'Send text' }).click()
    await page.locator('#field-to-error').waitFor()
    await at(page, 'to').fill('+12025550100')
    await page.getByRole('button', { name: 'Send text' }).click()
    await page.getByText('The text is sent.').waitFor()
    await page.getByRole('cell', { name: '+12025550100' }).waitFor()
    await close()
  })

  test('a consent is recorded, and revoked', async () => {
    const user = await world.user()
    const { page, close } = await visit(user.token, 'consents/new')
    await openGroups(page)
    await at(page, 'phone_number').fill('+12025550101')
    await at(page, 'kind').selectOption('express')
    await at(page, 'given_at').fill('2026-11-20 10:00:00')
    await page.getByRole('button', { name: 'Record consent' }).click()
    await page.getByText('The consent is recorded.').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.locator('.status', { hasText: 'revoked' }).waitFor()
    await close()
  })

  test('a token is made, shown once and deleted', async () => {
    const user = await world.user()
    const { page, close } = await visit(user.token, 'tokens/new')
    await openGroups(page)
    await at(page, 'name').fill('Reader')
    await at(page, 'scope').selectOption('read')
    await page.getByRole('button', { name: 'Create token' }).click()
    const token = (await page.locator('main code').textContent()) ?? ''
    expect((await world.api(token, 'GET', '/user/me')).status).toBe(200)
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain(token)
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByText('in use here').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('cell', { name: 'Reader' }).waitFor({ state: 'detached' })
    await close()
  })

  test('blacklists a number with a reason and sets the account’s webhook', async () => {
    const user = await world.user()
    const { page, go, close } = await visit(user.token, 'blacklist/new')
    await openGroups(page)
    await at(page, 'phone_number').fill('+12025550199')
    await at(page, 'reason').fill('Asked by mail')
    await page.getByRole('button', { name: 'Blacklist', exact: true }).click()
    await page.getByRole('cell', { name: 'Asked by mail' }).waitFor()
    await go('webhooks/edit')
    await openGroups(page)
    await at(page, 'url').fill('http://localhost:9/events')
    await page.getByRole('button', { name: 'Save webhook' }).click()
    await page.getByText('The webhook is saved.').waitFor()
    expect((await world.api(user.token, 'GET', '/user/event-webhook')).body.url).toBe('http://localhost:9/events')
    await close()
  })
})

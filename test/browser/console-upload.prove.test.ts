import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { campaignFor } from '../fixtures.ts'
import type { TestUser } from '../world.ts'
import { isMissing } from './chromium.ts'
import { chooseFile } from './form.ts'
import { untilStatus } from './until.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('the chosen file of an import in the console', () => {
  const { world, visit } = useConsole()

  const text = 'Mobile,City\n+12025550101,Rome\n+12025550102,Oslo\n'
  const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true })

  /**
   * Opens the upload form with a file and a renamed column. `revoke` deletes the page's token; the
   * user has another one.
   */
  const begin = async (how: { isTimed?: boolean } = {}) => {
    const user = await world.user()
    const campaign_id = await campaignFor(world, user)
    const { data } = (await world.api(user.token, 'POST', '/user/tokens', { name: 'Console', scope: 'all' })).body
    const visitor = await visit(data.token, `campaigns/${campaign_id}/import`, how)
    const { page } = visitor
    await chooseFile(page, text)
    await page.getByLabel('Name of the variable of City').fill('town')
    const revoke = async () =>
      expect((await world.api(user.token, 'DELETE', `/user/tokens/${data.id}`)).status).toBeLessThan(300)
    return { ...visitor, user, revoke, view: `campaigns/${campaign_id}/import` }
  }

  const expectForm = async (page: Page) => {
    await page.getByText('Chosen: leads.csv').waitFor()
    expect(await page.getByLabel('Name of the variable of City').inputValue()).toBe('town')
  }

  const expectNoFile = async (page: Page) => {
    await page.getByText('CSV or .xlsx, at most 100 MB.').waitFor()
    expect(await page.getByLabel('Name of the variable of City').count()).toBe(0)
  }

  const expectImported = async (user: TestUser) => {
    const { data, total } = (await world.api(user.token, 'GET', '/user/lead-imports')).body
    expect(total).toBe(1)
    await untilStatus(world, user, `/user/lead-imports/${data[0].id}`, 'done')
    const leads = (await world.api(user.token, 'GET', '/user/leads')).body.data
    expect(leads).toMatchObject([{ variables: { town: 'Oslo' } }, { variables: { town: 'Rome' } }])
  }

  test('is found again with its columns after the upload itself meets a revoked token', async () => {
    const { page, user, revoke, signIn, complaints, close } = await begin()
    await revoke()
    await importButton(page).click()
    await page.getByText('This token is not good any more.').waitFor()
    await signIn(user.token)
    await expectForm(page)
    await importButton(page).click()
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    await expectImported(user)
    expect(complaints).toEqual([])
    await close()
  })

  test('is found again when the token ends during the upload, and imported once', async () => {
    const { page, user, revoke, signIn, asked, close } = await begin({ isTimed: true })
    const uploading = Promise.withResolvers<() => Promise<void>>()
    await page.route('**/_bucket/**', (route) => uploading.resolve(() => route.abort()))
    await importButton(page).click()
    const breakOff = await uploading.promise
    await revoke()
    await page.clock.runFor(31_000)
    await page.getByText('This token is not good any more.').waitFor()
    await breakOff()
    await page.unroute('**/_bucket/**')
    await signIn(user.token)
    await expectForm(page)
    await importButton(page).click()
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    await expectImported(user)
    const begun = asked.filter(({ line }) => line === 'POST /api/user/lead-imports')
    const keys = begun.map(({ headers }) => headers['idempotency-key'])
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    await close()
  })

  test('is forgotten when its upload ends after the token did', async () => {
    const { page, user, revoke, signIn, close } = await begin({ isTimed: true })
    const uploading = Promise.withResolvers<() => Promise<void>>()
    await page.route('**/_bucket/**', (route) => uploading.resolve(() => route.continue()))
    await importButton(page).click()
    const letGo = await uploading.promise
    await revoke()
    await page.clock.runFor(31_000)
    await page.getByText('This token is not good any more.').waitFor()
    const arrived = page.waitForResponse('**/_bucket/**')
    await letGo()
    await arrived
    await expectImported(user)
    await signIn(user.token)
    await expectNoFile(page)
    await page.getByRole('link', { name: 'leads.csv' }).waitFor()
    await close()
  })

  test('is found by no other user, and afterwards not by its own', async () => {
    const { page, user, revoke, signIn, view, go, close } = await begin()
    await revoke()
    await importButton(page).click()
    await page.getByText('This token is not good any more.').waitFor()
    await signIn((await world.user()).token)
    await expectNoFile(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(user.token)
    await go(view)
    await expectNoFile(page)
    await close()
  })

  test('is forgotten when its user signs out', async () => {
    const { page, user, signIn, close } = await begin()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(user.token)
    await expectNoFile(page)
    await close()
  })

  test('is imported by a new import when the link of the upload has ended', async () => {
    const { page, user, close } = await begin()
    await page.route('**/_bucket/**', (route) => route.fulfill({ status: 403 }), { times: 1 })
    await importButton(page).click()
    await page.getByText('The link of the upload is not valid any more.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    const { data, total } = (await world.api(user.token, 'GET', '/user/lead-imports')).body
    expect(total).toBe(2)
    await untilStatus(world, user, `/user/lead-imports/${data[0].id}`, 'done')
    expect((await world.api(user.token, 'GET', '/user/leads')).body.total).toBe(2)
    await close()
  })

  test('is not imported again when its answer was lost and the link has ended', async () => {
    const { page, user, close } = await begin()
    await page.route(
      '**/_bucket/**',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await importButton(page).click()
    await page.getByText('The upload broke off.').waitFor()
    await expectImported(user)
    await page.route('**/_bucket/**', (route) => route.fulfill({ status: 403 }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    await expectImported(user)
    await close()
  })
})

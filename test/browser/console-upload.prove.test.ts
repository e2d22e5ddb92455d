import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { campaignFor } from '../fixtures.ts'
import { workbookOf } from '../words/xlsx/workbook-file.ts'
import type { TestUser } from '../world.ts'
import { beforeNext } from './answers.ts'
import { isMissing } from './chromium.ts'
import { chooseFile } from './form.ts'
import { untilStatus } from './until.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('the chosen file of an import in the console', () => {
  const { world, visit } = useConsole()

  const imports = '**/user/lead-imports'
  const text = 'Mobile,City\n+12025550101,Rome\n+12025550102,Oslo\n'
  const importButton = (page: Page) => page.getByRole('button', { name: 'Import', exact: true })

  /**
   * Opens the upload form with a file and a renamed column. `revoke` deletes the page's token; the
   * user has another token.
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

  test.each([
    ['creates the import', 'POST', imports],
    ['reads its status', 'GET', `${imports}/*`],
  ])('is found again when the request that %s meets a revoked token', async (_, method, path) => {
    const { page, user, revoke, signIn, complaints, close } = await begin()
    await beforeNext(page, method, path, revoke)
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

  test('is found again with its sheet and columns when it is a workbook', async () => {
    const { page, user, revoke, signIn, complaints, close } = await begin()
    const rows = [
      ['Mobile', 'Second', 'Place'],
      ['+12025550101', '+12025550111', 'Rome'],
      ['+12025550102', '', 'Oslo'],
    ]
    const sheets = [
      { name: 'Notes', rows: [['Read me']] },
      { name: 'People', rows },
    ]
    await chooseFile(page, workbookOf({ sheets }), 'leads.xlsx')
    await page.getByLabel('Sheet').selectOption('People')
    await page.getByLabel('Meaning of Second').selectOption('secondary_phone_number')
    await page.getByLabel('Name of the variable of Place').fill('town')
    await revoke()
    await importButton(page).click()
    await page.getByText('This token is not good any more.').waitFor()
    await signIn(user.token)
    await page.getByText('Chosen: leads.xlsx').waitFor()
    expect([
      await page.getByLabel('Sheet').inputValue(),
      await page.getByLabel('Meaning of Mobile').inputValue(),
      await page.getByLabel('Meaning of Second').inputValue(),
      await page.getByLabel('Name of the variable of Place').inputValue(),
    ]).toEqual(['People', 'phone_number', 'secondary_phone_number', 'town'])
    await page.getByRole('cell', { name: 'Rome' }).waitFor()
    await importButton(page).click()
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    await expectImported(user)
    const [, { secondary_contacts }] = (await world.api(user.token, 'GET', '/user/leads')).body.data
    expect(secondary_contacts).toMatchObject([{ phone_number: '+12025550111' }])
    expect(complaints).toEqual([])
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

describe.skipIf(isMissing)('the chosen file of a knowledge base in the console', () => {
  const { world, visit } = useConsole()

  const documents = '**/user/knowledgebases/*/documents'

  /** Opens a knowledge base. `revoke` deletes the page's token; the user has another token. */
  const begin = async (how: { isTimed?: boolean } = {}) => {
    const user = await world.user()
    const base = (await world.api(user.token, 'POST', '/user/knowledgebases', { name: 'Prices' })).body.data.id
    const { data } = (await world.api(user.token, 'POST', '/user/tokens', { name: 'Console', scope: 'all' })).body
    const view = `knowledge/${base}`
    const visitor = await visit(data.token, view, how)
    const { page, asked } = visitor
    const choose = async () => {
      await page.getByText('No documents yet').waitFor()
      await chooseFile(page, 'A haircut costs 30 euros. '.repeat(20), 'prices.txt')
    }
    const revoke = async () =>
      expect((await world.api(user.token, 'DELETE', `/user/tokens/${data.id}`)).status).toBeLessThan(300)
    const listed = async () => (await world.api(user.token, 'GET', `/user/knowledgebases/${base}/documents`)).body.data
    const expectStoredOnce = async () => {
      await page.getByRole('row', { name: 'prices.txt' }).waitFor()
      await expect.poll(listed).toMatchObject([{ name: 'prices.txt', status: 'active' }])
    }
    const keys = () =>
      asked
        .filter(({ line }) => line === `POST /api/user/knowledgebases/${base}/documents`)
        .map(({ headers }) => headers['idempotency-key'])
    return { ...visitor, user, view, choose, revoke, listed, expectStoredOnce, keys }
  }

  const expectNothing = async (page: Page) => {
    await page.getByText('No documents yet').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
  }

  test.each([
    ['creates its document', 'POST', documents],
    ['reads its status', 'GET', `${documents}/*`],
  ])('is uploaded once when the request that %s meets a revoked token', async (_, method, path) => {
    const { page, user, choose, revoke, signIn, expectStoredOnce, keys, complaints, close } = await begin()
    await beforeNext(page, method, path, revoke)
    await choose()
    await page.getByText('This token is not good any more.').waitFor()
    await signIn(user.token)
    await expectStoredOnce()
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1])
    expect(complaints).toEqual([])
    await close()
  })

  test('is uploaded once when the token ends during the upload', async () => {
    const { page, user, choose, revoke, signIn, expectStoredOnce, keys, close } = await begin({ isTimed: true })
    const uploading = Promise.withResolvers<() => Promise<void>>()
    await page.route('**/_bucket/**', (route) => uploading.resolve(() => route.abort()))
    await choose()
    const breakOff = await uploading.promise
    await revoke()
    await page.clock.runFor(31_000)
    await page.getByText('This token is not good any more.').waitFor()
    await breakOff()
    await page.unroute('**/_bucket/**')
    await signIn(user.token)
    await expectStoredOnce()
    expect([keys().length, new Set(keys()).size]).toEqual([2, 1])
    await close()
  })

  test('is not uploaded again when its upload ends after the token did', async () => {
    const { page, user, choose, revoke, signIn, expectStoredOnce, keys, close } = await begin({ isTimed: true })
    const uploading = Promise.withResolvers<() => Promise<void>>()
    await page.route('**/_bucket/**', (route) => uploading.resolve(() => route.continue()))
    await choose()
    const letGo = await uploading.promise
    await revoke()
    await page.clock.runFor(31_000)
    await page.getByText('This token is not good any more.').waitFor()
    const arrived = page.waitForResponse('**/_bucket/**')
    await letGo()
    await (await arrived).finished()
    await signIn(user.token)
    await expectStoredOnce()
    expect(keys().length).toBe(1)
    await close()
  })

  test('is uploaded for no other user, and afterwards not for its own', async () => {
    const { page, user, view, choose, revoke, signIn, go, listed, keys, close } = await begin()
    await beforeNext(page, 'POST', documents, revoke)
    await choose()
    await page.getByText('This token is not good any more.').waitFor()
    await signIn((await world.user()).token)
    await page.getByText('It may have been deleted.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(user.token)
    await go(view)
    await expectNothing(page)
    expect([await listed(), keys().length]).toEqual([[], 1])
    await close()
  })

  test('is forgotten when its user signs out', async () => {
    const { page, user, view, choose, signIn, go, keys, close } = await begin()
    await page.route('**/_bucket/**', (route) => route.abort())
    await choose()
    await page.getByText('The upload broke off.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await signIn(user.token)
    await go(view)
    await page.getByRole('row', { name: 'prices.txt' }).waitFor()
    expect([await page.getByRole('progressbar').count(), keys().length]).toEqual([0, 1])
    await close()
  })

  test('is stored once when its upload broke off, or its answer was lost', async () => {
    const { page, choose, expectStoredOnce, keys, close } = await begin()
    await page.route('**/_bucket/**', (route) => route.abort())
    await choose()
    await page.getByText('The upload broke off.').waitFor()
    await page.unroute('**/_bucket/**')
    await page.route('**/_bucket/**', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The upload broke off.').waitFor()
    await page.unroute('**/_bucket/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectStoredOnce()
    expect([keys().length, new Set(keys()).size]).toEqual([3, 1])
    await close()
  })

  test('is a new document when the link of the upload has ended', async () => {
    const { page, choose, keys, passUntil, close } = await begin({ isTimed: true })
    await page.route('**/_bucket/**', (route) => route.fulfill({ status: 403 }), { times: 1 })
    await choose()
    await page.getByText('The link of the upload is not valid any more.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await passUntil(page.getByRole('row', { name: 'prices.txt' }).getByText('active'))
    expect(new Set(keys()).size).toBe(2)
    await close()
  })
})

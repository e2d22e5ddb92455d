import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { assistantFor } from '../fixtures.ts'
import { useUser } from '../use-world.ts'
import { isMissing } from './chromium.ts'
import { at, openGroups } from './form.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('failures in the console', () => {
  const { world, visit } = useConsole()
  const user = useUser(world)

  const refuse = async (page: Page, path: string, status: number, seconds?: number) => {
    const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(seconds) }
    const message = status === 429 ? 'Too Many Attempts.' : 'The list is being prepared. Ask again in a minute.'
    await page.route(path, (route) => route.fulfill({ status, headers, json: { message } }))
  }

  test.each([429, 503])('%d to a list: shows the seconds until the next request', async (status) => {
    const { page, go, close } = await visit(user.token, 'blacklist', { isTimed: true })
    await refuse(page, '**/user/leads?*', status, 40)
    await go('leads')
    await page.getByRole('alert').getByText('It is asked again by itself in 40 seconds.').waitFor()
    await page.unroute('**/user/leads?*')
    await page.clock.runFor(41_000)
    await page.getByRole('heading', { name: 'No leads here' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await close()
  })

  test('429, 503 and 409 to a button: says at once how long to wait', async () => {
    const { page, close } = await visit(user.token, 'blacklist')
    const path = '**/user/blacklist'
    await page.getByLabel('Number never to call').fill('+12025550143')
    const press = async (advice: string) => {
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('alert').getByText(advice).waitFor()
      await page.unroute(path)
    }
    await refuse(page, path, 429, 40)
    await press('Wait 40 seconds, and try again. Nothing was done.')
    await refuse(page, path, 503, 90)
    await press('Wait 90 seconds, and try again. Nothing was done.')
    const message = 'A request with this idempotency key is in progress'
    await page.route(path, (route) => route.fulfill({ status: 409, json: { message } }))
    await press('It is under way. Wait until it is over, and try again.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('cell', { name: '+12025550143' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await close()
  })

  test('429 to a form: sends it again after the seconds that it shows', async () => {
    const { page, close } = await visit(user.token, 'tools/new', { isTimed: true })
    await openGroups(page)
    await at(page, 'name').fill('free_days')
    await at(page, 'description').fill('Finds free days')
    await at(page, 'method').selectOption('GET')
    await at(page, 'endpoint').fill('http://127.0.0.1:9/days')
    await refuse(page, '**/user/tools', 429, 40)
    await page.getByRole('button', { name: 'Create tool' }).click()
    await page.getByRole('alert').getByText('It is asked again by itself in 40 seconds.').waitFor()
    await page.unroute('**/user/tools')
    await page.clock.runFor(41_000)
    await page.getByText('The tool is saved.').waitFor()
    await close()
  })

  test('409 to a form: says what to do and keeps the entries', async () => {
    const id = await assistantFor(world, user)
    const save = (initial_message: string) =>
      world.api(user.token, 'PUT', `/user/assistants/${id}/draft`, { initial_message })
    await save('Good day.')
    await world.api(user.token, 'POST', `/user/assistants/${id}/draft/publish`, {
      canary: { percent: 20, after_calls: 20 },
    })
    await save('Good morning.')
    const { page, close } = await visit(user.token, `assistants/${id}/canary`)
    await openGroups(page)
    await at(page, 'note').fill('Second')
    await page.getByRole('button', { name: 'Begin the rollout' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('A rollout is running. Finish or abort it first.').waitFor()
    await alert.getByText('Wait until it is over, and try again.').waitFor()
    expect(await at(page, 'note').inputValue()).toBe('Second')
    await close()
  })

  test('shows a lost connection above the data until it returns', async () => {
    await world.api(user.token, 'POST', '/user/blacklist', { phone_number: '+12025550144' })
    const { page, close } = await visit(user.token, 'blacklist', { isTimed: true })
    const cell = page.getByRole('cell', { name: '+12025550144' })
    await cell.waitFor()
    await page.context().setOffline(true)
    await page.clock.runFor(31_000)
    await page.getByRole('alert').getByText('The API does not answer.').waitFor()
    expect(await cell.count()).toBe(1)
    await page.context().setOffline(false)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await close()
  })

  test('loads the script of a view when the connection returns', async () => {
    const { page, close } = await visit(user.token, 'blacklist')
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Tools' }).click()
    await page.getByRole('alert').getByText('Look at your connection.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'New tool' }).waitFor()
    await close()
  })

  test('restores a form when its user signs in with another token', async () => {
    const make = async () =>
      (await world.api(user.token, 'POST', '/user/tokens', { name: 'Tab', scope: 'all' })).body.data
    const [first, second] = [await make(), await make()]
    const { page, signIn, close } = await visit(first.token, 'consents/new')
    await openGroups(page)
    await at(page, 'phone_number').fill('+12025550145')
    await at(page, 'kind').selectOption('express')
    await at(page, 'given_at').fill('2026-11-20 10:00:00')
    await world.api(user.token, 'DELETE', `/user/tokens/${first.id}`)
    await page.getByRole('button', { name: 'Record consent' }).click()
    await page.getByText('This token is not good any more.').waitFor()
    await signIn(second.token)
    await page.getByText('Your unsaved changes are back.').waitFor()
    expect(await at(page, 'phone_number').inputValue()).toBe('+12025550145')
    await page.reload()
    await page.getByText('Your unsaved changes are back.').waitFor()
    await page.getByRole('button', { name: 'Record consent' }).click()
    await page.getByText('The consent is recorded.').waitFor()
    expect((await world.api(user.token, 'GET', '/user/consents')).body.total).toBe(1)
    await close()
  })
})

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { assistantFor } from '../fixtures.ts'
import { isMissing } from './chromium.ts'
import { at, openGroups } from './form.ts'
import { useConsole } from './use-console.ts'

describe.skipIf(isMissing)('forms of the console', () => {
  const { world, visit: visitAny, newContext } = useConsole()

  const visit = async (token: string, view: string) => {
    const visitor = await visitAny(token, view)
    await visitor.page.getByRole('form').waitFor()
    return visitor
  }
  const fillAssistant = async (page: Page, name: string) => {
    await openGroups(page)
    await at(page, 'name').fill(name)
    await at(page, 'type').selectOption({ label: 'Outbound: makes calls' })
    await at(page, 'mode').selectOption('pipeline')
    await at(page, 'language_id').selectOption({ label: 'English' })
    await at(page, 'voice_id').selectOption({ index: 1 })
    await at(page, 'llm_model_id').selectOption({ index: 1 })
    await at(page, 'initial_message').fill('Hello, this is Anna.')
    await at(page, 'system_prompt').fill('You make appointments.')
  }

  test('an assistant is created, then edited, and only what changed is sent', async () => {
    const user = await world.user()
    const { page, asked, complaints, close } = await visit(user.token, 'assistants/new')
    await page.getByRole('button', { name: 'Create assistant' }).click()
    await page.getByText('Some fields are not right.').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('summary')
    await fillAssistant(page, 'Anna')
    await page.getByRole('button', { name: 'Create assistant' }).click()
    await page.getByText('The assistant is saved.').waitFor()
    await page.getByRole('heading', { name: 'Anna', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'Edit Anna' }).waitFor()
    const body = page.waitForRequest((request) => request.method() === 'PUT')
    await at(page, 'name').fill('Berta')
    await page.getByText('Limits and voicemail').click()
    await at(page, 'max_duration').fill('300')
    await page.getByRole('button', { name: 'Save assistant' }).click()
    expect((await body).postDataJSON()).toEqual({ name: 'Berta', max_duration: 300, if_version: 1 })
    await page.getByRole('heading', { name: 'Berta', exact: true }).waitFor()
    expect(asked.filter(({ line }) => line === 'POST /api/user/assistant')).toHaveLength(1)
    expect(asked.filter(({ line }) => line === 'GET /api/console-work.js')).toHaveLength(1)
    expect(complaints).toEqual([])
    await close()
  })

  test('what the API refuses is shown at its field', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user)
    const { page, close } = await visit(user.token, `assistants/${id}/edit`)
    await openGroups(page)
    await page.getByLabel('Send calls to a webhook').check()
    await page.getByRole('button', { name: 'Add to Built-in tools' }).click()
    await at(page, 'tools.0.type').selectOption('assistant_transfer')
    await at(page, 'tools.0.assistant_id').selectOption({ index: 1 })
    await page.getByRole('button', { name: 'Save assistant' }).click()
    await page.locator('#field-webhook_url-error', { hasText: 'is required' }).waitFor()
    await page.locator('[id="field-tools.0.assistant_id-error"]').waitFor()
    expect(await at(page, 'webhook_url').getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: 'Webhook address', exact: true }).click()
    await page.keyboard.type('https://example.com/hook')
    await page.getByRole('button', { name: 'Remove Built-in tools 1' }).click()
    await page.getByRole('button', { name: 'Save assistant' }).click()
    await page.getByText('The assistant is saved.').waitFor()
    await close()
  })

  test('unsaved changes survive a reload and a token that ends', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user)
    const { page, signIn, close } = await visit(user.token, `assistants/${id}/edit`)
    await at(page, 'name').fill('Not saved yet')
    await page.reload()
    await page.getByText('Your unsaved changes are back.').waitFor()
    expect(await at(page, 'name').inputValue()).toBe('Not saved yet')
    await page.route('**/user/assistant/*', (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthenticated.' } }),
    )
    await page.getByRole('button', { name: 'Save assistant' }).click()
    await page.getByText('This token is not good any more.').waitFor()
    await page.unroute('**/user/assistant/*')
    await signIn(user.token)
    await page.getByText('Your unsaved changes are back.').waitFor()
    await page.getByRole('button', { name: 'Save assistant' }).click()
    await page.getByRole('heading', { name: 'Not saved yet', exact: true }).waitFor()
    await expect
      .poll(() => page.evaluate(`Object.keys(sessionStorage).filter((key) => key.includes('draft'))`))
      .toEqual([])
    await close()
  })

  test('another user who signs in, and a reader after signing out, find nothing unsaved', async () => {
    const user = await world.user()
    const { page, signIn, close } = await visit(user.token, 'assistants/new')
    await at(page, 'name').fill('A secret plan')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API token').waitFor()
    await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(0)
    await signIn((await world.user()).token)
    await page.getByRole('form').waitFor()
    expect(await at(page, 'name').inputValue()).toBe('')
    await close()
  })

  test('shows a lost connection, and creates the assistant once when it returns', async () => {
    const user = await world.user()
    const { page, close } = await visit(user.token, 'assistants/new')
    await fillAssistant(page, 'Once')
    await page.route('**/user/assistant', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Create assistant' }).click()
    await page.getByText('The API does not answer').waitFor()
    await page.unroute('**/user/assistant')
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('The assistant is saved.').waitFor()
    expect((await world.api(user.token, 'GET', '/user/assistants')).body).toHaveLength(1)
    await close()
  })

  test('tells the second of two tabs that the first saved the assistant', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user)
    const context = await newContext()
    const open = async () => {
      const page = await context.newPage()
      await page.goto(`${world.url}/console#/assistants/${id}/edit`)
      await page.getByLabel('API token').fill(user.token)
      await page.getByRole('button', { name: 'Open the console' }).click()
      await page.getByRole('form').waitFor()
      return page
    }
    const [first, second] = await Promise.all([open(), open()])
    await at(second, 'name').fill('Second')
    await at(first, 'name').fill('First')
    await at(first, 'timezone').selectOption('Asia/Tokyo')
    await first.getByRole('button', { name: 'Save assistant' }).click()
    await first.getByText('The assistant is saved.').waitFor()
    await second.getByText('This was saved in another tab or by another person').waitFor()
    await second.getByText('Changed there: Timezone.').waitFor()
    await second.getByText('Changed on both sides: Name.').waitFor()
    await second.getByRole('button', { name: 'Keep my changes' }).click()
    await second.getByRole('button', { name: 'Save assistant' }).click()
    await second.getByRole('heading', { name: 'Second', exact: true }).waitFor()
    const { body } = await world.api(user.token, 'GET', `/user/assistant/${id}`)
    expect([body.name, body.timezone]).toEqual(['Second', 'Asia/Tokyo'])
    await context.close()
  })

  test('a change that is saved in the same moment is not overwritten', async () => {
    const user = await world.user()
    const id = await assistantFor(world, user)
    const { page, close } = await visit(user.token, `assistants/${id}/edit`)
    await page.route('**/user/assistant/*', async (route) => {
      if (route.request().method() === 'PUT')
        await world.api(user.token, 'PUT', `/user/assistant/${id}`, { assistant_name: 'Faster' })
      await route.fallback()
    })
    await at(page, 'name').fill('Slower')
    await page.getByRole('button', { name: 'Save assistant' }).click()
    await page.getByText('This was saved in another tab or by another person').waitFor()
    expect((await world.api(user.token, 'GET', `/user/assistant/${id}`)).body.name).toBe('Faster')
    await close()
  })
})

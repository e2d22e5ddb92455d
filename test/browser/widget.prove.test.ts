import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assistantFor } from '../fixtures.ts'
import { openWorld, type TestUser, type World } from '../world.ts'
import { isMissing, openBrowser } from './chromium.ts'
import { untilEnded } from './until.ts'

describe.skipIf(isMissing)('the widget, in a browser', () => {
  let world: World
  let browser: Browser
  let user: TestUser

  beforeAll(async () => {
    world = await openWorld({ speed: 4, hasPages: true })
    browser = await openBrowser()
    user = await world.user()
  })
  afterAll(async () => {
    await browser.close()
    await world.close()
  })

  const uuidOf = async (widget: object = {}): Promise<string> => {
    const { origin } = new URL(world.url)
    const widget_settings = { enabled: true, allowed_origins: [origin], ...widget }
    // A slow browser must not look like a visitor who is gone.
    const patient = { max_silence_duration: 120, re_engagement_interval: 600 }
    const id = await assistantFor(world, user, { initial_message: 'Hello <b>you</b>.', ...patient, widget_settings })
    return (await world.api(user.token, 'GET', `/user/assistant/${id}`)).body.uuid
  }
  const visit = async (uuid: string) => {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto(`${world.url}/widget-demo?assistant=${uuid}`)
    return { page, complaints }
  }

  test('a visitor writes, reads the answer, and finds it again after the page was loaded again', async () => {
    const { page, complaints } = await visit(await uuidOf())
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByText('Hello <b>you</b>.').waitFor()
    await page.getByLabel('Message', { exact: true }).fill('Who are you?')
    await page.keyboard.press('Enter')
    await page.locator('.line.user').waitFor()
    await page.locator('.line.assistant').nth(1).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.locator('.line.assistant').nth(1).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByLabel('Message', { exact: true }).fill('Goodbye!')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Start again' }).click()
    await page.getByLabel('Message', { exact: true }).waitFor()
    expect(await page.locator('.line').count()).toBe(1)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a call whose page is closed ends', async () => {
    const { page } = await visit(await uuidOf({ voice: true, chat: false }))
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).click()
    await page.getByText('You are connected.').waitFor()
    await page.close()
    expect((await untilEnded(world, user)).ended_reason).toBe('customer_hung_up')
  })

  test('a visitor calls by keyboard, reads captions, says something, and hangs up', async () => {
    const { page, complaints } = await visit(await uuidOf({ voice: true }))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Need help?' }).press('Enter')
    await page.getByRole('button', { name: 'Call' }).press('Enter')
    await page.getByText('Your browser asks for the microphone first.', { exact: false }).waitFor()
    expect(loaded).not.toContain('/api/embed-voice.js')
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).press('Enter')
    await page.getByText('You are connected.').waitFor()
    await page.locator('.line.assistant', { hasText: 'Hello' }).waitFor()
    await page.getByRole('button', { name: 'Mute' }).press('Enter')
    await page.getByRole('button', { name: 'Unmute' }).press('Enter')
    await page.getByLabel('Message', { exact: true }).fill('Who are you?')
    await page.keyboard.press('Enter')
    await page.locator('.line.user', { hasText: 'Who are you?' }).waitFor()
    await page.locator('.line.assistant').nth(1).waitFor()
    await page.getByRole('button', { name: 'Hang up' }).press('Enter')
    await page.getByText('The call has ended.').waitFor()
    await page.getByRole('button', { name: 'Start Voice Chat', exact: true }).waitFor()
    expect(complaints).toEqual([])
    const ended = await untilEnded(world, user)
    expect(ended).toMatchObject({ ended_reason: 'customer_hung_up', type: 'web' })
    expect(ended.transcript).toContain('Who are you?')
    await page.close()
  })

  test('the form in front of the conversation gives variables', async () => {
    const uuid = await uuidOf({ pre_chat_fields: [{ name: 'email', label: 'E-mail', required: true }] })
    const { page } = await visit(uuid)
    await page.getByRole('button', { name: 'Need help?' }).click()
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByRole('button', { name: 'Start chat' }).click()
    await page.getByLabel('Message', { exact: true }).waitFor()
    const { body } = await world.api(user.token, 'GET', '/user/conversations')
    expect(body.data[0].variables).toEqual({ email: 'ada@example.com' })
    await page.close()
  })

  test('a page that the assistant does not allow shows nothing', async () => {
    const { page, complaints } = await visit(await uuidOf({ enabled: false }))
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.close()
  })
})

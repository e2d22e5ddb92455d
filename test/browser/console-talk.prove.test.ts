import { describe, expect, test } from 'vitest'
import { assistantFor } from '../fixtures.ts'
import type { TestUser } from '../world.ts'
import { isMissing } from './chromium.ts'
import { fits, violations } from './rules.ts'
import { untilEnded } from './until.ts'
import { useConsole } from './use-console.ts'
import type { VisitorOptions } from './visitor.ts'

describe.skipIf(isMissing)('talking to an assistant in the console', () => {
  const { world, visit: visitView } = useConsole({ speed: 4, hasPages: true })

  const assistantWithDraft = async (user: TestUser): Promise<number> => {
    // Long limits, because a slow browser must not count as a silent person.
    const patient = { max_silence_duration: 120, re_engagement_interval: 600 }
    const id = await assistantFor(world, user, { initial_message: 'Hello, I am live.', ...patient })
    await world.api(user.token, 'PUT', `/user/assistants/${id}/draft`, { initial_message: 'Hello, I am a draft.' })
    return id
  }
  const visit = async (user: TestUser, id: number, options?: VisitorOptions) => {
    const visitor = await visitView(user.token, `assistants/${id}`, options)
    await visitor.page.getByRole('link', { name: 'Talk', exact: true }).press('Enter')
    await visitor.page.getByRole('heading', { name: 'Talk to' }).waitFor()
    return visitor
  }

  test.each([
    ['light', 320],
    ['dark', 1280],
  ] as const)('%s at %d px: calls the draft by keyboard, reads captions and hangs up', async (tone, width) => {
    const user = await world.user()
    const id = await assistantWithDraft(user)
    const { page, asked, complaints, close } = await visit(user, id, { isDark: tone === 'dark', width })
    await page.getByRole('radio', { name: 'Draft' }).and(page.locator(':checked')).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Call', exact: true }).press('Enter')
    await page.getByText('You are connected.').waitFor()
    await page.getByRole('listitem').getByText('Hello, I am a draft.').waitFor()
    await page.getByRole('button', { name: 'Mute' }).press('Enter')
    await page.locator('[aria-pressed="true"]', { hasText: 'Mute' }).press('Enter')
    await page.getByLabel('Say in text').fill('Who are you?')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').getByText('Who are you?').waitFor()
    await page.getByText(/after \d+\.\d\d s \(carrier \d+\.\d\d s, ours \d+\.\d\d s, model \d+\.\d\d s\)/).waitFor()
    await page.locator('dd').getByText('Draft', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    await page.getByRole('button', { name: 'Hang up' }).press('Enter')
    await page.getByText('The call has ended.').waitFor()
    await page.getByRole('button', { name: 'Call again' }).waitFor()
    expect(await untilEnded(world, user)).toMatchObject({ assistant_version: 0, ended_reason: 'customer_hung_up' })
    expect(asked.filter(({ line }) => line === 'GET /api/embed-voice.js')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('the live version is one choice away, and leaving the view hangs up', async () => {
    const user = await world.user()
    const { page, close } = await visit(user, await assistantWithDraft(user))
    await page.getByRole('radio', { name: 'Version 1' }).check()
    await page.getByRole('button', { name: 'Call', exact: true }).press('Enter')
    await page.getByRole('listitem').getByText('Hello, I am live.').waitFor()
    await page.locator('dd').getByText('Version 1').waitFor()
    await page.getByRole('link', { name: 'Back to the assistant' }).press('Enter')
    expect(await untilEnded(world, user)).toMatchObject({ assistant_version: 1, ended_reason: 'customer_hung_up' })
    await close()
  })

  test('a refused microphone is explained, and typed words are heard on a local stack', async () => {
    const user = await world.user()
    const view = `assistants/${await assistantFor(world, user)}/talk`
    const visitor = await visitView(user.token, view, { hasNoMicrophone: true })
    await visitor.page.getByRole('button', { name: 'Call', exact: true }).press('Enter')
    await visitor.page.getByRole('alert').getByText('Without the microphone nobody hears you.').waitFor()
    await visitor.page.getByText('You are connected.').waitFor()
    await visitor.page.getByRole('button', { name: 'Hang up' }).press('Enter')
    await visitor.page.getByText('The call has ended.').waitFor()
    await visitor.close()
  })

  test('chats with an assistant until it ends the talk, and shows each wait', async () => {
    const user = await world.user()
    const { page, asked, close } = await visit(user, await assistantWithDraft(user))
    await page.getByRole('button', { name: 'Begin' }).press('Enter')
    await page.getByRole('listitem').getByText('Hello, I am a draft.').waitFor()
    await page.getByLabel('What you say').fill('Goodbye!')
    await page.keyboard.press('Enter')
    await page.getByText('The assistant has ended the talk.').waitFor()
    await page.getByText(/after \d+\.\d\d s, /).waitFor()
    expect(asked.filter(({ line }) => line.startsWith('POST /api/user/make_call'))).toEqual([])
    await close()
  })
})
